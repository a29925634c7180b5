import { describe, expect, test } from 'vitest'
import { CapabilityMissing } from './capability-missing.js'
import { RateLimited, retryAfterOf } from './rate-limited.js'
import { ResourceNotFound } from './resource-not-found.js'
import { isServerFull, ServerFull } from './server-full.js'

describe('an error that says when to come again', () => {
  test('names its limit', () => {
    expect(new RateLimited('callsPerMinute', 5, 30)).toMatchObject({
      name: 'RateLimited',
      code: -32603,
      message: 'Too many per minute: the limit callsPerMinute is 5',
      data: { retryAfterSeconds: 30 },
    })
    expect(new ServerFull('inFlightBytes', 5)).toMatchObject({
      name: 'ServerFull',
      code: -32603,
      message: 'Too much at once: the limit inFlightBytes is 5 bytes',
      data: { retryAfterSeconds: 1, limit: 'inFlightBytes' },
    })
  })

  test.each([
    [-32603, { retryAfterSeconds: 1 }, 1],
    [-32603, { retryAfterSeconds: 0 }, undefined],
    [-32603, { retryAfterSeconds: -1 }, undefined],
    [-32603, { retryAfterSeconds: 1.5 }, undefined],
    [-32603, { retryAfterSeconds: '1' }, undefined],
    [-32603, {}, undefined],
    [-32603, 'text', undefined],
    [-32603, undefined, undefined],
    [-32600, { retryAfterSeconds: 1 }, undefined],
  ])('of the code %i with %j says %s', (code, data, seconds) => {
    expect(retryAfterOf({ code, message: '', data })).toBe(seconds)
  })

  test.each([
    [-32603, { limit: 'inFlightBytes' }, true],
    [-32603, { limit: 'anonymousBytes' }, true],
    [-32603, { reason: 'store' }, true],
    [-32603, { limit: 'callsPerMinute' }, false],
    [-32603, { reason: 'other' }, false],
    [-32603, undefined, false],
    [-32600, { limit: 'inFlightBytes' }, false],
  ])('of the code %i with %j means that the server is full: %s', (code, data, isFull) => {
    expect(isServerFull({ code, message: '', data })).toBe(isFull)
  })
})

test.each([
  [{ elicitation: { url: {} } }, 'elicitation.url'],
  [{ sampling: {}, roots: { a: { b: {} } } }, 'sampling, roots.a.b'],
  [{ tasks: true }, 'tasks'],
])('a capability that is missing is named: %j', (capabilities, names) => {
  expect(new CapabilityMissing(capabilities)).toMatchObject({
    name: 'CapabilityMissing',
    code: -32021,
    message: `The client did not declare the capability ${names}`,
    data: { requiredCapabilities: capabilities },
    requiredCapabilities: capabilities,
  })
  expect(new CapabilityMissing(capabilities, 'own').message).toBe('own')
})

test('a resource that is not there is named', () => {
  expect(new ResourceNotFound('a:b')).toMatchObject({ message: 'Resource not found: a:b', data: { uri: 'a:b' } })
})
