import { expect, test } from 'vitest'
import { ResourceNotFound } from './resource-not-found.js'
import { isServerFull } from './server-full.js'
import { unsupportedVersion } from './unsupported-version.js'

test('a revision that is not served is refused with those that are, the newest first', () => {
  const served = ['2025-06-18', '2026-07-28'] as const
  expect(unsupportedVersion('1', served)).toMatchObject({
    code: -32022,
    message: 'Unsupported protocol version',
    data: { supported: ['2026-07-28', '2025-06-18'], requested: '1' },
  })
  expect(served).toEqual(['2025-06-18', '2026-07-28'])
})

test('a resource that is missing is named, cut where it is long', () => {
  const error = new ResourceNotFound('a:b')
  expect([error.name, error.code, error.message, error.uri, error.data]).toEqual([
    'ResourceNotFound',
    -32602,
    'Resource not found: a:b',
    'a:b',
    { uri: 'a:b' },
  ])
  expect(new ResourceNotFound(`a:${'b'.repeat(5_000)}`).message.length).toBeLessThan(300)
})

test.each<[number, unknown, boolean]>([
  [-32603, { limit: 'inFlightBytes' }, true],
  [-32603, { limit: 'anonymousBytes' }, true],
  [-32603, { reason: 'store' }, true],
  [-32603, { limit: 'callsPerMinute' }, false],
  [-32603, { reason: 'other' }, false],
  [-32603, 'inFlightBytes', false],
  [-32603, undefined, false],
  [-32602, { limit: 'inFlightBytes' }, false],
])('the error %i with %j means that a server is full, or not', (code, data, expected) => {
  expect(isServerFull({ code, message: '', data })).toBe(expected)
})
