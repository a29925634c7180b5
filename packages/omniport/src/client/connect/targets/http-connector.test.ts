import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import type { AuthOptions } from '../../../auth/client/auth-options.js'
import { createClientServices } from '../../client-services.js'
import type { ConnectOptions } from '../../connect-options.js'
import { FakeStream } from '../../http/fixtures/fake-stream.js'
import { type Answer, FakeWeb } from '../../http/fixtures/fake-web.js'
import { answer, empty } from '../../http/fixtures/replies.js'
import { modernServer, SessionServer } from '../../http/fixtures/servers.js'
import { type HttpTarget, httpConnector } from './http-connector.js'

const address = 'https://mcp.example/mcp?key=of-the-query'
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const
const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } } as const

/** A connector to a server on no network. */
function create(
  reply: Answer = modernServer(),
  options: ConnectOptions = {},
  target: Partial<Omit<HttpTarget, 'fetch'>> = {},
) {
  const web = new FakeWeb(reply)
  const services = createClientServices(options)
  const connector = httpConnector({ url: new URL(address), headers: {}, fetch: web.fetch, ...target }, services)
  return { web, services, connector, open: () => connector.open(async () => undefined) }
}

test('a server over HTTP can be reached again, runs by itself, and may ask for credentials', () => {
  expect(create().connector).toMatchObject({
    network: { transport: 'http', url: new URL(address) },
    reopens: true,
    isRemote: true,
    authorizes: true,
  })
})

