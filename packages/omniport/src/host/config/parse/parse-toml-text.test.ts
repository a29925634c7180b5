import { describe, expect, test } from 'vitest'
import { ConfigFault } from '../config-fault.js'
import type { FieldPath } from '../field-fault.js'
import { parseTomlText } from './parse-toml-text.js'

test('tables and values are read', async () => {
  const { value } = await parseTomlText('a = 1\n[b.c]\nd = ["x"]\n')
  expect(value).toEqual({ a: 1, b: { c: { d: ['x'] } } })
})

test('a fault has its line, and quotes nothing', async () => {
  await expect(parseTomlText('[a]\nb = secret')).rejects.toThrow(new ConfigFault('not TOML: invalid value', 2))
})

describe('the line is known', () => {
  const text = `# first = 1
first = 1
list = [ "x=y" ]
x = 2 # [c]
dotted.inner = 3
  "quoted name" = 4

[table] # of values
ab = 5

  [ table.deep ]
a-b = 6

[[many]]
b = 7
[[many]]
b = 8

[late.one]
[late]
c = 9
`

  test.each<[FieldPath, number]>([
    [['first'], 2],
    [['list'], 3],
    [['x'], 4],
    [['dotted'], 5],
    [['dotted', 'inner'], 5],
    [['quoted name'], 6],
    [['table'], 8],
    [['table', 'ab'], 9],
    [['table', 'deep'], 11],
    [['table', 'deep', 'a-b'], 12],
    [['many'], 14],
    [['many', 'b'], 15],
    [['late'], 19],
    [['late', 'one'], 19],
    [['late', 'c'], 21],
  ])('of %j', async (path, line) => {
    expect((await parseTomlText(text)).lineOf(path)).toBe(line)
  })

  test.each<[FieldPath]>([[[]], [['ab']], [['deep']], [['c']], [['table', 'first']], [['inner']]])(
    'not of %j',
    async (path) => {
      expect((await parseTomlText(text)).lineOf(path)).toBeUndefined()
    },
  )

  test('of what nests 64 levels, and no deeper', async () => {
    const names = Array.from({ length: 65 }, () => 'a')
    const { lineOf } = await parseTomlText(`[${names.join('.')}]`)
    expect([lineOf(names.slice(1)), lineOf(names)]).toEqual([1, undefined])
  })
})
