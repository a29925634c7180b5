import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { OmniportErrorCode } from '../../values/errors/omniport-error.js'
import { connect } from '../connect.js'
import { discovered, initialized } from '../fixtures/fake-server.js'
import { connectTo, startConnecting } from './fixtures/connect-to.js'
import { FakeStream } from './fixtures/fake-stream.js'
import { type Answer, FakeWeb } from './fixtures/fake-web.js'
import { answer, empty, json, never, page, refusal } from './fixtures/replies.js'
import { modernServer, SessionServer } from './fixtures/servers.js'

/** A server that has only what is named. */
const only =
  (answers: { readonly [what: string]: Answer }, otherwise: Answer = () => empty(404)): Answer =>
  (request) =>
    (answers[request.message.method ?? request.method] ?? otherwise)(request)

const legacy: Answer = (request) => answer(request, initialized({}, request.message.params?.['protocolVersion']))

/** A server of 2024-11-05 at the address that was dialled. */
function sseServer(endpoint = '/messages?id=secret'): Answer {
  let stream = new FakeStream()
  return (request) => {
    if (request.method === 'GET') {
      stream = new FakeStream().send({ event: 'endpoint', data: endpoint })
      return stream.response
    }
    if (request.path !== '/messages?id=secret') return empty(405)
    const { id, method, params } = request.message
    if (method === 'initialize') {
      stream.send({ event: 'message', data: { jsonrpc: '2.0', id, ...initialized({}, params?.['protocolVersion']) } })
    } else if (id !== undefined) stream.send({ event: 'message', data: { jsonrpc: '2.0', id, result: {} } })
    return new Response('Accepted', { status: 202 })
  }
}

const modernLog = ['POST server/discover']
const legacyLog = ['POST server/discover', 'POST initialize', 'POST notifications/initialized', 'GET']

test.each<[string, Answer, string, string[]]>([
  ['a modern server is discovered', modernServer(), '2026-07-28', modernLog],
  [
    'a modern server that lists other versions is met in the one in common',
    modernServer({ 'server/discover': (request) => answer(request, discovered({}, ['2026-07-28', '2027-01-01'])) }),
    '2026-07-28',
    modernLog,
  ],
  [
    'a refusal that lists legacy versions is followed',
    only({
      'server/discover': () => refusal(400, -32022, 'No', { supported: ['2025-06-18'] }),
      initialize: legacy,
    }),
    '2025-06-18',
    legacyLog,
  ],
  [
    '-32601 with 200',
    only({ initialize: legacy }, (r) => answer(r, { error: { code: -32601, message: 'No' } })),
    '2025-11-25',
    legacyLog,
  ],
  ['-32602 with 200', only({ initialize: legacy }, () => refusal(200, -32602)), '2025-11-25', legacyLog],
  ['-32000 with 400', only({ initialize: legacy }, () => refusal(400, -32000)), '2025-11-25', legacyLog],
  ['400 without a body', only({ initialize: legacy }, () => empty(400)), '2025-11-25', legacyLog],
  ['404 with a page', only({ initialize: legacy }, () => page(404)), '2025-11-25', legacyLog],
  ['405', only({ initialize: legacy }, () => empty(405)), '2025-11-25', legacyLog],
  ['415', only({ initialize: legacy }, () => empty(415)), '2025-11-25', legacyLog],
  ['200 with a page', only({ initialize: legacy }, () => page(200)), '2025-11-25', legacyLog],
  [
    '200 with a result that is none',
    only({ initialize: legacy }, (r) => answer(r, { result: {} })),
    '2025-11-25',
    legacyLog,
  ],
  ['202', only({ initialize: legacy }, () => empty(202)), '2025-11-25', legacyLog],
  ['500 on a method it does not know', only({ initialize: legacy }, () => page(500)), '2025-11-25', legacyLog],
  [
    'the answer to something else',
    only({ initialize: legacy }, () => json({ jsonrpc: '2.0', id: 'x', result: {} })),
    '2025-11-25',
    legacyLog,
  ],
])('the probe is answered with: %s', async (_name, server, revision, log) => {
  verifies('INT-02', 'INT-03', 'INT-05', 'INT-07', 'INT-08', 'INT-09', 'INT-26', 'INT-28')
  const { client, web } = await connectTo(server)
  await settled()
  expect([client.revision, web.log]).toEqual([revision, log])
  await client.close()
  await settled()
  expect(web.open).toBe(0)
})

test.each<[string, Answer, OmniportErrorCode, string]>([
  [
    '401',
    () => empty(401, { 'www-authenticate': 'Bearer resource_metadata="https://a.test/meta"' }),
    'unauthorized',
    ' answered HTTP 401; www-authenticate: Bearer resource_metadata="https://a.test/meta"',
  ],
  ['429', () => empty(429, { 'retry-after': '7' }), 'unreachable', ' answered HTTP 429; retry-after: 7'],
  ['503', () => refusal(503, -32603, 'Busy'), 'unreachable', ' answered HTTP 503: Busy'],
])('the probe decides nothing, and ends it: %s', async (_name, server, code, text) => {
  verifies('INT-27')
  const { connecting, web, url } = startConnecting(server)
  await expect(connecting).rejects.toMatchObject({ code, message: url + text })
  expect([web.log, web.open]).toEqual([['POST server/discover'], 0])
})

