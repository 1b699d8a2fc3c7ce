import Glibc
import System

extension File {
  static func put(_ text: String, into stream: OpaquePointer) -> Bool {
    fputs(text, UnsafeMutablePointer<FILE>(stream)) >= 0
  }

  static func remove(_ path: String) { unlink(path) }
}

extension File {
  static func put(_ bytes: [UInt8], into stream: OpaquePointer) -> Bool {
    fwrite(bytes, 1, bytes.count, UnsafeMutablePointer<FILE>(stream)) == bytes.count
  }
}
