import process from 'node:process'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { settled } from '../../test/pipe.js'
import { recordCall } from '../../test/recorded-call.js'
import { afterTurn } from './after-turn.js'
import { createHostCheck } from './host-check.js'
import { JsonResponses } from './json-responses.js'
import { refuse } from './refuse.js'
import { createRequestInfo } from './request-info.js'

afterEach(() => {
  delete process.env['OMNIPORT_SDK']
})

describe('after a turn', () => {
  test('a function runs, if it is needed then', async () => {
    const [needed, other] = [vi.fn(), vi.fn()]
    let isNeeded = true
    afterTurn(() => true, needed)
    afterTurn(() => isNeeded, other)
    isNeeded = false
    await Promise.resolve()
    expect(needed).not.toHaveBeenCalled()
    await settled()
    await settled()
    expect([needed.mock.calls.length, other.mock.calls.length]).toEqual([1, 0])
  })
})

describe('the hosts of a transport', () => {
  const protect = { enableDnsRebindingProtection: true }

  test.each([[{}], [{ enableDnsRebindingProtection: false, allowedHosts: ['a'] }]])('are any with %j', (options) => {
    expect(createHostCheck(options)).toBeUndefined()
  })

  test.each<[object, string | null | undefined, string | undefined, string | undefined]>([
    [{}, 'x', 'http://x', undefined],
    [{}, null, undefined, undefined],
    [{ allowedHosts: ['a', 'b'] }, 'b', 'http://x', undefined],
    [{ allowedHosts: ['a'] }, 'A', undefined, 'Invalid Host header: A'],
    [{ allowedHosts: ['a'] }, null, undefined, 'Invalid Host header: null'],
    [{ allowedHosts: ['a', ''] }, '', undefined, 'Invalid Host header: '],
    [{ allowedOrigins: ['http://a'] }, 'x', 'http://a', undefined],
    [{ allowedOrigins: ['http://a'] }, 'x', undefined, undefined],
    [{ allowedOrigins: ['http://a'] }, 'x', '', undefined],
    [{ allowedOrigins: ['http://a'] }, 'x', 'http://b', 'Invalid Origin header: http://b'],
    [{ allowedHosts: ['a'], allowedOrigins: ['http://a'] }, 'a', 'http://b', 'Invalid Origin header: http://b'],
  ])('with %j may be %s, from %s: %s', (options, host, origin, problem) => {
    expect(createHostCheck({ ...protect, ...options })?.(host, origin)).toBe(problem)
  })

  test.each<[string | null | undefined, string | undefined, string | undefined]>([
    ['localhost:3000', undefined, undefined],
    ['127.0.0.1', 'http://localhost:5000', undefined],
    ['[::1]:80', 'HTTPS://127.0.0.1', undefined],
    ['evil.example', undefined, 'Invalid Host header: evil.example'],
    [undefined, undefined, 'Invalid Host header: undefined'],
    ['', undefined, 'Invalid Host header: '],
    ['localhost', 'http://evil.example', 'Invalid Origin header: http://evil.example'],
    ['localhost', 'x http://localhost', 'Invalid Origin header: x http://localhost'],
    ['localhost', 'null', 'Invalid Origin header: null'],
  ])('of a strict operator may be %s, from %s: %s', (host, origin, problem) => {
    process.env['OMNIPORT_SDK'] = 'strict'
    expect(createHostCheck({})?.(host, origin)).toBe(problem)
  })
})

describe('the responses of one request with JSON', () => {
  const response = (id: number) => ({ jsonrpc: '2.0', id, result: {} }) as const
  const headers = { 'content-type': 'application/json', 'mcp-session-id': 's' }

  function create(...ids: number[]) {
    const { reply, steps } = recordCall()
    return { steps, responses: new JsonResponses(ids, reply, () => ({ 'mcp-session-id': 's' })) }
  }

  test('are one', () => {
    const { steps, responses } = create(1)
    expect(responses.add(1, response(1))).toBe(true)
    expect(steps).toEqual([['send', 200, headers, JSON.stringify(response(1))]])
  })

  test('are all of them, in the order of the requests', () => {
    const { steps, responses } = create(1, 2)
    expect(responses.add(2, response(2))).toBe(false)
    expect(steps).toEqual([])
    expect(responses.add(1, response(1))).toBe(true)
    expect(steps).toEqual([['send', 200, headers, JSON.stringify([response(1), response(2)])]])
  })

  test('may never come', () => {
    const { steps, responses } = create(1)
    responses.abandon()
    const body = '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}'
    expect(steps).toEqual([['send', 404, { 'content-type': 'application/json' }, body]])
  })
})

test('a refusal is an error of no message', () => {
  const { reply, steps } = recordCall()
  refuse(reply, 405, { code: -32000, message: 'no', data: 1, headers: { allow: 'GET', 'content-type': 'x' } })
  const body = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"no","data":1},"id":null}'
  expect(steps).toEqual([['send', 405, { allow: 'GET', 'content-type': 'application/json' }, body]])
})

test.each([
  ['http://a.example/mcp?x=1', 'http://a.example/mcp?x=1'],
  ['/mcp', undefined],
])('the request at %s is seen with its headers and its address', (url, href) => {
  const info = createRequestInfo({ headers: new Headers({ A: 'b' }), url } as never)
  expect(info.headers).toEqual({ a: 'b' })
  expect(info.url?.href).toBe(href)
  expect(Object.keys(info)).toEqual(['headers', 'url'])
})