test.each<[string, Answer]>([
  ['never comes', never],
  ['has a body that never ends', () => new FakeStream({ 'content-type': 'application/json' }).raw('{').response],
  ['is a stream that says nothing', () => new FakeStream().response],
])(
  'an answer to the probe that %s is given up, closed, and taken for that of a legacy server',
  async (_name, silent) => {
    verifies('INT-04')
    const { connecting, web, runtime } = startConnecting(only({ 'server/discover': silent, initialize: legacy }), {
      limits: { probeMs: 500 },
    })
    await runtime.advance(499)
    expect(web.log).toEqual(['POST server/discover'])
    await runtime.advance(1)
    const client = await connecting
    expect([client.revision, web.requests[0]?.signal.aborted]).toEqual(['2025-11-25', true])
    await client.close()
    expect([web.open, runtime.timers]).toEqual([0, 0])
  },
)

test.each<[string, number]>([
  ['400', 400],
  ['404', 404],
  ['405', 405],
  ...[402, 403, 406, 407, 408, 410, 415, 422, 425, 426, 451, 499].map((status): [string, number] => [
    `${status}, which only the older texts allow`,
    status,
  ]),
])('a server of 2024-11-05 refuses POST with %s', async (_name, status) => {
  verifies('INT-18', 'INT-19', 'INT-20', 'HTTP-84')
  const server = sseServer()
  const { client, web } = await connectTo((request) =>
    request.method === 'POST' && request.path === '/mcp' ? page(status) : server(request),
  )
  await client.ping()
  expect(web.requests.map(({ method, path, message }) => `${method} ${path} ${message.method ?? ''}`)).toEqual([
    'POST /mcp server/discover',
    'POST /mcp initialize',
    'GET /mcp ',
    'POST /messages?id=secret initialize',
    'POST /messages?id=secret notifications/initialized',
    'POST /messages?id=secret ping',
  ])
  await client.close()
  await settled()
  expect(web.open).toBe(0)
})

test.each<[string, Answer, Answer, object, string]>([
  [
    '403, and GET with 405',
    () => refusal(403, -32600, 'Not from here'),
    () => empty(405),
    { code: 'unauthorized', status: 403 },
    ' answered HTTP 403: Not from here',
  ],
  [
    '403, and GET with 401',
    () => empty(403),
    () => empty(401),
    { code: 'unauthorized', status: 403 },
    ' answered HTTP 403',
  ],
  [
    '425, and GET with a page',
    () => empty(425, { 'retry-after': '7' }),
    () => page(200),
    { code: 'unreachable', status: 425 },
    ' answered HTTP 425; retry-after: 7',
  ],
  [
    '408, and GET with a stream that ends',
    () => refusal(408, -32000, 'Too slow'),
    () => new FakeStream().end().response,
    { code: 'unreachable', status: 408 },
    ' answered HTTP 408: Too slow',
  ],
])('where POST is refused with %s, the caller hears the first error', async (_name, post, get, error, text) => {
  verifies('INT-18')
  const { connecting, web, url } = startConnecting(only({ GET: get }, post))
  await expect(connecting).rejects.toMatchObject({ ...error, message: url + text })
  expect([web.log, web.open]).toEqual([['POST server/discover', 'POST initialize', 'GET'], 0])
})

test('a server that refuses the probe with 403 and takes initialize is used, and probed again the next time', async () => {
  verifies('INT-27')
  const web = new FakeWeb(only({ initialize: legacy }, () => empty(403)))
  for (let connection = 0; connection < 2; connection += 1) {
    const client = await connect('http://forbidding.test/mcp', { fetch: web.fetch })
    expect(client.revision).toBe('2025-11-25')
    await client.close()
  }
  expect(web.ofMethod('server/discover').length).toBe(2)
})

test.each<[string, string, string]>([
  ['https://evil.test/messages', 'is of another origin, https://evil.test', 'cross-origin'],
  ['//evil.test/messages', 'is of another origin, http://evil.test', 'cross-origin without a scheme'],
  ['http://', 'is no address', 'broken'],
])('the endpoint %s is refused, and nothing is posted there', async (endpoint, problem) => {
  verifies('SSE-09')
  const { connecting, web, url } = startConnecting(sseServer(endpoint))
  await expect(connecting).rejects.toMatchObject({
    code: 'invalid_result',
    message: `${url} names an endpoint that ${problem}`,
  })
  expect([web.log, web.open]).toEqual([['POST server/discover', 'POST initialize', 'GET'], 0])
})

test.each<[string, Answer, string]>([
  ['a page', () => page(200), 'answered GET with no stream'],
  ['405', () => empty(405), 'answered HTTP 405'],
  ['a stream that ends', () => new FakeStream().end().response, 'answered GET with a stream without an endpoint event'],
])('where GET gives %s there is no server', async (_name, get, problem) => {
  const { connecting, url } = startConnecting(only({ GET: get }))
  await expect(connecting).rejects.toMatchObject({
    code: 'unreachable',
    status: 404,
    message: `There is no MCP server at ${url}: it answered POST with HTTP 404; ${url} ${problem}`,
  })
})

