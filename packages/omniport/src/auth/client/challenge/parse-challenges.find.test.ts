import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { asksForKey, findChallenge } from './parse-challenges.js'

describe('the challenge that asks for a token', () => {
  test.each([
    [undefined, 'bearer', undefined],
    ['Basic realm="a"', 'bearer', undefined],
    ['Bearer realm="a"', 'bearer', ['bearer', { realm: 'a' }]],
    ['Basic realm="a", Bearer error=b', 'bearer', ['bearer', { error: 'b' }]],
    ['DPoP algs=ES256', 'bearer', ['dpop', { algs: 'ES256' }]],
    ['Bearer error=a, DPoP error=b', 'bearer', ['bearer', { error: 'a' }]],
    ['Bearer error=a, DPoP error=b', 'dpop', ['dpop', { error: 'b' }]],
    ['Bearer error=a', 'dpop', ['bearer', { error: 'a' }]],
    ['Bearer error=a, Bearer error=b', 'bearer', ['bearer', { error: 'a' }]],
    [
      'Bearer resource_metadata="https://a.example", scope="b c", error=d, DPoP algs=ES256, scope=e',
      'dpop',
      ['dpop', { algs: 'ES256', scope: 'e', resource_metadata: 'https://a.example' }],
    ],
  ] as const)('of %s for %s', (header, preferred, expected) => {
    verifies('AUTH-15')
    const found = findChallenge(header, preferred)
    expect(found && [found.scheme, Object.fromEntries(found.params)]).toEqual(expected)
  })
})

test.each([
  ['ApiKey', true],
  ['apikey realm="a", ApiKey', true],
  ['ApiKey, Bearer', false],
  ['Basic realm="a"', false],
  ['ApiKeys', false],
  ['', false],
  [undefined, false],
])('of %s nothing but a key is wanted: %s', (header, expected) => {
  expect(asksForKey(header)).toBe(expected)
})
