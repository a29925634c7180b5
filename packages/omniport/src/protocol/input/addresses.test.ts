import { describe, expect, test } from 'vitest'
import { isFieldValue } from './is-field-value.js'
import { isFileUri } from './is-file-uri.js'
import { isWebUrl } from './is-web-url.js'

describe('a page that a person is sent to', () => {
  test.each(['https://a.example', 'http://localhost:1/x?y#z', 'HTTPS://A.EXAMPLE/', 'https://a.example/@b'])(
    'may be %s',
    (url) => {
      expect(isWebUrl(url)).toBe(true)
    },
  )

  test.each<unknown>([
    ...[undefined, 1, '', 'https://', 'https:/a.example', 'ftp://a.example', 'xhttps://a.example', '//a.example'],
    ...['https://a.example/ b', 'https://a.example\\b', 'https://a.example/\u0000', 'https://a.example/\u202e'],
    ...['https://ann@a.example', 'https://:secret@a.example', 'https://ann:secret@a.example', 'https://a:b:c'],
  ])('may not be %j', (url) => {
    expect(isWebUrl(url)).toBe(false)
  })
})

test('a root is a file', () => {
  expect(['file:///a', 'FILE:///a', 'file://host/a'].map(isFileUri)).toEqual([true, true, true])
  const others = ['file:/a', 'xfile:///a', 'https://a.example', 'file://a b/', '', undefined, 1]
  expect(others.map(isFileUri)).toEqual(others.map(() => false))
})

test('the field of a form has a value of a kind that forms have', () => {
  const values = ['', 'a', 0, -1.5, true, false, [], ['a', 'b']]
  expect(values.map(isFieldValue)).toEqual(values.map(() => true))
  const others = [null, undefined, {}, Number.NaN, Number.POSITIVE_INFINITY, [1], ['a', null], 1n]
  expect(others.map(isFieldValue)).toEqual(others.map(() => false))
})
