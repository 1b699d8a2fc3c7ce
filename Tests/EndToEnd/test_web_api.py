"""HTTP for programs against its own description: requests made from the OpenAPI document get answers that it describes.

schemathesis does the same with more imagination, and 94 MB of packages: `assets/tools/soak api`."""

import json
import random
import re

from basics import eventually
from remote import WebCase

SEED, BODIES = 31, 12
METHODS = ("get", "post", "put", "patch", "delete", "options")
# It would end the wall.
LEFT_OUT = "quit"
TEXTS = ("", "a", "5m", "90", "08:30=Tea", "hue", "Two words", "--for", "--", "日本語", "🕰 e\u0301", "\u202eright",
         "a\nb\tc", "a\0b", "%s", "'", '"', "\\", "x" * 300, "on")


def valid(schema, value):
    """Whether the value keeps to the schema (JSON Schema 2020-12, as far as the document uses it)."""
    if "anyOf" in schema:
        return any(valid(each, value) for each in schema["anyOf"])
    if "enum" in schema and value not in schema["enum"]:
        return False
    kinds = {dict: "object", list: "array", str: "string", bool: "boolean", int: "number", float: "number",
             type(None): "null"}
    kind = kinds[type(value)]
    wanted = schema.get("type", kind)
    wanted = [wanted] if isinstance(wanted, str) else wanted
    if kind not in wanted and not (isinstance(value, int) and "integer" in wanted):
        return False
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        return (all(name in value for name in schema.get("required", ()))
                and all(valid(properties[name], each) for name, each in value.items() if name in properties)
                and (schema.get("additionalProperties", True) or set(value) <= set(properties))
                and all(set(needs) <= set(value)
                        for name, needs in schema.get("dependentRequired", {}).items() if name in value))
    if isinstance(value, list):
        return len(value) >= schema.get("minItems", 0) and all(valid(schema.get("items", {}), each) for each in value)
    if isinstance(value, str):
        longest = schema.get("maxLength", 1 << 30)
        return re.search(schema.get("pattern", ""), value) is not None and len(value) <= longest
    return True


class Maker:
    def __init__(self, generator):
        self.random = generator

    def anything(self, depth=2):
        """Any value of JSON."""
        choice = self.random.choice
        kinds = [lambda: None, lambda: choice((True, False)), lambda: choice((0, -1, 1.5, 10**15, 1e300)),
                 lambda: choice(TEXTS)]
        if depth:
            kinds += [lambda: [self.anything(depth - 1) for _ in range(choice((0, 1, 3)))],
                      lambda: {choice(TEXTS): self.anything(depth - 1)}]
        return choice(kinds)()

    def good(self, schema):
        """A value that keeps to the schema."""
        choice = self.random.choice
        if "anyOf" in schema:
            return self.good(choice(schema["anyOf"]))
        if "enum" in schema:
            return choice(schema["enum"])
        wanted = schema.get("type", "object")
        kind = wanted if isinstance(wanted, str) else choice(wanted)
        if kind == "object":
            properties, required = schema.get("properties", {}), schema.get("required", ())
            value = {name: self.good(each)
                     for name, each in properties.items() if name in required or self.random.random() < 0.5}
            # What a field needs may need another.
            while missing := {need for name, needs in schema.get("dependentRequired", {}).items() if name in value
                              for need in needs} - set(value):
                value.update({name: self.good(properties[name]) for name in missing})
            return value
        if kind == "array":
            return [self.good(schema.get("items", {})) for _ in range(schema.get("minItems", 0) + choice((0, 1, 2)))]
        if kind == "string":
            number = f"{self.random.randrange(10**6):06}"
            return number if "pattern" in schema else choice(TEXTS)[:schema.get("maxLength", 1000)]
        return choice((True, False)) if kind == "boolean" else choice((0, -1, 5, 0.5, 90))

    def bad(self, schema):
        """A value that does not keep to the schema: changed at one place, or any."""
        while True:
            value = self.good(schema)
            if isinstance(value, dict) and self.random.random() < 0.8:
                if value and self.random.random() < 0.5:
                    value[self.random.choice([*value])] = self.anything()
                elif value and self.random.random() < 0.5:
                    del value[self.random.choice([*value])]
                else:
                    value[self.random.choice(TEXTS)] = self.anything()
            else:
                value = self.anything()
            if not valid(schema, value):
                return value


