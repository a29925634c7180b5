import { describe, expect, test } from 'vitest'
import { serverCardUrl } from '../../protocol/server-card/server-card.js'
import { createServer } from '../../server/create-server.js'
import { serverCard } from '../../transport/http/server-card/server-card.js'
import { serveHttp } from '../../transport/node/serve-http.js'
import { fetchServerCard } from './fetch-server-card.js'

const $schema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'
const minimal = { $schema, name: 'com.example/weather', version: '1.0.0', description: 'The weather.' }
const url = 'https://weather.example/mcp/server-card'

/** A `fetch` that answers with a body, and the requests that it got. */
function answering(body: unknown, init: ResponseInit = {}) {
  const requests: Headers[] = []
  const send = async (_: unknown, { headers }: RequestInit = {}) => {
    requests.push(new Headers(headers))
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(init.status === 304 ? null : text, {
      ...init,
      headers: { 'content-type': 'application/mcp-server-card+json', ...init.headers },
    })
  }
  return { requests, fetch: send as typeof fetch }
}

test.each([
  ['https://a.example/mcp', 'https://a.example/mcp/server-card'],
  ['https://a.example/mcp/', 'https://a.example/mcp/server-card'],
  ['https://a.example', 'https://a.example/server-card'],
  ['https://a.example/mcp?tenant=1#x', 'https://a.example/mcp/server-card'],
])('the card of %s is at %s', (endpoint, expected) => {
  expect(serverCardUrl(endpoint)).toBe(expected)
})

test('the card of a server of this library is read over HTTP, once', async () => {
  const server = createServer({ name: 'weather', version: '1.0.0', description: 'The weather.' })
  const served = await serveHttp(server, {
    port: 0,
    serverCard: serverCard({ name: 'com.example/weather', url: 'https://weather.example/mcp' }),
  })
  const options = { allowLoopback: true }
  const found = await fetchServerCard(serverCardUrl(served.url), options)
  expect(found).toMatchObject({
    card: { ...minimal, remotes: [{ url: 'https://weather.example/mcp' }] },
    maxAgeMs: 3_600_000,
  })
  const again = await fetchServerCard(serverCardUrl(served.url), { ...options, former: found })
  expect(again.card).toBe(found.card)
  await expect(fetchServerCard(serverCardUrl(served.url))).rejects.toMatchObject({ code: 'unreachable' })
  await served.close()
  await server.close()
})

test('what is known is kept, and what is not is left out', async () => {
  const remote = {
    type: 'sse',
    url: 'https://{tenant}.a.example/mcp',
    variables: { tenant: { default: 'a', x: 1 } },
    x: 1,
  }
  const { fetch, requests } = answering({ ...minimal, remotes: [remote], x: 1, _meta: { 'a.b/c': [1] } })
  const { card, etag, maxAgeMs } = await fetchServerCard(url, { fetch })
  const { x, ...known } = remote
  expect(card).toEqual({
    ...minimal,
    remotes: [{ ...known, variables: { tenant: { default: 'a' } } }],
    _meta: { 'a.b/c': [1] },
  })
  expect([etag, maxAgeMs, Object.isFrozen(card.remotes)]).toEqual([undefined, 0, true])
  expect(requests[0]?.get('accept')).toBe('application/mcp-server-card+json')
})

test('a card that has not changed is asked for by its tag, at its own address only', async () => {
  const first = answering(minimal, { headers: { etag: '"1"', 'cache-control': 'public, max-age=60' } })
  const former = await fetchServerCard(url, first)
  expect(former).toEqual({ url, card: minimal, etag: '"1"', maxAgeMs: 60_000 })
  const unchanged = answering('', { status: 304, headers: { 'cache-control': 'max-age=10' } })
  expect(await fetchServerCard(url, { ...unchanged, former })).toEqual({ ...former, maxAgeMs: 10_000 })
  expect(unchanged.requests[0]?.get('if-none-match')).toBe('"1"')
  const elsewhere = answering(minimal)
  await fetchServerCard('https://other.example/card', { ...elsewhere, former })
  expect(elsewhere.requests[0]?.has('if-none-match')).toBe(false)
})

