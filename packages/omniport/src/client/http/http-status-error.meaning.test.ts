import { describe, expect, test } from 'vitest'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { reply } from './fixtures/fake-endpoint.js'
import { HttpStatusError, responseInRefusal, retryAfterOf } from './http-status-error.js'
import type { RefusalBody } from './refusal-body.js'
import { SentSecrets } from './sent-secrets.js'

const address = 'https://mcp.example/mcp'

/** A refusal with this status, body and headers. */
function refuse(status: number, body: Partial<RefusalBody> = {}, headers: Record<string, string> = {}) {
  const secrets = new SentSecrets(new URL(address), { authorization: 'Bearer the-secret' })
  const whole = { isMessage: body.error !== undefined, namesSession: false, ...body }
  return new HttpStatusError({ address, reply: reply({ status, headers }), body: whole, secrets, nowMs: 0 })
}

const error = (code: number, message = 'No') => ({ error: { code, message } })

describe('the code of a refusal', () => {
  test.each([
    ...[401, 403].map((status) => [status, 'unauthorized'] as const),
    ...[399, 407, 408, 425, 429, 502, 503, 599].map((status) => [status, 'unreachable'] as const),
    ...[400, 404, 405, 409, 410, 500, 501].map((status) => [status, 'invalid_result'] as const),
  ])('with %i is %s', (status, code) => {
    expect(refuse(status)).toMatchObject({ status, code })
  })

  test.each([
    ...[199, 302, 399, 401, 403, 407, 408, 425, 429, 502, 503].map((status) => [status, true] as const),
    ...[400, 402, 404, 405, 406, 410, 426, 428, 500, 501].map((status) => [status, false] as const),
  ])('with %i may change in a moment: %s', (status, expected) => {
    expect(refuse(status).isUndecided).toBe(expected)
  })
})

describe('the message of a refusal', () => {
  test('has the status, the error of the server, and what to do', () => {
    expect(refuse(405).message).toBe(`${address} answered HTTP 405`)
    expect(refuse(400, error(1, 'Bad Request')).message).toBe(`${address} answered HTTP 400: Bad Request`)
    const headers = {
      'www-authenticate': 'Bearer scope="a"',
      'retry-after': '7',
      location: 'https://mcp.example/other',
      server: 'x',
    }
    expect(refuse(503, error(1), headers).message).toBe(
      `${address} answered HTTP 503: No; www-authenticate: Bearer scope="a"; retry-after: 7; location: https://mcp.example/other`,
    )
  })

  test('has no secrets: of what was sent, and of addresses', () => {
    const location = 'https://user:password@mcp.example/a?code=c#token'
    expect(refuse(307, {}, { location }).message).toBe(`${address} answered HTTP 307; location: https://mcp.example/a`)
    const repeating = refuse(401, {}, { 'www-authenticate': 'Bearer error="the-secret"' })
    expect(repeating.message).toBe(`${address} answered HTTP 401; www-authenticate: Bearer error="***"`)
  })

  test('has an end', () => {
    const long = refuse(400, error(1, 'x'.repeat(300)), { location: `/${'y'.repeat(600)}` })
    expect(long.message).toBe(`${address} answered HTTP 400: ${'x'.repeat(256)}; location: /${'y'.repeat(511)}`)
  })
})

describe('a refusal says that the session is not known', () => {
  test.each<[string, number, Partial<RefusalBody>, boolean]>([
    ['with 404 alone', 404, {}, true],
    ['with 400 alone', 400, {}, true],
    ['with another status', 410, {}, false],
    ['with a message that is no error', 404, { isMessage: true }, false],
    ['with -32000 that names it', 400, error(-32000, 'No valid SESSION'), true],
    ['with -32001 that names it', 404, error(-32001, 'Session not found'), true],
    ['with -32600 that names it', 400, error(-32600, 'Unknown session'), true],
    ['with -32602 that names it', 400, error(-32602, 'Unknown session'), false],
    ['with an error that does not', 404, error(-32001, 'Not found'), false],
    ['with a header that has the word', 400, error(-32001, 'Header mismatch: Mcp-Name says "session"'), false],
    ['with the code for headers', 400, error(-32020, 'session'), false],
  ])('%s: %s', (_name, status, body, expected) => {
    expect(refuse(status, body).refusesSession).toBe(expected)
  })

  test('in its text', () => {
    expect([refuse(400, { namesSession: true }).namesSession, refuse(400).namesSession]).toEqual([true, false])
  })
})

describe('a refusal is about headers', () => {
  test.each<[number, Partial<RefusalBody>, boolean]>([
    [400, error(-32020), true],
    [400, error(-32001, 'Header mismatch: Mcp-Method is missing'), true],
    [400, error(-32001, 'Session not found'), false],
    [404, error(-32020), false],
    [400, {}, false],
  ])('with %i and %j: %s', (status, body, expected) => {
    expect(refuse(status, body).refusesHeaders).toBe(expected)
  })
})

describe('a refusal of the first POST allows the older transport', () => {
  test.each<[number, Partial<RefusalBody>, boolean]>([
    [399, {}, false],
    [400, {}, true],
    [401, {}, false],
    [403, {}, true],
    [404, error(-32601), true],
    [405, {}, true],
    [429, {}, false],
    [499, {}, true],
    [500, {}, false],
    [400, error(-32020), false],
    [400, error(-32021), false],
    [400, error(-32022), false],
    [400, error(-32602), true],
  ])('with %i and %j: %s', (status, body, expected) => {
    expect(refuse(status, body).allowsFallback).toBe(expected)
  })
})

describe('the error in a refusal', () => {
  const withError = (status: number) => refuse(status, error(-32602))

  test.each<[string, unknown, boolean]>([
    ['of a request', withError(400), true],
    ['without one', refuse(400), false],
    ['for want of credentials', withError(401), false],
    ['for want of rights', withError(403), false],
    ['of something else', new OmniportError('closed', 'closed'), false],
    ['of nothing', undefined, false],
  ])('%s is a response: %s', (_name, reason, expected) => {
    const response = { jsonrpc: '2.0', id: 7, error: { code: -32602, message: 'No' } }
    expect(responseInRefusal(reason, 7, '2025-11-25')).toEqual(expected ? response : undefined)
  })

  test('of a server that is busy is one once its revision is known', () => {
    expect(responseInRefusal(withError(503), 7, undefined)).toBeUndefined()
    expect(responseInRefusal(withError(503), 7, '2026-07-28')).toMatchObject({ id: 7 })
    expect(responseInRefusal(withError(400), 7, undefined)).toMatchObject({ id: 7 })
  })
})

test('the time until a server wants to be asked again is that of a refusal, else none', () => {
  const reasons = [refuse(503, {}, { 'retry-after': '7' }), refuse(503), new Error('no'), undefined]
  expect(reasons.map(retryAfterOf)).toEqual([7_000, 0, 0, 0])
})
