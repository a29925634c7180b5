import { describe, expect, test } from 'vitest'
import { connect } from '../../packages/omniport/src/client/connect.js'
import type { ConnectOptions } from '../../packages/omniport/src/client/connect-options.js'
import { FakeStream } from '../../packages/omniport/src/client/http/fixtures/fake-stream.js'
import { type Answer, FakeWeb, type WebRequest } from '../../packages/omniport/src/client/http/fixtures/fake-web.js'
import { answer, empty, json } from '../../packages/omniport/src/client/http/fixtures/replies.js'
import { modernServer, SessionServer } from '../../packages/omniport/src/client/http/fixtures/servers.js'
import { verifies } from '../requirements/verifies.js'
import { settled, VirtualRuntime } from '../support/virtual-runtime.js'
import { Received } from './received.js'

const secrets = ['bearer-4f1d/x+y', 'cookie-9c2e', 'apikey-77aa', 'query-31bd', 'secret-1', 'state-5d5d', 'token-8e8e']
const headers = {
  authorization: `Bearer ${secrets[0]}`,
  cookie: `theme=dark; sid=${secrets[1]}`,
  'x-api-key': `${secrets[2]}`,
}

/** Everything that the client sent, as a careless server repeats it. */
function echo({ headers, path, message }: WebRequest): string {
  const sent = [...headers].map(([name, value]) => `${name}: ${value}`)
  return `you sent ${path} ${sent.join(' | ')} ${JSON.stringify(message.params ?? {})}`
}

const refusing =
  (status: number, more: Record<string, string> = {}): Answer =>
  (request) => {
    const error = { code: -32000, message: echo(request), data: { again: [echo(request)] } }
    return json({ jsonrpc: '2.0', id: request.message.id, error }, { status, headers: more })
  }

const failures: [string, Answer][] = [
  ...[200, 400, 401, 403, 404, 429, 500, 503].map((status): [string, Answer] => [`${status}`, refusing(status)]),
  ['an error without an id', (request) => json({ jsonrpc: '2.0', error: { code: -1, message: echo(request) } })],
  ['a batch of errors', (request) => json([{ jsonrpc: '2.0', id: 2, error: { code: -1, message: echo(request) } }])],
  ['a challenge', (request) => empty(401, { 'www-authenticate': `Bearer realm="${echo(request)}"` })],
  [
    'a redirect',
    ({ headers }) => empty(302, { location: `https://u:p@x.test/${headers.get('x-api-key')}?${headers}` }),
  ],
  ['a page', (request) => new Response(echo(request), { status: 500, headers: { 'content-type': 'text/html' } })],
  ['no JSON', (request) => new Response(echo(request), { headers: { 'content-type': 'application/json' } })],
  ['another type', (request) => new Response(echo(request), { headers: { 'content-type': 'text/plain' } })],
  ['an event', (request) => streamOf({ jsonrpc: '2.0', id: request.message.id, error: refusalOf(request) })],
  ['an event that is no JSON', (request) => new FakeStream().send({ data: echo(request) }).end().response],
  ['an event that is no message', (request) => streamOf({ jsonrpc: '1.0', note: echo(request) })],
  ['a stream that breaks', () => new FakeStream().send({ id: 'place' }).cut().response],
  ['a connection that breaks', (request) => Promise.reject(brokenBy(request))],
]

const refusalOf = (request: WebRequest) => ({ code: -32000, message: echo(request) })
const streamOf = (data: unknown) => new FakeStream().send({ data }).end().response

/** As libraries for HTTP do that name the whole address. */
function brokenBy(request: WebRequest): Error {
  const inner = Object.assign(new Error(`request to ${echo(request)} failed`), { code: 'ECONNREFUSED' })
  return new TypeError('fetch failed', { cause: inner })
}

/** Connects and calls, whatever comes of it, and hears all that is said. */
async function receive(serve: Answer, options: ConnectOptions = {}, given: object = { headers }): Promise<Received> {
  const received = new Received()
  const runtime = new VirtualRuntime()
  const web = new FakeWeb(serve)
  const url = `http://server.test/mcp?key=${secrets[3]}`
  const connecting = connect(
    { url, ...given },
    { fetch: web.fetch, runtime, onError: received.add, timeoutMs: 2_000, ...options },
  )
  connecting.catch(() => {})
  await runtime.advance(15_000)
  await received.outcome(connecting)
  const client = await connecting.catch(() => undefined)
  if (client === undefined) return received
  const call = client.callTool('x', {})
  call.catch(() => {})
  await runtime.advance(5_000)
  await received.outcome(call)
  await client.close()
  await settled()
  return received
}

describe.each(failures)('what goes wrong with a server that answers with %s', (_name, fail) => {
  test.each<[string, Answer, ConnectOptions, object?]>([
    ['from the first request', fail, {}],
    ['when a tool is called', modernServer({ 'tools/call': fail }), {}],
    ['in a session', new SessionServer({ 'tools/call': fail, GET: fail, DELETE: fail }).answer, {}],
    ['at initialize', new SessionServer({ initialize: fail }).answer, {}],
    ['when a token was given', fail, { auth: { token: 'token-8e8e' } }, { headers: { cookie: headers.cookie } }],
    ['in a round', modernServer({ 'tools/call': asksThen(fail) }), { elicit: async () => ({ action: 'decline' }) }],
  ])('%s tells no secrets', async (_when, serve, options, given) => {
    verifies('HTTP-44')
    const received = await receive(serve, options, given)
    expect(received.size).toBeGreaterThan(0)
    expect(received.leaks(secrets)).toEqual([])
  })
})

/** Asks something, and fails when the answer comes. */
function asksThen(fail: Answer): Answer {
  return (request) => {
    if (request.message.params?.['requestState'] !== undefined) return fail(request)
    const params = { message: 'Name?', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } }
    const inputRequests = { a: { method: 'elicitation/create', params } }
    return answer(request, { result: { resultType: 'input_required', requestState: 'state-5d5d', inputRequests } })
  }
}

test.each([
  ['no scheme', 'server.test/mcp?key=query-31bd'],
  ['another scheme', 'ftp://user:query-31bd@server.test/'],
  ['a name and a password', 'https://user:query-31bd@server.test/mcp'],
])('an address with %s is refused without what is in it', async (_name, url) => {
  const received = new Received()
  await received.outcome(connect(url))
  await received.outcome(connect({ url }))
  expect(received.text).toContain('connect: target.url')
  expect(received.leaks(['query-31bd'])).toEqual([])
})
