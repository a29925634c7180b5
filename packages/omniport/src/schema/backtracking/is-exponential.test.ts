import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isExponential } from './is-exponential.js'
import { parseRegExp } from './parse-regexp.js'

const verdict = (source: string) => isExponential(parseRegExp(source), source)

test.each([
  ['^(a+)+$'],
  ['^(a*)*$'],
  ['^(a|aa)+$'],
  ['^(a|a)*$'],
  ['^(a|b|ab)*c$'],
  ['^([a-z]+)*x$'],
  ['^(\\w+\\s?)+$'],
  ['^(.*,)+x$'],
  ['^(.*)*$'],
  ['^(?:a?b?)*$'],
  ['(x+x+)+y'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$'],
  ['^([\\/\\w \\.-]*)*\\/?$'],
  ['^(?=(a+)+$)b'],
  ['^(a+){20}$'],
  ['^(a{1,9}){1,30}$'],
  ['^(\\p{L}|\\p{Lu})+$'],
  ['^([α-ω]|[ω-ό])+$'],
  ['^(\\u{1F600}|[😀-😂])+$'],
  // With flags only, which a document does not tell.
  ['^(a|A)+$'],
  ['^(.|\\n)+$'],
])('%s is exponential', (source) => {
  expect(verdict(source)).toBe(true)
})

test.each([
  ['^[a-z]+$'],
  ['^[a-z0-9]+(?:-[a-z0-9]+)*$'],
  ['^\\s*\\S+(\\s+\\S+)*\\s*$'],
  ['^(\\d{1,3}\\.){3}\\d{1,3}$'],
  ['^([0-9a-f]{2}){16}$'],
  ['^([0-9a-f]{2}:){5}[0-9a-f]{2}$'],
  ['^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'],
  ['^(a?)*$'],
  ['^(ab|cd)*$'],
  ['^("[^"]*"|\'[^\']*\')(,("[^"]*"|\'[^\']*\'))*$'],
  ['^(/[^/]+)+$'],
  ['^([a-z]+\\.)+[a-z]{2,}$'],
  ['^(([a-z]\\d)+-)*$'],
  ['.*.*.*x'],
  [
    '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-z-][0-9a-z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-z-][0-9a-z-]*))*))?$',
  ],
])('%s is not', (source) => {
  expect(verdict(source)).toBe(false)
})

test.each([
  ['^(\\u0400|[\\u0400-\\u0401])+$', true],
  ['^([\\u0400-\\u0402]|\\u0403)+$', false],
  ['^(\\u{10400}|[\\u{103ff}-\\u{10401}])+$', true],
  ['^([\\u{103ff}-\\u{10401}]|\\u{10402})+$', false],
  ['^([Ѐ-Ђ]|[ЂЃ])+$', true],
  ['^([Ѐ-Ђ]|[ЃЄ])+$', false],
  ['^([\\xe0-\\xe5]|é)+$', false],
  ['^([\\xe0-\\xe9]|é)+$', true],
  // What both match is named by neither: it is beside what they exclude.
  ['^([^\\0-\\u0400\\u0402-\\u{10ffff}]|[^\\0-\\u0400\\u0402-\\u{10ffff}])+$', true],
  ['^([^\\0-\\u0400\\u0402-\\u{10ffff}]|[^\\0-\\u0401\\u0403-\\u{10ffff}])+$', false],
])('characters beyond Latin count: %s, %s', (source, expected) => {
  expect(verdict(source)).toBe(expected)
})

test.each([
  ['with too many steps', 'a{256}'.repeat(100)],
  ['whose loop has too many places', `^(?:${Array.from({ length: 700 }, (_, index) => `${index}a`).join('|')})*$`],
])('an expression that is too large to find out counts as one: %s', (_name, source) => {
  expect(verdict(source)).toBe(true)
})

test.each([
  ['^(a|b)*(a|b)*$', false],
  ['^(?:(a|b)*c)*$', false],
  ['^(?:(a|b)*a?)*$', true],
  ['^(a*?)*?$', true],
  ['^(?:a|(?:b|a))*$', true],
  ['^(?:ab|a(?:b|c))*$', true],
  ['^(?:ab|a(?:c|d))*$', false],
  ['^(?:a|)*$', false],
  ['^(?:\\ba|a)*$', true],
  ['^(?!(a+)+$)b', true],
  ['(?<=(a|a)*)b', true],
  ['^(?:(a)\\1*)*$', true],
])('%s: %s', (source, expected) => {
  expect(verdict(source)).toBe(expected)
})

describe('the patterns of zod', () => {
  const formats = {
    email: z.email(),
    uuid: z.uuid(),
    guid: z.guid(),
    nanoid: z.nanoid(),
    cuid: z.cuid(),
    cuid2: z.cuid2(),
    ulid: z.ulid(),
    ksuid: z.ksuid(),
    emoji: z.emoji(),
    ipv4: z.ipv4(),
    ipv6: z.ipv6(),
    cidrv4: z.cidrv4(),
    cidrv6: z.cidrv6(),
    base64: z.base64(),
    base64url: z.base64url(),
    e164: z.e164(),
    date: z.iso.date(),
    time: z.iso.time(),
    datetime: z.iso.datetime(),
    duration: z.iso.duration(),
    lowercase: z.string().lowercase(),
    includes: z.string().includes('a'),
    hex: z.hex(),
    template: z.templateLiteral([z.number(), '-', z.string()]),
  }

  test.each(Object.entries(formats))('%s are not', (_name, schema) => {
    const { pattern } = z.toJSONSchema(schema)
    expect(pattern === undefined ? false : verdict(pattern)).toBe(false)
  })
})
