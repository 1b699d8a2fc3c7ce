private import Glibc

/// Folders, and the names in them.
package enum Folder {
  /// Makes `path` a folder, with those above it, open to its owner alone (mode 0700); one that is there is left as it is.
  package static func create(_ path: String) throws(File.Failure) {
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST where isFolder(path): return
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw File.lastFailure() }
      try create(String(path[..<slash]))
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw File.lastFailure() }
    default: throw File.lastFailure()
    }
  }

  /// Waits until the names in the folder are on the disk: a renamed file may else be lost with the power.
  package static func flush(_ path: String) throws(File.Failure) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw File.lastFailure() }
    defer { close(descriptor) }
    // EINVAL: a file system that has no such thing (fsync(2)).
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw File.lastFailure() }
  }

  /// Gives the file `path` the name `other` in the place of any that has it.
  package static func rename(_ path: String, to other: String) throws(File.Failure) {
    guard Glibc.rename(path, other) == 0 else { throw File.lastFailure() }
  }

  /// Deletes the file `path`.
  package static func delete(_ path: String) throws(File.Failure) {
    guard unlink(path) == 0 else { throw File.lastFailure() }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
