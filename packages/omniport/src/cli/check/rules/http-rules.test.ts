import { expect, test } from 'vitest'
import type { Revision } from '../../../entries/protocol.js'
import { HttpWire } from '../../wire/http-wire.js'
import { RawConnection } from '../../wire/raw-connection.js'
import { connectTo, describeRule, problemOf, type Said } from '../fixtures/scripted-wire.js'
import { httpRules } from './http-rules.js'

test('the checks of Streamable HTTP, and where they are meant', () => {
  expect(httpRules.map(describeRule)).toEqual([
    'must foreign-origin: a request from a page of another site is refused with HTTP status 403 (HTTP-03, HTTP-04) all http',
    'must content-type: a response is application/json or text/event-stream (HTTP-13) all http',
    'must version-header: an unknown MCP-Protocol-Version is refused with HTTP status 400 (HTTP-52) 2025-06-18…2025-11-25 http',
    'must session-id: the session id is visible ASCII (HTTP-43) 2025-03-26…2025-11-25 http',
    'must unknown-session: a session that is not there is answered with HTTP status 404 (HTTP-47) 2025-03-26…2025-11-25 http',
    'should missing-session: a request without its session is refused with HTTP status 400 (HTTP-46) 2025-03-26…2025-11-25 http',
    'must get-stream: GET is answered with a stream or HTTP status 405 (HTTP-29) 2025-03-26…2025-11-25 http',
    'should no-get: GET is answered with HTTP status 405 (INT-13) 2026-07-28 http',
    'should no-delete: DELETE is answered with HTTP status 405 (INT-13) 2026-07-28 http',
    'must method-header: a request with another Mcp-Method than its body is refused with HTTP status 400 and -32020 (HTTP-61, ERR-05) 2026-07-28 http',
    'must no-method-header: a request with no Mcp-Method is refused with HTTP status 400 and -32020 (HTTP-61, ERR-05) 2026-07-28 http',
    'must version-mismatch: a request with another MCP-Protocol-Version than its body is refused with HTTP status 400 and -32020 (HTTP-54, ERR-05) 2026-07-28 http',
    'should no-session: no session is given, nor one that is sent looked at (INT-14) 2026-07-28 http',
  ])
})

const [legacy, modern] = ['2025-11-25', '2026-07-28'] as const
const streamed = new Headers({ 'content-type': 'text/event-stream; charset=utf-8' })

test.each([
  ['foreign-origin', legacy, { status: 403 }, undefined],
  [
    'foreign-origin',
    modern,
    { result: {}, status: 200 },
    'expected HTTP status 403; got a result with HTTP status 200',
  ],
  ['version-header', legacy, { status: 400 }, undefined],
  [
    'version-header',
    legacy,
    { status: 200, result: {} },
    'expected HTTP status 400; got a result with HTTP status 200',
  ],
  ['get-stream', legacy, { status: 200, headers: streamed }, undefined],
  ['get-stream', legacy, { status: 405 }, undefined],
  ['get-stream', legacy, { status: 200 }, 'expected HTTP status 405; got HTTP status 200'],
  ['get-stream', legacy, { status: 404, headers: streamed }, 'expected HTTP status 405; got HTTP status 404'],
  ['no-get', modern, { status: 405 }, undefined],
  ['no-get', modern, { status: 200, headers: streamed }, 'expected HTTP status 405; got HTTP status 200'],
  ['no-delete', modern, { status: 405 }, undefined],
  ['no-delete', modern, { status: 200 }, 'expected HTTP status 405; got HTTP status 200'],
  ['method-header', modern, { status: 400, error: -32020 }, undefined],
  ['no-method-header', modern, { status: 400, error: -32020 }, undefined],
  ['version-mismatch', modern, { status: 400, error: -32020 }, undefined],
  [
    'version-mismatch',
    modern,
    { status: 404, error: -32020 },
    'expected HTTP status 400; got error -32020 with HTTP status 404',
  ],
  [
    'version-mismatch',
    modern,
    { status: 400, error: -32600 },
    'expected an error with code -32020; got error -32600 with HTTP status 400',
  ],
  ['no-session', modern, { result: {} }, undefined],
  ['no-session', modern, { result: {}, headers: new Headers({ 'content-type': 'a' }) }, undefined],
  [
    'no-session',
    modern,
    { result: {}, headers: new Headers({ 'mcp-session-id': 'a' }) },
    'there is a header Mcp-Session-Id',
  ],
  [
    'no-session',
    modern,
    { error: -32600, status: 404 },
    'a session id that means nothing was refused; got error -32600 with HTTP status 404',
  ],
] satisfies [string, Revision, Said, string | undefined][])(
  '%s in %s, case %#',
  async (name, revision, response, problem) => {
    const { connection } = connectTo(() => response, revision, 'http')
    expect(await problemOf(httpRules, name, connection)).toBe(problem)
  },
)

