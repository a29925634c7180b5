import { expect, test } from 'vitest'
import { parseUrl } from './parse-url.js'

test('a URL is parsed, also relative to another', () => {
  expect(parseUrl('https://a.example/b?c#d')?.href).toBe('https://a.example/b?c#d')
  expect(parseUrl('../c', 'https://a.example/b/')?.href).toBe('https://a.example/c')
  expect(parseUrl('../c', new URL('https://a.example/b/'))?.href).toBe('https://a.example/c')
  const url = new URL('https://a.example/')
  expect(parseUrl(url)).toEqual(url)
})

test.each(['', '/relative', 'https://', 'https://a b/'])('%j is none', (text) => {
  expect(parseUrl(text)).toBeUndefined()
})

test('no text is a URL relative to what is none', () => {
  expect(parseUrl('b', 'a')).toBeUndefined()
})

test('a host with characters of Latin 1 is parsed, however often that is done', () => {
  const urls = Array.from({ length: 20_000 }, () => parseUrl('https://m\u00fcnchen.example/')?.href)
  expect(new Set(urls)).toEqual(new Set(['https://xn--mnchen-3ya.example/']))
})
