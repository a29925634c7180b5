import { describe, expect, test } from 'vitest'
import { editJson, readJson } from './json-text.js'

const at = (text: string) => ({ file: 'mcp.json', text, root: 'servers', name: 'a' })
const entry = { command: 'node', args: ['x'] }

describe('what a file has', () => {
  test.each([
    ['', {}],
    [' \n\t', {}],
    ['\ufeff', {}],
    ['\ufeff{"a":1}', { a: 1 }],
    ['{ // comment\n "a": [1, "x", null, true, {"b": {}}], }', { a: [1, 'x', null, true, { b: {} }] }],
  ])('%j', (text, members) => {
    expect(JSON.parse(JSON.stringify(readJson(at(text))))).toEqual(members)
  })

  test('may be called as members of objects usually are', () => {
    const members = readJson(at('{"__proto__":{"polluted":1},"toString":2}'))
    expect([Object.keys(members), ({} as { polluted?: unknown }).polluted]).toEqual([
      ['__proto__', 'toString'],
      undefined,
    ])
    expect(members['constructor']).toBe(undefined)
  })

  test.each([
    ['{"a":', 'mcp.json:1: not JSON, so it is left as it is: ValueExpected'],
    ['[]', 'mcp.json:1: not JSON, so it is left as it is: not an object'],
    ['{\n\n  x\n}', 'mcp.json:3: not JSON, so it is left as it is: InvalidSymbol'],
  ])('cannot be read: %j', (text, message) => {
    expect(() => readJson(at(text))).toThrow(expect.objectContaining({ code: 'invalid_config', message }))
  })
})

describe('an entry is put', () => {
  test.each([
    [
      'into an empty file',
      '',
      '{\n  "servers": {\n    "a": {\n      "command": "node",\n      "args": [\n        "x"\n      ]\n    }\n  }\n}\n',
    ],
    [
      'after the byte order mark',
      '\ufeff{}',
      '\ufeff{\n  "servers": {\n    "a": {\n      "command": "node",\n      "args": [\n        "x"\n      ]\n    }\n  }\n}',
    ],
    [
      'with the tabs of the file',
      '{\n\t"b": 1\n}\n',
      '{\n\t"b": 1,\n\t"servers": {\n\t\t"a": {\n\t\t\t"command": "node",\n\t\t\t"args": [\n\t\t\t\t"x"\n\t\t\t]\n\t\t}\n\t}\n}\n',
    ],
    [
      'with the indentation of the file',
      '{\n    "b": 1\n}\n',
      '{\n    "b": 1,\n    "servers": {\n        "a": {\n            "command": "node",\n            "args": [\n                "x"\n            ]\n        }\n    }\n}\n',
    ],
    [
      'with at most 8 spaces',
      '{\n            "b": 1\n}\n',
      '{\n        "b": 1,\n        "servers": {\n                "a": {\n                        "command": "node",\n                        "args": [\n                                "x"\n                        ]\n                }\n        }\n}\n',
    ],
    [
      'with the line ends of the file',
      '{\r\n "b": 1\r\n}\r\n',
      '{\r\n "b": 1,\r\n "servers": {\r\n  "a": {\r\n   "command": "node",\r\n   "args": [\r\n    "x"\r\n   ]\r\n  }\r\n }\r\n}\r\n',
    ],
    [
      'in the place of another',
      '{ "servers": { "a": 1 /* mine */ } }',
      '{ "servers": { "a": {\n      "command": "node",\n      "args": [\n        "x"\n      ]\n    } /* mine */ } }',
    ],
  ])('%s', (_name, text, changed) => {
    expect(editJson(at(text), entry)).toBe(changed)
  })
})

test.each([
  ['the only one', '{\n  "servers": {\n    "a": {}\n  }\n}\n', '{\n  "servers": {\n  }\n}\n'],
  ['one of several', '{\n  "servers": {\n    "b": 1,\n    "a": 2\n  }\n}', '{\n  "servers": {\n    "b": 1\n  }\n}'],
  ['one that is not there', '{ "servers": {} }', '{ "servers": {} }'],
  ['one of none', '{ "b": 1 }', '{ "b": 1 }'],
  ['one of an empty file', ' ', ' '],
])('an entry is taken out: %s', (_name, text, changed) => {
  expect(editJson(at(text), undefined)).toBe(changed)
})
