import { expect, test } from 'vitest'
import { ConfigFault, formatLocation } from './config-fault.js'
import { FieldFault, type FieldPath, formatPath } from './field-fault.js'

test.each<[FieldPath, string]>([
  [[], ''],
  [['a'], 'a'],
  [['mcpServers', 'a', 'args', 0, 'x'], 'mcpServers.a.args[0].x'],
  [[1, 2, 'a'], '[1][2].a'],
  [['a b', 'c\nd', ''], 'a b.c d.'],
  [['n'.repeat(64), 'n'.repeat(65)], `${'n'.repeat(64)}.${'n'.repeat(64)}…`],
])('the path %j is written %s', (path, text) => {
  expect(formatPath(path)).toBe(text)
})

test.each<[unknown, string]>([
  [undefined, 'nothing'],
  [null, 'nothing'],
  [['secret'], 'a list'],
  [{ secret: 1 }, 'an object'],
  ['secret', 'a string'],
  [5, 'a number'],
  [true, 'a boolean'],
])('a wrong value is named by its kind: %j', (value, kind) => {
  const fault = FieldFault.of(['a', 0], 'true', value)
  expect([fault.name, fault.path, fault.message]).toEqual(['FieldFault', ['a', 0], ` must be true, got ${kind}`])
})

test('a fault of a whole file has a line where it is known', () => {
  expect(new ConfigFault('x', 3)).toMatchObject({ name: 'ConfigFault', message: 'x', line: 3 })
  expect(new ConfigFault('x').line).toBeUndefined()
})

test('a location is the file, and the line where it is known', () => {
  expect([formatLocation({ file: 'a.json' }), formatLocation({ file: 'a.json', line: 12 })]).toEqual([
    'a.json',
    'a.json:12',
  ])
})