test('a stream without an endpoint event in time is none', async () => {
  const stream = new FakeStream()
  const { connecting, runtime, url } = startConnecting(only({ GET: () => stream.send({ data: {} }).response }), {
    limits: { probeMs: 500 },
  })
  await runtime.advance(500)
  const text = `answered POST with HTTP 404; ${url} answered GET with no endpoint event within 500 ms`
  await expect(connecting).rejects.toMatchObject({
    code: 'unreachable',
    message: `There is no MCP server at ${url}: it ${text}`,
  })
  await settled()
  expect([stream.isOpen, runtime.timers]).toEqual([false, 0])
})

test.each<[string, Answer, object]>([
  ['401', () => empty(401), { code: 'unauthorized' }],
  ['500', () => page(500), { code: 'invalid_result' }],
  ['200 with a page', () => page(200), { code: 'invalid_result' }],
  ['a modern error', () => refusal(400, -32020, 'Header mismatch'), { code: -32020 }],
  [
    '2026-07-28, which it cannot grant',
    (request) => answer(request, initialized({}, '2026-07-28')),
    { code: 'unsupported' },
  ],
  ['a revision nobody knows', (request) => answer(request, initialized({}, '2030-01-01')), { code: 'unsupported' }],
])('initialize is answered with %s: nothing else is tried', async (_name, initialize, error) => {
  const { connecting, web } = startConnecting(only({ initialize }))
  await expect(connecting).rejects.toMatchObject(error)
  expect([web.log, web.open]).toEqual([['POST server/discover', 'POST initialize'], 0])
})

test('an error of JSON-RPC tells more than that there is no stream either', async () => {
  const { connecting, web } = startConnecting(only({ initialize: () => refusal(400, -32602, 'Wrong params') }))
  await expect(connecting).rejects.toMatchObject({ code: -32602, message: 'Wrong params' })
  expect(web.log).toEqual(['POST server/discover', 'POST initialize', 'GET'])
})

test.each<['2025-03-26' | '2026-07-28', string[]]>([
  ['2026-07-28', ['POST server/discover']],
  ['2025-03-26', ['POST initialize', 'POST notifications/initialized', 'GET']],
])('a wanted revision goes straight to its own handshake: %s', async (revision, log) => {
  const sessions = new SessionServer()
  const { client, web } = await connectTo(revision === '2026-07-28' ? modernServer() : sessions.answer, { revision })
  await settled()
  expect([client.revision, web.log]).toEqual([revision, log])
  await client.close()
})

test('a legacy server is remembered by its address and headers, for an hour, and forgotten when it is another', async () => {
  verifies('INT-10')
  let server: Answer = only({ initialize: legacy }, () => empty(400))
  const web = new FakeWeb((request) => server(request))
  const runtime = new VirtualRuntime()
  const first = async (headers: Record<string, string> = {}) => {
    web.requests.length = 0
    const client = await connect({ url: 'http://remembered.test/mcp', headers }, { fetch: web.fetch, runtime })
    await client.close()
    return web.log.slice(0, 2)
  }
  const probed = ['POST server/discover', 'POST initialize']
  const remembered = ['POST initialize', 'POST notifications/initialized']
  expect(await first()).toEqual(probed)
  expect(await first()).toEqual(remembered)
  expect(await first({ authorization: 'Bearer other' })).toEqual(probed)
  expect(await first({ authorization: 'Bearer other' })).toEqual(remembered)
  await runtime.advance(3_600_000)
  expect(await first()).toEqual(probed)
  server = modernServer({ initialize: () => empty(404) })
  expect(await first()).toEqual(['POST initialize', 'GET'])
  expect(await first()).toEqual(['POST server/discover'])
})

test('what only failed or was silent is not remembered', async () => {
  const web = new FakeWeb(only({ initialize: legacy }, () => page(500)))
  for (let connection = 0; connection < 2; connection += 1) {
    const client = await connect('http://failing.test/mcp', { fetch: web.fetch })
    await client.close()
  }
  expect(web.ofMethod('server/discover').length).toBe(2)
})

test('a server that cannot be reached is unreachable, and says why', async () => {
  const fetch = async () => {
    throw new TypeError('fetch failed', {
      cause: Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' }),
    })
  }
  await expect(connect('http://down.test/mcp?token=secret', { fetch })).rejects.toMatchObject({
    code: 'unreachable',
    message: 'Cannot reach http://down.test/mcp: connect refused',
  })
})

test('giving up while connecting closes what was opened', async () => {
  const controller = new AbortController()
  const { connecting, web, runtime } = startConnecting(never, { signal: controller.signal })
  await settled()
  controller.abort(new Error('enough'))
  await expect(connecting).rejects.toThrow('enough')
  expect([web.requests[0]?.signal.aborted, runtime.timers]).toEqual([true, 0])
})