class Described(WebCase):
    def setUp(self):
        super().setUp()
        self.joined()
        names = {command["name"].split()[0] for command in self.client().ask("help")["data"]} - {LEFT_OUT}
        self.owner = self.token("owner", "read", *sorted(names))
        self.document = self.call("GET", "/api/v1/openapi.json", token=self.owner).json
        self.maker = Maker(random.Random(SEED))

    def operations(self):
        for path, item in self.document["paths"].items():
            for method, operation in item.items():
                yield path, method, operation

    def described(self, operation, status):
        """The description of an answer, with what it refers to."""
        answer = operation["responses"].get(str(status))
        self.assertIsNotNone(answer, (operation["operationId"], status))
        if reference := answer.get("$ref"):
            answer = self.resolved(reference)
        return answer

    def resolved(self, reference):
        found = self.document
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def assert_described(self, operation, answer):
        what = operation["operationId"], answer.status, answer.body[:200]
        content = self.described(operation, answer.status).get("content", {})
        if not content:
            self.assertEqual(answer.body, b"", what)
            return
        kind = answer.headers["Content-Type"].split(";")[0]
        self.assertIn(kind, content, what)
        schema = content[kind]["schema"]
        if kind.endswith("json"):
            self.assertTrue(valid(self.resolved(schema["$ref"]) if "$ref" in schema else schema, answer.json), what)

    def test_each_operation_keeps_to_it(self):
        statuses = {}
        for path, method, operation in self.operations():
            if method == "get":
                if path != "/events":
                    self.assert_described(operation, self.call("GET", f"/api/v1{path}", token=self.owner))
                continue
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            for number in range(BODIES):
                is_good = number % 2 == 0
                body = (self.maker.good if is_good else self.maker.bad)(schema)
                answer = self.call("POST", f"/api/v1{path}", raw=json.dumps(body).encode(), token=self.owner)
                self.assert_described(operation, answer)
                statuses[answer.status] = statuses.get(answer.status, 0) + 1
                wanted = {200, 204, 403, 409, 429} if is_good else {400, 403} if LEFT_OUT in path else {400, 429}
                self.assertIn(answer.status, wanted, (path, body, answer.body))
        print(f"{sum(statuses.values())} requests made from the document: {dict(sorted(statuses.items()))}")
        eventually(lambda: self.call("GET", "/api/v1/status", token=self.owner).status == 200, "the wall")

    def test_nothing_else_is_taken(self):
        for path, item in self.document["paths"].items():
            address, secured = f"/api/v1{path}", any(operation.get("security", True) for operation in item.values())
            for method in METHODS:
                if method in item:
                    operation = item[method]
                    body = {} if method == "post" else None
                    if secured:
                        answer = self.call(method.upper(), address, body)
                        self.assertEqual(answer.status, 401, address)
                        self.assert_described(operation, answer)
                    if method == "post":
                        answer = self.call("POST", address, raw=b"a=b", Content_Type="text/plain", token=self.owner)
                        self.assertEqual(answer.status, 415, address)
                        self.assert_described(operation, answer)
                        for raw in (b"{", b"\xff", b"[" * 1000):
                            answer = self.call("POST", address, raw=raw, token=self.owner)
                            self.assertEqual(answer.status, 400, (address, raw))
                            self.assert_described(operation, answer)
                    answer = self.call(method.upper(), address, body, token=self.owner, Host="evil.example")
                    self.assertEqual(answer.status, 421)
                    self.assert_described(operation, answer)
                else:
                    answer = self.call(method.upper(), address, token=self.owner)
                    self.assertEqual(answer.status, 405, (method, address))
                    self.assertEqual(
                        {each.strip().lower() for each in answer.headers["Allow"].split(",")} - {"head"}, set(item))

    def test_ids_and_references_are_whole(self):
        names = [operation["operationId"] for _, _, operation in self.operations()]
        self.assertEqual(len(names), len(set(names)))
        for reference in set(re.findall(r'"\$ref": "([^"]+)"', json.dumps(self.document))):
            self.resolved(reference)
        for path, _, operation in self.operations():
            self.assertTrue(operation["summary"].endswith("."), path)
