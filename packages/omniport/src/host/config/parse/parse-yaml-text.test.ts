import { describe, expect, test } from 'vitest'
import { ConfigFault } from '../config-fault.js'
import type { FieldPath } from '../field-fault.js'
import { parseYamlText } from './parse-yaml-text.js'

test('maps, lists and merged maps are read', async () => {
  const { value } = await parseYamlText('a: &a\n  x: 1\nb:\n  <<: *a\n  y: [2, *a]\n')
  expect(value).toEqual({ a: { x: 1 }, b: { x: 1, y: [2, { x: 1 }] } })
})

test.each([
  ['', null],
  ['5', 5],
  ['# x', null],
])('%j is read as %j', async (text, expected) => {
  expect((await parseYamlText(text)).value).toBe(expected)
})

test.each<[string, string, number]>([
  ['a: 1\n\tb: secret', 'tab as indent', 2],
  ['a:\n  b: 1\n  b: 2', 'duplicate key', 3],
])('%j is a fault of its line, and not quoted', async (text, problem, line) => {
  await expect(parseYamlText(text)).rejects.toThrow(new ConfigFault(`not YAML: ${problem}`, line))
})

describe('aliases', () => {
  const repeated = (count: number) => `a: &a [x]\nb: [${'*a,'.repeat(count)}]`

  test('are limited', async () => {
    const { value } = await parseYamlText(repeated(99))
    expect(value).toMatchObject({ b: Array.from({ length: 99 }, () => ['x']) })
    await expect(parseYamlText(repeated(100))).rejects.toThrow(
      new ConfigFault('not YAML that can be read: too many aliases'),
    )
  })

  test('need an anchor', async () => {
    await expect(parseYamlText('a: *secret\nb: &secret 1')).rejects.toThrow(
      new ConfigFault('not YAML that can be read: an alias has no anchor before it'),
    )
  })
})

test('what nests too deeply is not parsed', async () => {
  await expect(parseYamlText('['.repeat(65))).rejects.toThrow(new ConfigFault('nests deeper than 64 levels'))
})

describe('the line is known', () => {
  const text = `a:
  b: &b
    c: 1
  d:
    - 2
    - e: 3
      f: 4
g: *b
5:
  h: 6
? [x]
: 7
i: [8,
  9]
`

  test.each<[FieldPath, number]>([
    [['a'], 1],
    [['a', 'b'], 2],
    [['a', 'b', 'c'], 3],
    [['a', 'd'], 4],
    [['a', 'd', 0], 5],
    [['a', 'd', 1], 6],
    [['a', 'd', 1, 'f'], 7],
    [['g'], 8],
    [['g', 'c'], 3],
    [['5'], 9],
    [['5', 'h'], 10],
    [['i', 0], 13],
    [['i', 1], 14],
  ])('of %j', async (path, line) => {
    expect((await parseYamlText(text)).lineOf(path)).toBe(line)
  })

  test.each<[FieldPath]>([
    [[]],
    [['x']],
    [['a', 'x']],
    [['a', 'd', 2]],
    [['a', 'd', 'e']],
    [['a', 'd', 0, 'x']],
    [['x', 'a']],
    [['a', 'b', 'c', 0]],
  ])('not of %j', async (path) => {
    expect((await parseYamlText(text)).lineOf(path)).toBeUndefined()
  })
})