describe('the key of a server', () => {
  const keyOf = (headers: Record<string, string>, auth?: AuthOptions, url = address) =>
    create(undefined, auth === undefined ? {} : { auth }, { headers, url: new URL(url) }).connector.key

  test('is its address, and tells principals apart without showing their headers', () => {
    const keys = [
      keyOf({}),
      keyOf({ authorization: 'Bearer secret-a' }),
      keyOf({ authorization: 'Bearer secret-b' }),
      keyOf({ authorization: 'Bearer secret-a', 'x-a': '1' }),
      keyOf({ 'x-authorization': 'Bearer secret-a' }),
      keyOf({}, undefined, 'https://mcp.example/mcp'),
      keyOf({}, { token: 'secret-a' }),
      keyOf({}, { token: 'secret-b' }),
      keyOf({ 'x-a': '1' }, { token: 'secret-a' }),
      keyOf({}, { grant: 'client_credentials', clientId: 'secret-a', clientSecret: 's' }),
      keyOf({}, { grant: 'client_credentials', clientId: 'secret-b', clientSecret: 's' }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
    const shape = /^https:\/\/mcp\.example\/mcp(?:\?key=of-the-query)? [0-9a-f]{2,16}$/
    expect(keys).toEqual(keys.map(() => expect.stringMatching(shape)))
  })

  test('is the same for the same principal, in whatever order the headers are', () => {
    expect(keyOf({ a: '1', b: '2' })).toBe(keyOf({ b: '2', a: '1' }))
    expect(keyOf({}, { token: 't' })).toBe(keyOf({}, { token: 't' }))
  })

  test('does not mistake one text for another', () => {
    const texts = ['ab', 'ba', 'aa', 'a', '', 'aab', 'b\u0000', '\u0000b']
    expect(new Set(texts.map((token) => keyOf({ 'x-a': token }))).size).toBe(texts.length)
  })

  test.each<[string, AuthOptions]>([
    ['a user', {}],
    ['a token of a function', { token: () => 't' }],
    ['a client without an id', { grant: 'client_credentials' }],
    ['a user of a client that is known', { clientId: 'c' }],
    ['a caller', { clientId: 'c', grant: { type: 'token-exchange', subjectToken: 's' } }],
  ])('is not known before connecting with %s', (_name, auth) => {
    expect(keyOf({}, auth)).toBeUndefined()
  })
})

describe('credentials', () => {
  test('come from one place', () => {
    const twice = () => create(undefined, { auth: {} }, { headers: { authorization: 'Bearer a' } })
    expect(thrownBy(twice)).toEqual(
      new TypeError('connect: target.headers has an authorization, and so has auth: give one of them'),
    )
    expect(create(undefined, { auth: { token: 't' } }, { headers: { 'x-a': '1' } }).connector.authorizes).toBe(true)
  })

  test('are got once for all connections, and a change of them empties the cache', async () => {
    const tokens = ['first', 'second']
    let asked = 0
    const reply: Answer = (request) =>
      request.headers.get('authorization') === 'Bearer second'
        ? answer(request, { result: { resultType: 'complete' } })
        : empty(401, { 'www-authenticate': 'Bearer' })
    const token = () => {
      asked += 1
      return tokens[Math.min(asked, tokens.length) - 1] ?? ''
    }
    const { web, services, open } = create(reply, { auth: { token } })
    services.cache.reserve('tools/list', '{}')({ ttlMs: 60_000, tools: [] })
    const first = await open()
    first.revision = '2026-07-28'
    await first.request({ ...ping, params: { _meta: modernMeta } })
    expect(services.cache.get('tools/list', '{}')).toBeUndefined()
    services.cache.reserve('tools/list', '{}')({ ttlMs: 60_000, tools: [] })
    const second = await open()
    second.revision = '2026-07-28'
    await second.request({ ...ping, id: 2, params: { _meta: modernMeta } })
    expect(web.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer first',
      'Bearer second',
      'Bearer second',
    ])
    expect([asked, services.cache.get('tools/list', '{}')]).toEqual([2, { ttlMs: 60_000, tools: [] }])
    await first.close()
    await second.close()
  })
})

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

describe('an interceptor', () => {
  test('sees each request, may change it, and may answer in the place of the server', async () => {
    const seen: unknown[] = []
    const send: NonNullable<NonNullable<ConnectOptions['intercept']>['send']> = async (request, next) => {
      const { method, url, headers, body = '{}', signal } = request
      seen.push([method, url, JSON.parse(body).method, headers['x-a'], signal.aborted])
      return next({ ...request, headers: { ...request.headers, 'x-a': 'changed' } })
    }
    const { web, open } = create(undefined, { intercept: { send } }, { headers: { 'x-a': 'given' } })
    const transport = await open()
    transport.revision = '2026-07-28'
    await transport.request({ ...ping, method: 'server/discover', params: { _meta: modernMeta } })
    expect(seen).toEqual([['POST', address, 'server/discover', 'given', false]])
    expect(web.requests.map(({ method, headers, message }) => [method, headers.get('x-a'), message.method])).toEqual([
      ['POST', 'changed', 'server/discover'],
    ])
    await transport.close()
  })

  test('that does not look at requests leaves them alone', async () => {
    const { web, open } = create(undefined, { intercept: {} })
    const transport = await open()
    transport.revision = '2026-07-28'
    await transport.request({ ...ping, method: 'server/discover', params: { _meta: modernMeta } })
    expect(web.log).toEqual(['POST server/discover'])
    await transport.close()
  })
})

describe('a connection', () => {
  test('sends the headers of the target, and those that repeat the message', async () => {
    const { web, open } = create(new SessionServer().answer, {}, { headers: { 'x-a': '1' } })
    const transport = await open()
    expect(await transport.request(initialize)).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
    const [request] = web.requests
    expect([request?.path, request?.headers.get('x-a'), request?.headers.get('mcp-method')]).toEqual([
      '/mcp?key=of-the-query',
      '1',
      'initialize',
    ])
    await transport.close()
  })

  test('tells on the stream of which request a question came', async () => {
    const stream = new FakeStream()
    const { services, connector } = create(new SessionServer({ 'tools/call': () => stream.response }).answer)
    const { openRequests } = services.inputHandlers
    const received: unknown[] = []
    const transport = await connector.open(async (message) => {
      const id = 'id' in message ? message.id : undefined
      received.push([message.method, openRequests.deliveredWith, openRequests.causeOf(id)])
      return id === undefined ? undefined : { jsonrpc: '2.0', id, result: {} }
    })
    await transport.request(initialize)
    transport.revision = '2025-11-25'
    const called = transport.request({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'x' } })
    stream.send({ data: { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info' } } })
    stream.send({ data: { jsonrpc: '2.0', id: 'q', method: 'roots/list' } })
    stream.send({ data: { jsonrpc: '2.0', id: 7, result: { content: [] } } }).end()
    await called
    expect([received, openRequests.deliveredWith]).toEqual([
      [
        ['notifications/message', 7, undefined],
        ['roots/list', 7, 7],
      ],
      undefined,
    ])
    await transport.close()
  })
})
