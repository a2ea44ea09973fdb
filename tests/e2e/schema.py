#!/usr/bin/env python3
"""schema.py SCHEMA [FILE...]: are the documents what a JSON Schema says?

Of draft 2020-12 it knows what doc/run.schema.json uses; a word that it does not
know is a fault of the schema. A schema that allows other members than it names
is read strictly: what it does not name is a fault, because a writer that is
ahead of its schema would go unnoticed else. '-' is standard input. Prints a
line for each fault, and exits 1 where there is one."""
import json
import re
import sys

SAID = {'$schema', '$id', 'title', 'description', '$defs'}
KNOWN = SAID | {'$ref', 'type', 'const', 'enum', 'properties', 'required',
                'additionalProperties', 'items', 'minItems', 'maxItems',
                'minimum', 'maximum', 'pattern'}
TYPES = {'object': dict, 'array': list, 'string': str, 'boolean': bool,
         'null': type(None)}


def is_type(x, name):
    """A whole number is an integer; true and false are none."""
    if name in ('integer', 'number'):
        number = isinstance(x, (int, float)) and not isinstance(x, bool)
        return number and (name == 'number' or x == int(x))
    return isinstance(x, TYPES[name])


class Schema:
    def __init__(self, root):
        self.root = root
        self.known(root, '#')

    def of(self, document):
        """Its faults, a line each."""
        self.faults = []
        self.check(document, self.root, '$')
        return self.faults

    def known(self, schema, path):
        """Every word of the schema is one that is looked at here."""
        for word in schema.keys() - KNOWN:
            raise SystemExit(f'schema.py: {path}: unknown word {word!r}')
        for name in ('properties', '$defs'):
            for key, s in schema.get(name, {}).items():
                self.known(s, f'{path}/{name}/{key}')
        for name in ('items', 'additionalProperties'):
            if name in schema:
                self.known(schema[name], f'{path}/{name}')
        self.target(schema)

    def target(self, schema):
        if '$ref' not in schema:
            return schema
        prefix, name = schema['$ref'].rsplit('/', 1)
        if prefix != '#/$defs':
            raise SystemExit(f'schema.py: {schema["$ref"]!r} is not there')
        return self.root['$defs'][name]

    def fault(self, path, why):
        self.faults.append(f'{path}: {why}')

    def check(self, x, schema, path):
        schema = self.target(schema)
        types = schema.get('type', [])
        types = [types] if isinstance(types, str) else types
        if types and not any(is_type(x, t) for t in types):
            self.fault(path, f'{json.dumps(x)[:40]} is no {" or ".join(types)}')
            return
        if 'const' in schema and x != schema['const']:
            self.fault(path, f'{x!r} is not {schema["const"]!r}')
        if 'enum' in schema and x not in schema['enum']:
            self.fault(path, f'{x!r} is none of {schema["enum"]}')
        if isinstance(x, dict):
            self.members(x, schema, path)
        elif isinstance(x, list):
            self.elements(x, schema, path)
        elif isinstance(x, str):
            if not re.search(schema.get('pattern', ''), x):
                self.fault(path, f'{x!r} does not match')
        elif isinstance(x, (int, float)):
            if not schema.get('minimum', x) <= x <= schema.get('maximum', x):
                self.fault(path, f'{x} is out of range')

    def members(self, x, schema, path):
        for key in schema.get('required', []):
            if key not in x:
                self.fault(path, f'{key!r} is missing')
        for key, value in x.items():
            if key in schema.get('properties', {}):
                self.check(value, schema['properties'][key], f'{path}.{key}')
            elif 'additionalProperties' in schema:
                self.check(value, schema['additionalProperties'],
                           f'{path}.{key}')
            else:
                self.fault(path, f'the schema does not know {key!r}')

    def elements(self, x, schema, path):
        least, most = schema.get('minItems', 0), schema.get('maxItems', len(x))
        if not least <= len(x) <= most:
            self.fault(path, f'{len(x)} elements')
        for i, value in enumerate(x):
            if 'items' in schema:
                self.check(value, schema['items'], f'{path}[{i}]')


def read(path):
    if path == '-':
        return json.load(sys.stdin)
    with open(path, encoding='utf-8') as f:
        return json.load(f)


def main():
    schema, bad = Schema(read(sys.argv[1])), 0
    for path in sys.argv[2:]:
        for fault in schema.of(read(path)):
            print(f'{path}: {fault}')
            bad = 1
    return bad


if __name__ == '__main__':
    sys.exit(main())
