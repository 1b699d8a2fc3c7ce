internal import Glibc

/// Libraries that are loaded only when there is something for them to do.
package enum SharedLibrary {
  package struct Missing: Error {}

  /// It is never unloaded.
  package static func load(_ file: String) throws(Missing) -> UnsafeMutableRawPointer {
    guard let library = dlopen(file, RTLD_NOW | RTLD_LOCAL) else { throw Missing() }
    return library
  }
}

extension UnsafeMutableRawPointer {
  /// The function of that name, whose type is not checked.
  package func function<Function>(_ name: String) throws(SharedLibrary.Missing) -> Function {
    guard let symbol = dlsym(self, name) else { throw SharedLibrary.Missing() }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
