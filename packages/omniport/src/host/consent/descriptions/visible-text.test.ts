import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '#test/support/code-point.js'
import { quoteCommand } from './quote-command.js'
import { visibleText } from './visible-text.js'

test.each([
  ['plain', 'Grüße, 世界 👋 a\u3000b', 'Grüße, 世界 👋 a\u3000b'],
  ['a terminal escape', '\u001b[31mred', '\\u{1B}[31mred'],
  ['line breaks', 'a\r\nb\u2028c\u2029d\u0085e', 'a\\u{D}\\u{A}b\\u{2028}c\\u{2029}d\\u{85}e'],
  ['another direction', 'a\u202Eb\u2066c\u200Fd', 'a\\u{202E}b\\u{2066}c\\u{200F}d'],
  ['no width', 'a\u200Bb\u2060c\uFEFFd\u00ADe', 'a\\u{200B}b\\u{2060}c\\u{FEFF}d\\u{AD}e'],
  ['tags', 'a\u{E0041}\u{E007F}', 'a\\u{E0041}\\u{E007F}'],
  ['selectors of variants', '\uFE0F\u{E0100}', '\\u{FE0F}\\u{E0100}'],
  ['letters without a shape', '\u3164\u115F\uFFA0\u2800', '\\u{3164}\\u{115F}\\u{FFA0}\\u{2800}'],
  ['marks that pile up', `e${'\u0301'.repeat(9)}f\u0301`, `e${'\u0301'.repeat(8)}\\u{301}f\u0301`],
  ['half a pair', 'a\uD800', 'a\\u{D800}'],
])('text is visible: %s', (_, text, visible) => {
  expect(visibleText(text)).toBe(visible)
})

test.each([
  [['npx', '-y', '@a/b@1.0', '--x=1'], 'npx -y @a/b@1.0 --x=1'],
  [['a b', ''], '"a b" ""'],
  [['say "hi"', 'a\\b'], '"say \\"hi\\"" "a\\\\b"'],
  [['a;b', '$(c)', '`d`', '&&'], '"a;b" "$(c)" "`d`" "&&"'],
  [['a\nb', '\\n'], '"a\\u{A}b" "\\\\n"'],
  [['a\u00A0b', 'a\u3000b', 'a b'], '"a\\u{A0}b" "a\\u{3000}b" "a b"'],
  [['nоde'], '"nоde"'],
])('a command is quoted: %j', (words, line) => {
  expect(quoteCommand(words)).toBe(line)
})

/** What a person could read out of the line, by its rules. */
function unquote(line: string): readonly string[] {
  const words = line.match(/"(?:[^"\\]|\\u\{[0-9A-F]+\}|\\.)*"|[^ ]+/gu) ?? []
  return words.map((word) => {
    if (!word.startsWith('"')) return word
    return word.slice(1, -1).replace(/\\u\{([0-9A-F]+)\}|\\(["\\])/gu, (_, code, character) => {
      return code === undefined ? character : String.fromCodePoint(Number.parseInt(code, 16))
    })
  })
}

test('a quoted command says exactly what it was', () => {
  const word = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.string({ unit: fc.constantFrom(' ', '"', '\\', 'u', '{', '}', 'A', '\n', '\u00A0', '\u202E') }),
  )
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      const line = quoteCommand(words)
      expect(unquote(line)).toEqual(words)
      expect(line).not.toMatch(/[\p{C}\u2028\u2029\u2800]|(?! )\p{Zs}/u)
    }),
  )
})
