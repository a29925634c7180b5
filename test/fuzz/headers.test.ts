import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { audience, createIssuer, issuer } from '../../packages/omniport/src/auth/resource/fixtures/create-issuer.js'
import { jwtAuth } from '../../packages/omniport/src/auth/resource/jwt/jwt-auth.js'
import { isParamMirrored } from '../../packages/omniport/src/protocol/headers/check-param-headers.js'
import { decodeHeaderValue, encodeHeaderValue } from '../../packages/omniport/src/protocol/headers/header-value.js'
import { type ParamHeader, paramValue } from '../../packages/omniport/src/protocol/headers/param-headers.js'
import {
  createFetchHandler,
  type FetchHandler,
} from '../../packages/omniport/src/transport/http/create-fetch-handler.js'
import { codePoint } from '../support/code-point.js'
import { fuzz } from './fuzz.js'
import { hostileNames, json } from './json-text.js'
import { modernMeta } from './messages.js'
import { postAny } from './post-any.js'
import { createSubject } from './subject.js'

const subject = createSubject()
const handlers: FetchHandler[] = []
let token = ''
let sessionId = ''

const usual = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

beforeAll(async () => {
  const source = await createIssuer()
  token = await source.sign({ exp: 4_000_000_000 })
  const auth = jwtAuth({ issuer, audience, fetch: source.fetch, runtime: source.runtime })
  for (const options of [{}, { auth }]) {
    handlers.push(createFetchHandler(subject.server, { ...options, sseEndpoints: true }))
  }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
  const begun = await postAny({ handler: handlerOf(0), subject }, { headers: usual, body }, () => true)
  sessionId = begun.headers.get('mcp-session-id') ?? ''
})

afterAll(async () => {
  for (const handler of handlers) await subject.pass(handler.close())
  await subject.close()
})

function handlerOf(index: number): FetchHandler {
  const handler = handlers[index]
  if (handler === undefined) throw new Error('There is no such handler')
  return handler
}

/** Whatever an HTTP parser lets through. */
const anyValue = fc.string({
  unit: fc.constantFrom(...'aZ09 \t,;=*/?:.-_"\'()<>@[]{}\\%\x01\x7f\x80ü\xff', 'q=0', '=?base64?', '?='),
  maxLength: 24,
})
const value = (...usual: readonly string[]) => fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...usual) }, anyValue)

const headers = fc.record(
  {
    accept: value('application/json, text/event-stream', 'application/json', 'text/event-stream', '*/*', '*/*;q=0', ''),
    'content-type': value('application/json', 'application/json; charset=utf-8', 'text/plain', 'application/jsonx'),
    host: value('localhost', 'localhost:3000', '[::1]', 'evil.example', 'localhost:x', ''),
    origin: value('http://localhost', 'null', 'https://evil.example', 'http://localhost@evil', 'file://'),
    'mcp-protocol-version': value('2026-07-28', '2025-11-25', '2025-03-26', '2024-11-05', '2099-01-01', ''),
    'mcp-method': value('tools/call', 'Tools/Call', ''),
    'mcp-name': value('region', 'echo', '=?base64?cmVnaW9u?=', '=?base64?%?='),
    'mcp-param-region': value('eu', '=?base64?ZXU=?=', 'EU', ''),
    'mcp-session-id': fc.oneof(fc.constant('the session'), value('x', 'v1.a.b.c', '')),
    'last-event-id': value('0123456789abcdef_1', 'x_1', '0123456789abcdef_', ''),
    authorization: fc.oneof(
      fc.constant('the token'),
      value('Bearer x', 'bearer', 'DPoP x.y.z', 'Basic eDp5', 'Bearer a, Bearer b', 'Bearer  a.b.c', 'Negotiate'),
    ),
    'content-length': value('0', '1', '99999999999', '-1', '1e9', 'x'),
    'access-control-request-headers': value('mcp-session-id', '*'),
    dpop: value('a.b.c'),
  },
  { requiredKeys: [] },
)
const cased = fc
  .tuple(headers, fc.boolean())
  .map(([all, upper]) => Object.entries(all).map(([name, text]) => [upper ? name.toUpperCase() : name, text] as const))

