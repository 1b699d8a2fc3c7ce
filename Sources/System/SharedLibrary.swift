internal import Glibc

package enum SharedLibrary {
  /// Loads a library, which is never unloaded.
  package static func load(_ file: String) throws(SystemError) -> UnsafeMutableRawPointer {
    guard let library = dlopen(file, RTLD_NOW | RTLD_LOCAL) else {
      throw SystemError("cannot load the library \(file)", .missing)
    }
    return library
  }
}

extension UnsafeMutableRawPointer {
  /// The function of this name in a loaded library. Nothing checks that `Function` is its type.
  package func function<Function>(_ name: String) throws(SystemError) -> Function {
    guard let symbol = dlsym(self, name) else { throw SystemError("there is no function \(name)", .missing) }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
