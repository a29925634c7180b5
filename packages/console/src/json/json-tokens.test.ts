import { describe, expect, test } from 'vitest'
import { jsonTokens } from './json-tokens.js'

const tokens = (text: string) => jsonTokens(text).map(({ kind, text }) => `${kind} ${text}`)

describe('the pieces of a text', () => {
  test.each<[string, string, readonly string[]]>([
    ['an object', '{"a" : 1}', ['mark {', 'name "a"', 'mark  :', 'mark  ', 'number 1', 'mark }']],
    ['texts', '["a\\"b", ""]', ['mark [', 'string "a\\"b"', 'mark , ', 'string ""', 'mark ]']],
    ['numbers', '-1.5e+3', ['number -1.5e+3']],
    [
      'words',
      '[true,false,null]',
      ['mark [', 'literal true', 'mark ,', 'literal false', 'mark ,', 'literal null', 'mark ]'],
    ],
    ['a quote without an end', '"a', ['mark "a']],
    ['a sign without a number', '- 1', ['mark - ', 'number 1']],
    ['nothing', '', []],
  ])('of %s', (_name, text, pieces) => {
    expect(tokens(text)).toEqual(pieces)
  })
})