describe('what is no card is refused', () => {
  const remote = (members: object) => ({ ...minimal, remotes: [{ type: 'sse', url: 'https://a.b', ...members }] })

  test.each<[string, unknown, string]>([
    ['a list', [], 'the card must be an object, got an array'],
    ['text that is no JSON', '{', 'JSON'],
    ['another schema', { ...minimal, $schema: 'https://a.b' }, 'the card.$schema must be'],
    [
      'no name',
      { ...minimal, name: undefined },
      'the card.name must be a string of 3 to 200 characters, got undefined',
    ],
    ['a name with two slashes', { ...minimal, name: 'a/b/c' }, 'the card.name must be a name such as'],
    ['a version range', { ...minimal, version: '^1.0.0' }, 'the card.version must be a version, and not a range'],
    ['a version range', { ...minimal, version: '1.x' }, 'the card.version must be a version, and not a range'],
    ['an empty description', { ...minimal, description: '' }, 'the card.description must be'],
    [
      'a website that is a script',
      { ...minimal, websiteUrl: 'javascript:alert(1)' },
      'the card.websiteUrl must be an http: or https: URL',
    ],
    [
      'an icon that is a file',
      { ...minimal, icons: [{ src: 'file:///etc/passwd' }] },
      'the card.icons[0].src must be an https: or data: address',
    ],
    [
      'an endpoint that is a file',
      remote({ url: 'file:///etc/passwd' }),
      'the card.remotes[0].url must be an http: or https: URL',
    ],
    ['an endpoint with spaces', remote({ url: 'https://a.b c' }), 'the card.remotes[0].url must be'],
    ['another transport', remote({ type: 'stdio' }), 'the card.remotes[0].type must be "streamable-http" or "sse"'],
    [
      'a header that is two',
      remote({ headers: [{ name: 'a\r\nb' }] }),
      'the card.remotes[0].headers[0].name must be the name of a header',
    ],
    [
      'too many endpoints',
      { ...minimal, remotes: Array(101).fill({ type: 'sse', url: 'https://a.b' }) },
      'the card.remotes must be at most 100 items, got 101',
    ],
    [
      'a folder outside',
      { ...minimal, repository: { url: 'https://a.b', source: 'g', subfolder: 'a/../../b' } },
      'the card.repository.subfolder must be a relative path',
    ],
    ['metadata that is a list', { ...minimal, _meta: [] }, 'the card._meta must be an object'],
    ['nesting', `{"a":${'['.repeat(50)}${']'.repeat(50)}}`, 'no server card'],
  ])('%s', async (_, body, problem) => {
    const failure = await fetchServerCard(url, answering(body)).catch((reason: unknown) => reason)
    expect(failure).toMatchObject({ code: 'invalid_result' })
    expect((failure as Error).message).toContain(`${url}: no server card: `)
    expect((failure as Error).message).toContain(problem)
  })

  test('__proto__ changes nothing', async () => {
    const body = `{"__proto__":{"x":1},${JSON.stringify(remote({})).slice(1, -1)},"_meta":{"__proto__":{"y":1}}}`
    const { card } = await fetchServerCard(url, answering(body))
    expect([(card as { x?: unknown }).x, (card._meta as { y?: unknown }).y, ({} as { x?: unknown }).x]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each([
    ['a page', { headers: { 'content-type': 'text/html' } }, 'invalid_result', 'its type is text/html'],
    ['an error', { status: 500 }, 'invalid_result', 'HTTP status 500'],
    ['a 304 that nobody asked for', { status: 304 }, 'invalid_result', 'HTTP status 304'],
    ['nothing', { status: 404 }, 'unsupported', `There is no server card at ${url}`],
  ])('%s', async (_, init, code, message) => {
    const failure = await fetchServerCard(url, answering(minimal, init as ResponseInit)).catch(
      (reason: unknown) => reason,
    )
    expect(failure).toMatchObject({ code })
    expect((failure as Error).message).toContain(message)
  })
})

test.each([
  'http://weather.example/card',
  'https://10.0.0.1/card',
  'https://localhost/card',
  'file:///etc/passwd',
  'https://a:b@c.example',
])('the address %s is not reached', async (address) => {
  await expect(fetchServerCard(address)).rejects.toMatchObject({ code: 'unreachable' })
})

test.each([0, -1, '1'])('a time of %j is wrong use', async (timeoutMs) => {
  const { fetch, requests } = answering(minimal)
  await expect(fetchServerCard(url, { fetch, timeoutMs: timeoutMs as number })).rejects.toThrow(
    /^fetchServerCard: timeoutMs must be /,
  )
  expect(requests).toEqual([])
})

test.each([
  ['application/mcp-server-card+json; charset=utf-8', undefined],
  ['Application/JSON ;charset=utf-8', undefined],
  ['text/plain', 'its type is text/plain, not application/mcp-server-card+json'],
  ['', 'its type is , not application/mcp-server-card+json'],
])('a card of the type "%s" is read where that is JSON', async (type, problem) => {
  const { fetch } = answering(minimal, { headers: { 'content-type': type } })
  const outcome = await fetchServerCard(new URL(url), { fetch }).catch((reason: unknown) => reason)
  expect(outcome).toMatchObject(
    problem === undefined
      ? { url, card: minimal }
      : { code: 'invalid_result', message: `${url}: no server card: ${problem}`, cause: undefined },
  )
})

test.each([404, 410])('there is no card where the status is %d, and the reply is not read', async (status) => {
  let isCancelled = false
  const body = new ReadableStream({
    cancel: () => {
      isCancelled = true
    },
  })
  const fetch = async () => new Response(body, { status })
  await expect(fetchServerCard(url, { fetch })).rejects.toMatchObject({
    code: 'unsupported',
    message: `There is no server card at ${url}`,
  })
  expect(isCancelled).toBe(true)
})

test('what cannot be read as a card is refused with the cause', async () => {
  const { fetch } = answering({ ...minimal, websiteUrl: 5 })
  await expect(fetchServerCard(url, { fetch })).rejects.toMatchObject({ cause: expect.any(TypeError) })
})

test.each([
  ['"a"', '"a"'],
  ['x'.repeat(256), 'x'.repeat(256)],
  ['x'.repeat(257), undefined],
])('the tag %s is remembered unless it is long', async (etag, expected) => {
  const { fetch } = answering(minimal, { headers: { etag } })
  expect((await fetchServerCard(url, { fetch })).etag).toBe(expected)
})

test('the signal of the caller is that of the request', async () => {
  const { signal } = new AbortController()
  const signals: unknown[] = []
  const { fetch } = answering(minimal)
  const listening: typeof fetch = (input, init) => {
    signals.push(init && 'signal' in init ? init.signal : 'none')
    return fetch(input, init)
  }
  await fetchServerCard(url, { fetch: listening, signal })
  await fetchServerCard(url, { fetch: listening })
  expect(signals).toEqual([signal, 'none'])
})

test('an address that is no URL is wrong use', async () => {
  await expect(fetchServerCard('weather')).rejects.toThrow(
    new TypeError('fetchServerCard: url must be the URL of a server card, got "weather"'),
  )
})
