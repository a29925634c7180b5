import { describe, expect, test } from 'vitest'
import type { AuthRequest } from '../../transport/http/auth/authenticate.js'
import { headerOf, readCredentials } from './read-credentials.js'

const requestWith = (value?: string): AuthRequest => ({
  method: 'POST',
  headers: new Headers(value === undefined ? {} : { authorization: value }),
})
const malformed = { denied: 'malformed', description: 'Authorization must be one token' }
const missing = { denied: 'missing' }

describe('the token of a request', () => {
  test.each([
    ['Bearer abc', { scheme: 'bearer', token: 'abc' }],
    ['bearer   abc', { scheme: 'bearer', token: 'abc' }],
    ['DPoP abc', { scheme: 'dpop', token: 'abc' }],
    ['Bearer aZ0-._~+/==', { scheme: 'bearer', token: 'aZ0-._~+/==' }],
    [undefined, missing],
    ['Basic abc', missing],
    ['Bearers abc', missing],
    ['Bearer', malformed],
    ['Bearer a b', malformed],
    ['Bearer a=b', malformed],
    ['Bearer abc, Bearer def', malformed],
    ['Basic abc, Bearer def', malformed],
    ['x Bearer abc', missing],
  ])('of %j', (value, expected) => {
    expect(readCredentials(requestWith(value))).toEqual(expected)
  })

  test('has an end', () => {
    expect(readCredentials(requestWith(`Bearer ${'x'.repeat(16_384)}`))).toMatchObject({ scheme: 'bearer' })
    expect(readCredentials(requestWith(`Bearer ${'x'.repeat(16_385)}`))).toEqual(malformed)
  })
})

test('a header is read in the cheapest way', () => {
  const headers = new Headers({ a: 'of the headers' })
  expect(headerOf({ method: 'GET', headers }, 'a')).toBe('of the headers')
  expect(headerOf({ method: 'GET', headers }, 'b')).toBeUndefined()
  expect(headerOf({ method: 'GET', headers, header: (name) => `read ${name}` }, 'a')).toBe('read a')
})
