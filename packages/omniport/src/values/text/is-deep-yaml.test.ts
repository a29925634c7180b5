import { describe, expect, test } from 'vitest'
import { Lexer } from 'yaml'
import { isDeepYaml } from './is-deep-yaml.js'

const isDeep = (text: string) => isDeepYaml(text, new Lexer())

/** Keys in keys, each line indented a little more. */
function indented(levels: number, width = 2): string {
  return Array.from({ length: levels }, (_, level) => `${' '.repeat(level * width)}a:\n`).join('')
}

describe('YAML may be as deep as', () => {
  test.each([
    ['64 lists in brackets', '['.repeat(64) + ']'.repeat(64), '['.repeat(65) + ']'.repeat(65)],
    ['64 maps in braces', '{a: '.repeat(64) + '}'.repeat(64), '{a: '.repeat(65) + '}'.repeat(65)],
    ['both together', '[{a: '.repeat(32) + '}]'.repeat(32), `[${'[{a: '.repeat(32)}${'}]'.repeat(32)}]`],
    ['64 that are not closed', '['.repeat(64), '['.repeat(65)],
    ['512 spaces before a text', `a:\n${' '.repeat(512)}b`, `a:\n${' '.repeat(513)}b`],
    ['512 lists in lists', `${'- '.repeat(256)}a`, `${'- '.repeat(400)}a`],
    ['keys in keys', `${indented(200)}`, `${indented(300)}`],
    ['questions', `${'? '.repeat(256)}a`, `${'? '.repeat(400)}a`],
  ])('%s', (_name, most, over) => {
    expect([isDeep(most), isDeep(over)]).toEqual([false, true])
  })
})

describe('YAML is not deep for', () => {
  test.each([
    ['nothing', ''],
    ['brackets that were closed', Array.from({ length: 100 }, () => '- []\n- {}').join('\n')],
    ['brackets in texts', `a: "${'['.repeat(100)}"\nb: '${'{'.repeat(100)}'\nc: x${'['.repeat(100)}`],
    ['a block of text', `a: |\n${`  ${'['.repeat(100)}\n`.repeat(3)}`],
    ['many lines', 'a: 1\n'.repeat(1_000)],
    ['many items', '- a\n'.repeat(1_000)],
    ['long texts', `a: ${'- x '.repeat(1_000)}`],
    ['spaces behind a text', `a${' '.repeat(600)}: b`],
    ['dashes in a list in brackets', `[${'- , '.repeat(600)}]`],
    ['a comment', `# ${'['.repeat(100)}`],
    ['more closed than open', `${']'.repeat(10)}\n${'['.repeat(64)}`],
  ])('%s', (_name, text) => {
    expect(isDeep(text)).toBe(false)
  })
})

test('the width is that of one line', () => {
  const line = `${' '.repeat(400)}a: b`
  expect(isDeep(`x:\n${line}\n${line}\r\n${line}`)).toBe(false)
  expect(isDeep(`x:\n${' '.repeat(400)}a:\n${' '.repeat(600)}c`)).toBe(true)
})
