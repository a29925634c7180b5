import { describe, expect, test } from 'vitest'
import { cleanText, webAddress } from './clean-text.js'
import { splitCommand } from './split-command.js'

describe('the words of a command line', () => {
  test.each([
    ['  a \t b\n', ['a', 'b']],
    ['', []],
    ['"" \'\'', ['', '']],
    ['a"b c"d', ['ab cd']],
    ["a'b c'd", ['ab cd']],
    ['"a\\"b\\\\c\\d"', ['a"b\\c\\d']],
    ["'a\\b\"c'", ['a\\b"c']],
    ['a\\"b\\\'c', ['a"b\'c']],
    ['"no end', ['no end']],
    ["'no end", ['no end']],
    ["'", ['']],
    ['"it\'s"', ["it's"]],
    ['a\\\\b', ['a\\b']],
    ['x "a b" y\'c d\'', ['x', 'a b', 'yc d']],
  ])('%j', (line, words) => {
    expect(splitCommand(line)).toEqual(words)
  })
})

describe('foreign text', () => {
  test.each([
    ['a zero-width space', '\u200b', '⟨U+200B⟩'],
    ['a soft hyphen', '\u00ad', '⟨U+00AD⟩'],
    ['an escape', '\u001b', '⟨U+001B⟩'],
    ['a tag character', '\u{e0041}', '⟨U+E0041⟩'],
    ['a byte order mark', '\ufeff', '⟨U+FEFF⟩'],
    ['the ends of lines and tabs', '\t\r\n', '\t\r\n'],
    ['letters of any script', 'añ漢🙂\u200d', 'añ漢🙂\u200d'],
  ])('shows %s', (_name, text, shown) => {
    expect(cleanText(`a${text}b`)).toBe(`a${shown}b`)
  })

  test.each([
    ['HTTP://A.example', 'http://a.example/'],
    ['https://a.example/x y', 'https://a.example/x%20y'],
    ['http://', undefined],
    ['http:a.example', undefined],
    ['ftp://a.example', undefined],
    ['xhttps://a.example', undefined],
  ])('leads from %s to %s', (text, address) => {
    expect(webAddress(text)).toBe(address)
  })
})
