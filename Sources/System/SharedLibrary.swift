internal import Glibc

package enum SharedLibrary {
  package static func load(_ file: String) throws(SystemError) -> UnsafeMutableRawPointer {
    guard let library = dlopen(file, RTLD_NOW | RTLD_LOCAL) else {
      throw SystemError("cannot load the library \(file)", .missing)
    }
    return library
  }
}

extension UnsafeMutableRawPointer {
  /// Nothing checks that `Function` is the function's type.
  package func function<Function>(_ name: String) throws(SystemError) -> Function {
    guard let symbol = dlsym(self, name) else { throw SystemError("there is no function \(name)", .missing) }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
