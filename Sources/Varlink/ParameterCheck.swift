import JSON

/// Checks values against the types of an interface.
struct ParameterCheck {
  /// The types that the interface declares.
  let types: [String: VarlinkType]

  /// The path of the first thing that is wrong, such as `filter.countries[5]`: missing, undeclared, null or of
  /// another type. Nil when all is well.
  func fault(in parameters: JSONObject, of fields: [VarlinkField]) -> String? {
    // Paths are built from the inside, and only when something is wrong.
    faultBelow(parameters, fields).map { String($0.dropFirst()) }
  }

  /// The rest of the path to what is wrong; empty when it is the value itself.
  private func fault(in value: JSONValue, of type: VarlinkType) -> String? {
    switch type {
    case .bool: value.boolValue == nil ? "" : nil
    case .int: value.intValue == nil ? "" : nil
    case .float: value.doubleValue == nil ? "" : nil
    case .string: value.stringValue == nil ? "" : nil
    case .object: value.objectValue == nil ? "" : nil
    case .any: value.isNull ? "" : nil
    // The parser has seen that the type is declared.
    case .named(let name): types[name].flatMap { fault(in: value, of: $0) }
    case .enumeration(let names): value.stringValue.map(names.contains) == true ? nil : ""
    case .nullable(let type): value.isNull ? nil : fault(in: value, of: type)
    case .array(let type): value.arrayValue.map { faultBelow($0, type) } ?? ""
    case .map(let type): value.objectValue.map { faultBelow($0, type) } ?? ""
    case .structure(let fields): value.objectValue.map { faultBelow($0, fields) } ?? ""
    }
  }

  private func faultBelow(_ elements: [JSONValue], _ type: VarlinkType) -> String? {
    for (index, element) in elements.enumerated() {
      if let fault = fault(in: element, of: type) { return "[\(index)]" + fault }
    }
    return nil
  }

  private func faultBelow(_ object: JSONObject, _ type: VarlinkType) -> String? {
    for member in object.members {
      if let fault = fault(in: member.value, of: type) { return "[\(member.name)]" + fault }
    }
    return nil
  }

  private func faultBelow(_ object: JSONObject, _ fields: [VarlinkField]) -> String? {
    for field in fields {
      if let value = object[field.name] {
        if let fault = fault(in: value, of: field.type) { return ".\(field.name)" + fault }
      } else if !field.isNullable {
        return ".\(field.name)"
      }
    }
    return object.members.first { member in !fields.contains { $0.name == member.name } }.map {
      ".\($0.name)"
    }
  }
}