const method = fc.constantFrom('POST', 'POST', 'POST', 'POST', 'GET', 'DELETE', 'OPTIONS', 'HEAD', 'PUT', 'M-SEARCH')
const path = fc.oneof(
  { weight: 4, arbitrary: fc.constant('/mcp') },
  fc.constantFrom('/mcp?a=%', '/sse', '/messages', '/messages?sessionId=x', '/', '/mcp/', '//mcp', '/%', '/__proto__'),
  fc.constant('/.well-known/oauth-protected-resource/mcp'),
)
const body = fc.constantFrom(
  JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'region', arguments: { region: 'eu' }, _meta: modernMeta },
  }),
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tells' } }),
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
)

fuzz(
  'whatever the headers are, there is an answer of HTTP, and never one with status 500',
  fc.asyncProperty(fc.record({ cased, method, path, body, index: fc.nat({ max: 1 }) }), async (given) => {
    const all = given.cased.map(([name, text]) => {
      if (text === 'the session') return [name, sessionId]
      return [name, text === 'the token' ? `Bearer ${token}` : text]
    })
    const request = {
      method: given.method,
      path: given.path,
      headers: Object.fromEntries(all),
      body: given.method === 'GET' || given.method === 'HEAD' ? undefined : given.body,
    }
    const isOver = (messages: readonly unknown[]) =>
      given.method !== 'POST' || messages.some((each) => !hasMethod(each))
    const answer = await postAny({ handler: handlerOf(given.index), subject }, request, isOver)
    // A 401 has a challenge, and a 405 the methods that there are.
    const challenge = answer.status === 401 ? answer.headers.get('www-authenticate') : 'Bearer '
    const methods = answer.status === 405 ? answer.headers.get('allow') : 'POST'
    expect([challenge, methods]).toEqual([expect.stringMatching(/^Bearer /), expect.stringMatching(/^[A-Z, ]+$/)])
    expect(subject.problems()).toEqual([])
  }),
)

function hasMethod(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message
}

const text = fc.oneof(
  fc.string({ unit: codePoint }).filter(isWellFormed),
  fc.string({
    unit: fc.constantFrom(' ', '\t', 'a', '=?base64?', '?=', '\n', '\0', 'ü', '😀', '\ufeff', '\x7f'),
    maxLength: 8,
  }),
)

fuzz(
  'a text comes back from a header as it was, whatever HTTP does to it on its way',
  fc.property(text, (value) => {
    const sent = new Headers({ 'mcp-param-x': encodeHeaderValue(value) }).get('mcp-param-x')
    expect(decodeHeaderValue(sent ?? 'nothing')).toBe(value)
  }),
)

fuzz(
  'whatever stands in a header, it can be read or is refused',
  fc.property(anyValue, (value) => {
    const read = decodeHeaderValue(value)
    expect(read === undefined ? read : decodeHeaderValue(encodeHeaderValue(read))).toBe(read)
  }),
)

const header = fc.record({
  name: fc.constant('x'),
  path: fc.array(fc.constantFrom(...hostileNames), { minLength: 1, maxLength: 2 }),
  type: fc.constantFrom<ParamHeader['type'][]>('string', 'integer', 'boolean'),
})

fuzz(
  'an argument is what its header says if the client wrote that, and else only if it says the same',
  fc.property(header, json, json, (header, args, others) => {
    const [reported, other] = [paramValue(header, args), paramValue(header, others)]
    fc.pre(reported === undefined || isWellFormed(reported))
    const written = reported === undefined ? undefined : encodeHeaderValue(reported)
    expect(isParamMirrored(header, written, args)).toBe(true)
    const isSame =
      reported === other || (header.type === 'integer' && isInteger(reported) && Number(reported) === Number(other))
    expect(isParamMirrored(header, written, others)).toBe(isSame)
  }),
)

/** No header can say half a surrogate pair: what holds one is refused. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** As an integer may be written. */
function isInteger(text: string | undefined): boolean {
  return text !== undefined && /^-?\d+(\.0+)?$/.test(text)
}
