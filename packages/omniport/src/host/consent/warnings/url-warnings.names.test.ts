import { expect, test } from 'vitest'
import { urlWarnings } from './url-warnings.js'

const punycode = (host: string) =>
  `The name of the site has letters of other alphabets, and may only look like one that you know: ${host}`
const mixed = 'The name of the site mixes letters of several alphabets.'

test.each([
  ['Latin and Cyrillic', 'https://аpple.com/', true],
  ['Latin and Greek', 'https://αpple.com/', true],
  ['Latin and Armenian', 'https://օpple.com/', true],
  ['Latin and Cherokee', 'https://ꭱpple.com/', true],
  ['Cyrillic and Greek', 'https://аα.com/', true],
  ['one alphabet in each label', 'https://пример.com/', false],
  ['letters after the name', 'https://пример/path', false],
  ['letters in a query', 'https://пример?apple', false],
  ['letters in a fragment', 'https://пример#apple', false],
  ['letters before an @', 'https://apple@пример/', false],
  ['digits and hyphens', 'https://пример-1/', false],
  ['a name after one slash', 'https:/аpple.com', true],
  ['a name after backslashes', 'https:\\\\аpple.com', true],
])('a site with %s: %s', (_, url, isMixed) => {
  expect(urlWarnings(url).includes(mixed)).toBe(isMixed)
})

test('a label of another alphabet is found wherever it stands, and text that only holds its mark is not', () => {
  expect(urlWarnings('https://a.xn--e1afmkfd.example/')).toEqual([punycode('a.xn--e1afmkfd.example')])
  expect(urlWarnings('https://axn--b.example/')).toEqual([])
})

test.each([
  ['https://1.2.3.4.example/', []],
  ['https://a1.2.3.4.b/', []],
])('%s has a name, and no address', (url, warnings) => {
  expect(urlWarnings(url)).toEqual(warnings)
})
