import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { namesSession, parseRefusal } from './refusal-body.js'
import { SentSecrets } from './sent-secrets.js'

const secrets = new SentSecrets(new URL('https://a.example/'), { authorization: 'Bearer the-secret' })
const bytesOf = (text: string) => new TextEncoder().encode(text)
const parse = (value: unknown) =>
  parseRefusal(bytesOf(typeof value === 'string' ? value : JSON.stringify(value)), { limits: defaultLimits, secrets })

const error = { code: 7, message: 'no' }

describe('the body of a refusal', () => {
  test.each([
    ['an error of JSON-RPC', { jsonrpc: '2.0', id: 1, error }, error, true],
    ['one without an id', { jsonrpc: '2.0', error }, error, true],
    ['one with the id null', { jsonrpc: '2.0', id: null, error }, error, true],
    ['one with an id that is none', { jsonrpc: '2.0', id: {}, error }, undefined, true],
    ['one without a code', { jsonrpc: '2.0', error: { message: 'no' } }, undefined, true],
    ['one with a broken code', { jsonrpc: '2.0', error: { code: 1.5, message: 'no' } }, undefined, true],
    ['one without a message', { jsonrpc: '2.0', error: { code: 1 } }, undefined, true],
    ['one that is a text', { jsonrpc: '2.0', error: 'no' }, undefined, true],
    ['a result', { jsonrpc: '2.0', id: 1, result: {} }, undefined, true],
    ['another version', { jsonrpc: '1.0', error }, undefined, false],
    ['an object', { error }, undefined, false],
    ['a list', [{ jsonrpc: '2.0', error }], undefined, false],
    ['a text', '"2.0"', undefined, false],
  ])('is %s', (_name, value, expected, isMessage) => {
    expect(parse(value)).toEqual({ error: expected, isMessage, namesSession: false })
  })

  test('that is no JSON is no message', () => {
    expect(parse('<html>No Session</html>')).toEqual({ isMessage: false, namesSession: true })
    expect(parse('<html>')).toEqual({ isMessage: false, namesSession: false })
  })

  test('has no secrets that were sent', () => {
    expect(parse({ jsonrpc: '2.0', error: { code: 7, message: 'not the-secret' } }).error?.message).toBe('not ***')
  })

  test('may name a session', () => {
    expect(parse({ jsonrpc: '2.0', error: { code: 7, message: 'Session unknown' } }).namesSession).toBe(true)
  })
})

test('a word is looked for at the beginning of a text', () => {
  const at = (length: number) => namesSession(bytesOf(`${' '.repeat(length)}session`))
  expect([at(0), at(65_536 - 7), at(65_536 - 6)]).toEqual([true, true, false])
})
