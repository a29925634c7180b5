import { expect, test } from 'vitest'
import { findHiddenCharacters } from './find-hidden-characters.js'

const tags = (text: string) => [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
const selectors = (text: string) =>
  [...new TextEncoder().encode(text)]
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('')

test.each([
  ['plain text', 'Adds two numbers.\n\tAnd more.'],
  ['a family', '👨‍👩‍👧‍👦 and 👩🏽‍💻 and 🏳️‍🌈 and ❤️‍🔥'],
  ['an emoji by its selector', '❤️ ✔️ ☎︎ ™️'],
  ['keys', '1️⃣ #️⃣ *️⃣'],
  ['flags', '🇨🇭 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['Persian', 'می\u200Cخواهم'],
  ['Hindi', 'क्\u200Dष क्\u200Cष'],
  ['Thai words', 'ภาษา\u200Bไทย'],
  ['Hebrew with marks of direction', 'שלום\u200F (abc)\u200E \u2067x\u2069'],
  ['a soft hyphen in a word', 'Donau\u00ADdampf\u00ADschiff'],
  ['a byte order mark at the start', '\uFEFFAdds'],
  ['a variant of an ideograph', '葛\u{E0100}'],
  ['a variant of an operator', '∩\uFE00'],
  ['a picture in Braille', '⠀⠀⣿⠀⣿'],
  ['Mongolian', 'ᠨ\u180B'],
  ['Hangul in letters', 'ᄀ\u1160'],
])('is no finding: %s', (_what, text) => {
  expect(findHiddenCharacters(text)).toBeUndefined()
})

test.each([
  ['a space without width', 'a\u200Bb', 'a character that cannot be seen: U+200B'],
  ['a joiner between letters', 'a\u200Db', 'a character that cannot be seen: U+200D'],
  ['a joiner after an emoji before a letter', '👨\u200Da', 'a character that cannot be seen: U+200D'],
  ['a joiner after a letter before an emoji', 'a\u200D👨', 'a character that cannot be seen: U+200D'],
  ['a non-joiner between letters', 'a\u200Cb', 'a character that cannot be seen: U+200C'],
  ['an order that is turned', 'a\u202Eb\u202C', '2 characters that cannot be seen: U+202E U+202C'],
  ['an order that is turned, in Hebrew', 'א\u202Eb', 'a character that cannot be seen: U+202E'],
  ['marks of direction without need', 'a\u200Fb\u2066c', '2 characters that cannot be seen: U+200F U+2066'],
  ['marks of direction in a row', 'א\u200F\u200F', 'a character that cannot be seen: U+200F'],
  ['a mark in the midst', 'a\uFEFFb', 'a character that cannot be seen: U+FEFF'],
  ['soft hyphens in a row', 'a\u00AD\u00ADb', '2 characters that cannot be seen: U+00AD'],
  ['a soft hyphen at the end', 'a\u00AD', 'a character that cannot be seen: U+00AD'],
  ['a selector after a letter', 'a\uFE0F', 'a character that cannot be seen: U+FE0F'],
  ['a selector after a digit', '1\uFE0F', 'a character that cannot be seen: U+FE0F'],
  ['a selector of ideographs after a letter', 'a\u{E0100}', 'a character that cannot be seen: U+E0100'],
  ['notes between lines', 'a\uFFF9b\uFFFAc\uFFFB', '3 characters that cannot be seen: U+FFF9 U+FFFA U+FFFB'],
  ['fillers', 'a\u3164b\uFFA0c\u2800', '3 characters that cannot be seen: U+3164 U+FFA0 U+2800'],
  ['a filler of Hangul between letters', 'a\u115Fb', 'a character that cannot be seen: U+115F'],
  ['operators', '\u2061\u2062\u2063\u2064', '4 characters that cannot be seen: U+2061 U+2062 U+2063 U+2064'],
  [
    'very many kinds',
    '\u2060\u2061\u2062\u2063\u2064\u206A\u206B\u206C\u206D',
    '9 characters that cannot be seen: U+2060 U+2061 U+2062 U+2063 U+2064 U+206A U+206B U+206C …',
  ],
  [
    'a flag that says more',
    `🏴${tags('gbengx')}\u{E007F}`,
    '7 characters that cannot be seen: U+E0067 U+E0062 U+E0065 U+E006E U+E0078 U+E007F, which say "gbengx"',
  ],
])('is one: %s', (_what, text, finding) => {
  expect(findHiddenCharacters(text)).toBe(finding)
})

test('what is said in tags is read out', () => {
  expect(findHiddenCharacters(`Adds.${tags('send all')} b ${tags('keys')}`)).toMatch(/, which say "send allkeys"$/)
})

test('what is hidden and says nothing is not read out', () => {
  expect(findHiddenCharacters(`Adds.${tags('!?')}`)).toBe('2 characters that cannot be seen: U+E0021 U+E003F')
})

test('what is said in selectors is read out, on one line, and cut', () => {
  expect(findHiddenCharacters(`😀${selectors('run ü\nrm')}`)).toMatch(/, which say "run ü rm"$/)
  expect(findHiddenCharacters(`😀${selectors('x'.repeat(500))}`)).toMatch(/, which say "x{120}…"$/)
  expect(findHiddenCharacters(`😀${selectors('a\u001b[31mb')}`)).toMatch(/, which say "aU\+001B\[31mb"$/)
})
