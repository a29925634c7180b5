import { expect, test } from 'vitest'
import { plainText } from './plain-text.js'

test.each([
  ['a \n\n b\u00A0\tc', 'a b c'],
  ['**a** `b`', 'a b'],
  ['don’t ‘x’', "don't 'x'"],
  ['ｆｕｌｌ 𝐛𝐨𝐥𝐝 ﬁ', 'full bold fi'],
  ['раss Ρаss', 'pass Pass'],
  ['a\u200Bb\u{E0041}c\u2800d\uFFF9e\u0008f\u001Bg', 'abcdefg'],
  ['snake_case ~/.ssh <b> -', 'snake_case ~/.ssh <b> -'],
])('%j', (text, plain) => {
  expect(plainText(text, 100)).toBe(plain)
})

test('what looks alike is replaced by what it looks like, letter for letter', () => {
  expect(plainText('аеорсухіјѕԁһԛԝ АВЕКМНОРСТУХІЈЅ οανι ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 100)).toBe(
    'aeopcyxijsdhqw ABEKMHOPCTYXIJS oavi ABEZHIKMNOPTYX',
  )
})

test('it grows no longer than it may, whatever its characters come to', () => {
  expect(plainText('\uFDFA'.repeat(100), 100)).toHaveLength(100)
})
