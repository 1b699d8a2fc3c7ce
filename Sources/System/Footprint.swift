private import Glibc

package enum Footprint {
  /// The memory in bytes; `proportional` divides shared pages by their users (`smaps_rollup`, proc(5)).
  package static var memory: (proportional: Int, resident: Int)? {
    guard let bytes = try? File.read("/proc/self/smaps_rollup", limit: 65_536) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    func kilobytes(_ name: String) -> Int? {
      let line = lines.first { $0.hasPrefix("\(name):") }
      return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
    guard let share = kilobytes("Pss"), let all = kilobytes("Rss") else { return nil }
    return (share << 10, all << 10)
  }

  package static var descriptors: Int? {
    // The descriptor that reads the folder does not count.
    (try? Folder.names(in: "/proc/self/fd")).map { $0.count - 1 }
  }

  /// The time since the program's start, including suspend.
  package static var age: Duration? {
    guard let bytes = try? File.read("/proc/self/stat", limit: 4096) else { return nil }
    // The second field may contain `)`.
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > startField - 3, let ticks = Int64(fields[startField - 3]) else { return nil }
    let perSecond = Int64(sysconf(Int32(_SC_CLK_TCK)))
    return Now.boot - .seconds(ticks / perSecond) - .milliseconds(ticks % perSecond * 1000 / perSecond)
  }

  /// `starttime` of `/proc/pid/stat`, counted from 1 (proc(5)).
  private static let startField = 22
}
