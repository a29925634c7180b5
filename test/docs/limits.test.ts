import { defaultLimits } from 'omniport/protocol'
import { describe, expect, test } from 'vitest'
import { namedNumbers, sayBound } from './bounds.js'
import { readDocument } from './code-blocks.js'

const text = readDocument('docs/limits.md')
const sections = new Map(text.split(/^## /m).map((section) => [section.slice(0, section.indexOf('\n')), section]))

/** The cells of the rows of a section whose first one is code. */
function rows(section: string): string[][] {
  const lines = [...(sections.get(section) ?? '').matchAll(/^\| (`.+) \|$/gm)]
  return lines.map(([, line = '']) => line.split(' | ').map((cell) => cell.trim()))
}

describe('docs/limits.md', () => {
  test('has every limit with its default, once', () => {
    const documented = rows('All of them').map(([name = '', value]) => [name.replaceAll('`', ''), value])
    const actual = Object.entries(defaultLimits).map(([name, value]) => [name, sayBound(name, value)])
    expect(documented.sort()).toEqual(actual.sort())
  })

  test('says of each limit what it is of, and what happens beyond it', () => {
    const cells = rows('All of them').map((row) => row.length)
    expect(new Set(cells)).toEqual(new Set([4]))
    expect(
      rows('All of them')
        .flat()
        .filter((cell) => cell.trim() === ''),
    ).toEqual([])
  })

  test('lists every other bound that the library has, with its value', () => {
    const documented = rows('Fixed').flatMap(([file = '', bounds = '']) =>
      [...bounds.matchAll(/`(\w+)` ([^;]+)/g)].map(([, name, value]) => [`${file.replaceAll('`', '')} ${name}`, value]),
    )
    expect(documented.sort()).toEqual([...namedNumbers()].sort())
  })
})

test.each([
  ['maxBytes', 4 * 1024 * 1024, '4 MiB'],
  ['maxBytes', 1_000, '1,000 bytes'],
  ['closeMs', 90_000, '90 s'],
  ['closeMs', 86_400_000, '1 d'],
  ['closeMs', 250, '250 ms'],
  ['most', 10_000, '10,000'],
  ['handlerMs', undefined, 'none'],
])('%s = %j reads %s', (name, value, expected) => {
  expect(sayBound(name, value)).toBe(expected)
})
