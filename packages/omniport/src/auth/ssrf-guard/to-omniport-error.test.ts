import { describe, expect, test } from 'vitest'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { formatHost } from './format-host.js'
import { toOmniportError } from './to-omniport-error.js'

const url = new URL('https://auth.example:8443/secret?query')

/** An error with so many others around it. */
function wrapped(reason: unknown, times: number): unknown {
  return times === 0 ? reason : wrapped(new Error('outer', { cause: reason }), times - 1)
}

const withCode = (code: unknown) => Object.assign(new Error('words of the peer'), { code })

describe('a failure', () => {
  test('that is one of this library stays as it is, however deep it is', () => {
    const own = new OmniportError('limit', 'too much')
    expect([toOmniportError(own, url), toOmniportError(wrapped(own, 7), url)]).toEqual([own, own])
  })

  test('is looked for in eight errors', () => {
    const own = new OmniportError('limit', 'too much')
    expect(toOmniportError(wrapped(own, 8), url).message).toBe('auth.example:8443 could not be reached')
  })

  test.each<[unknown, string]>([
    ['ECONNREFUSED', ' (ECONNREFUSED)'],
    ['E_1', ' (E_1)'],
    ['A'.repeat(64), ` (${'A'.repeat(64)})`],
    ['A'.repeat(65), ''],
    ['', ''],
    ['econnrefused', ''],
    ['ECONN REFUSED', ''],
    [' E', ''],
    ['E\n', ''],
    [5, ''],
    [undefined, ''],
  ])('with the code %j is named so: %j', (code, hint) => {
    const reason = withCode(code)
    const error = toOmniportError(reason, url)
    expect([error.code, error.message, error.cause]).toEqual([
      'unreachable',
      `auth.example:8443 could not be reached${hint}`,
      reason,
    ])
  })

  test('has the code of the first error with one', () => {
    const inner = new Error('middle', { cause: withCode('INNER') })
    expect(toOmniportError(new Error('outer', { cause: inner }), url).message).toMatch(/ \(INNER\)$/)
    const outer = Object.assign(new Error('outer', { cause: withCode('INNER') }), { code: 'OUTER' })
    expect(toOmniportError(outer, url).message).toMatch(/ \(OUTER\)$/)
  })

  test.each([['text'], [undefined], [null], [{ code: 'ENOTFOUND' }]])('that is no error has no code: %j', (reason) => {
    expect(toOmniportError(reason, url).message).toBe('auth.example:8443 could not be reached')
  })
})

test('a host in a message has 253 characters at most', () => {
  const host = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`
  expect(host).toHaveLength(253)
  expect(formatHost(new URL(`https://${host}/`))).toBe(host)
  expect(formatHost(new URL(`https://${host}e/`))).toBe(`${host}…`)
})
