import ControlProtocol

import struct ColourClock.Refusal

/// Rows of the option table. `inForce` reads the effective value; its default is the value that the user gave.
extension OptionSpec {
  package typealias Place<Value> = @Sendable () -> WritableKeyPath<Target, Value>
  package typealias InForce<Value> = @Sendable (Target.InForce) -> Value

  /// Several flags may set one property, to different values.
  package static func flag<Value: Equatable & Sendable>(
    _ name: String, _ meaning: String, _ path: @autoclosure @escaping Place<Value>, _ chosen: Value,
    inForce: InForce<Value>? = nil
  ) -> OptionSpec {
    let inForce = inForce ?? { Target.given(in: $0)[keyPath: path()] }
    return OptionSpec(
      name, meaning, .flag, path,
      read: { _, _ throws(Refusal) in { (target) throws(Refusal) in target[keyPath: path()] = chosen } },
      value: { .bool(inForce($0) == chosen) })
  }

  package static func flag(_ name: String, _ meaning: String, _ path: @autoclosure @escaping Place<Bool>) -> OptionSpec
  {
    flag(name, meaning, path(), true)
  }

  /// A toggle whose default depends on the state.
  package static func toggle(
    _ name: String, _ meaning: String, _ path: @autoclosure @escaping Place<Bool?>, inForce: @escaping InForce<Bool?>
  ) -> OptionSpec {
    OptionSpec(
      name, meaning, .toggle, path,
      read: { given, _ throws(Refusal) in { (target) throws(Refusal) in target[keyPath: path()] = (given == name) } },
      value: { inForce($0).map(JSON.bool) ?? .null })
  }

  /// A toggle with a fixed default.
  package static func toggle(_ name: String, _ meaning: String, _ path: @autoclosure @escaping Place<Bool>)
    -> OptionSpec
  {
    OptionSpec(
      name, meaning, .toggle, path,
      read: { given, _ throws(Refusal) in { (target) throws(Refusal) in target[keyPath: path()] = (given == name) } },
      value: { .bool(Target.given(in: $0)[keyPath: path()]) }
    ).withDefault
  }

  /// - Parameters:
  ///   - label: the value's name in the help; shells complete `file` as a file name.
  ///   - meaning: the help text, with `{}` for the default.
  ///   - write: the inverse of `read`; `nil` if a value has no text.
  package static func value<Value: Sendable>(
    _ name: String, _ label: String, _ meaning: String, choices: @autoclosure @escaping @Sendable () -> [String] = [],
    _ read: @escaping Reading<Value>, _ path: @autoclosure @escaping Place<Value>,
    _ write: @escaping @Sendable (Value) -> String? = { _ in nil }, inForce: InForce<Value>? = nil
  ) -> OptionSpec {
    let inForce = inForce ?? { Target.given(in: $0)[keyPath: path()] }
    return OptionSpec(
      name, meaning, .value(OptionValueForm(name: label, list: choices)), path,
      read: { _, text throws(Refusal) in
        let value = try read(text)
        return { (target) throws(Refusal) in target[keyPath: path()] = value }
      }, value: { write(inForce($0)).map(JSON.string) ?? .null })
  }

  package static func text(
    _ name: String, _ label: String, _ meaning: String, _ path: @autoclosure @escaping Place<String?>,
    inForce: InForce<String?>? = nil
  ) -> OptionSpec {
    value(name, label, meaning, { text throws(Refusal) in text }, path(), \.self, inForce: inForce)
  }

  package static func text(
    _ name: String, _ label: String, _ meaning: String, _ path: @autoclosure @escaping Place<String>,
    inForce: InForce<String>? = nil
  ) -> OptionSpec {
    value(name, label, meaning, { text throws(Refusal) in text }, path(), { $0 }, inForce: inForce)
  }

  package static func choice<Value: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ label: String, _ meaning: String, _ path: @autoclosure @escaping Place<Value?>,
    inForce: InForce<Value?>? = nil
  ) -> OptionSpec {
    value(
      name, label, meaning, choices: Value.names, { text throws(Refusal) in try Value.named(text) }, path(),
      { $0?.rawValue }, inForce: inForce)
  }

  package static func choice<Value: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ label: String, _ meaning: String, _ path: @autoclosure @escaping Place<Value>
  ) -> OptionSpec {
    value(name, label, meaning, choices: Value.names, Value.named, path(), \.rawValue)
  }

  package static func list<Value: Sendable>(
    _ name: String, _ label: String, _ meaning: String, most: Int = .max,
    _ read: @escaping Reading<Value>, _ path: @autoclosure @escaping Place<[Value]>
  ) -> OptionSpec {
    OptionSpec(
      name, meaning, .value(OptionValueForm(name: label)), path,
      read: { _, text throws(Refusal) in
        let value = try read(text)
        return { (target) throws(Refusal) in
          target[keyPath: path()].append(value)
          if target[keyPath: path()].count > most { throw Refusal("there can be \(most) at the most") }
        }
      }, value: { _ in .null }
    ).repeatable
  }

  /// - Parameter label: the value's name; `nil` for a flag.
  package static func ignored(_ name: String, _ label: String? = nil) -> OptionSpec {
    OptionSpec(
      name, "", label.map { .value(OptionValueForm(name: $0)) } ?? .flag, { nil },
      read: { _, _ throws(Refusal) in { _ throws(Refusal) in } }, value: { _ in label == nil ? .bool(false) : .null }
    ).hidden.fixed
  }
}