test.each([
  ['foreign-origin', legacy, 'ping', { origin: 'https://attacker.example' }],
  ['foreign-origin', modern, 'server/discover', { origin: 'https://attacker.example' }],
  ['version-header', legacy, 'ping', { 'mcp-protocol-version': '1999-01-01' }],
  ['get-stream', legacy, 'GET', { accept: 'text/event-stream', 'content-type': undefined }],
  ['no-get', modern, 'GET', {}],
  ['no-delete', modern, 'DELETE', {}],
  ['method-header', modern, 'server/discover', { 'mcp-method': 'tools/call' }],
  ['no-method-header', modern, 'server/discover', { 'mcp-method': undefined }],
  ['version-mismatch', modern, 'server/discover', { 'mcp-protocol-version': '2025-11-25' }],
  ['no-session', modern, 'server/discover', { 'mcp-session-id': 'omniport-check' }],
] satisfies [string, Revision, string, object][])(
  '%s in %s sends %s with its own headers',
  async (name, revision, method, headers) => {
    const { connection, sent } = connectTo(() => ({}), revision, 'http')
    await problemOf(httpRules, name, connection)
    expect(sent.map((each) => each.method)).toEqual([method])
    expect(sent[0]?.options.headers).toMatchObject(headers)
  },
)

test.each([
  ['application/json', undefined],
  ['application/json; charset=utf-8', undefined],
  ['text/event-stream', undefined],
  ['text/html', 'it is text/html'],
  ['text/plain, application/json', 'it is text/plain, application/json'],
  ['application/jsonl', 'it is application/jsonl'],
  [undefined, 'it is nothing'],
])('the content type of the first response: %s', async (type, problem) => {
  const { connection } = connectTo(() => ({}), legacy, 'http')
  connection.opening = { messages: [], headers: new Headers(type === undefined ? {} : { 'content-type': type }) }
  expect(await problemOf(httpRules, 'content-type', connection)).toBe(problem)
})

test('a reply without headers has no content type', async () => {
  const { connection } = connectTo(() => ({}), legacy, 'http')
  expect(await problemOf(httpRules, 'content-type', connection)).toBe('it is nothing')
})

/** A connection with a session, whose server answers everything with this status, and the sessions it was asked with. */
function withSession(session: string | undefined, status: number) {
  const asked: (string | null)[] = []
  const fetch = async (_url: unknown, init?: RequestInit) => {
    asked.push(new Headers(init?.headers).get('mcp-session-id'))
    return new Response('{}', { status })
  }
  const wire = new HttpWire({
    ...{ url: 'http://127.0.0.1/mcp', headers: {}, timeoutMs: 1_000, signal: new AbortController().signal },
    fetch: fetch as typeof globalThis.fetch, // of what it takes, nothing else is used
  })
  wire.session = session
  return { connection: new RawConnection(wire, legacy), asked }
}

test.each([
  ['unknown-session', 404, undefined, ['00000000-0000-4000-8000-000000000000']],
  ['unknown-session', 200, 'expected HTTP status 404; got HTTP status 200', ['00000000-0000-4000-8000-000000000000']],
  ['missing-session', 400, undefined, [null]],
  ['missing-session', 404, 'expected HTTP status 400; got HTTP status 404', [null]],
])('%s is answered with %i', async (name, status, problem, sessions) => {
  const { connection, asked } = withSession('of-the-server', status)
  expect([await problemOf(httpRules, name, connection), asked]).toEqual([problem, sessions])
})

test.each(['unknown-session', 'missing-session', 'session-id'])(
  '%s asks nothing of a server without sessions',
  async (name) => {
    const { connection, asked } = withSession(undefined, 200)
    expect([await problemOf(httpRules, name, connection), asked]).toEqual([undefined, []])
  },
)

test.each([
  ['!~a-1', undefined],
  ['a b', 'it has other characters'],
  ['a\u007f', 'it has other characters'],
  ['é', 'it has other characters'],
  ['ok\n', 'it has other characters'],
])('the session id %j', async (session, problem) => {
  expect(await problemOf(httpRules, 'session-id', withSession(session, 200).connection)).toBe(problem)
})
