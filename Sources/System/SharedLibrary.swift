internal import Glibc

/// Libraries that are loaded only when there is something for them to do.
package enum SharedLibrary {
  /// It is never unloaded.
  package static func load(_ file: String) throws(SystemError) -> UnsafeMutableRawPointer {
    guard let library = dlopen(file, RTLD_NOW | RTLD_LOCAL) else { throw SystemError("there is no \(file)", .missing) }
    return library
  }
}

extension UnsafeMutableRawPointer {
  /// The function of that name, whose type is not checked.
  package func function<Function>(_ name: String) throws(SystemError) -> Function {
    guard let symbol = dlsym(self, name) else { throw SystemError("there is no function \(name)", .missing) }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
