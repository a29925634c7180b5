import { afterEach, describe, expect, test } from 'vitest'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { createServer } from '../../../server/create-server.js'
import { createFetchHandler } from '../create-fetch-handler.js'
import { serverCard } from './server-card.js'
import type { ServerCardOptions } from './server-card-options.js'

const weather = () =>
  createServer({
    name: 'weather',
    version: '1.2.3',
    title: 'Weather',
    description: 'The weather of the next days.',
    websiteUrl: 'https://weather.example',
    icons: [{ src: 'https://weather.example/icon.png', mimeType: 'image/png' }],
    revisions: ['2025-11-25', '2026-07-28'],
  })

const options: ServerCardOptions = {
  name: 'example.weather/api',
  url: 'https://api.weather.example/mcp',
  headers: [{ name: 'X-Region', description: 'The region', isRequired: true }],
  repository: { url: 'https://github.com/example/weather', source: 'github' },
  _meta: { 'example.weather/plan': 'free' },
}

const card = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: 'example.weather/api',
  version: '1.2.3',
  description: 'The weather of the next days.',
  title: 'Weather',
  websiteUrl: 'https://weather.example',
  repository: { url: 'https://github.com/example/weather', source: 'github' },
  icons: [{ src: 'https://weather.example/icon.png', mimeType: 'image/png' }],
  remotes: [
    {
      type: 'streamable-http',
      url: 'https://api.weather.example/mcp',
      headers: [{ name: 'X-Region', description: 'The region', isRequired: true }],
      supportedProtocolVersions: ['2025-11-25', '2026-07-28'],
    },
  ],
  _meta: { 'example.weather/plan': 'free' },
}

describe.each(httpShells)('the server card over $shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options: object) => {
    shell = await open(weather(), options)
  }
  const send = (path: string, method = 'GET', headers = {}) =>
    shell.send({ method, path, headers: { host: shell.host, ...headers } })

  test('is one level below the endpoint, for everybody, and says what the server says', async () => {
    const auth = () => ({ denied: 'missing' as const })
    await start({ serverCard: serverCard(options), auth, path: '/v1/mcp' })
    const response = await send('/v1/mcp/server-card', 'GET', { origin: 'https://anywhere.example' })
    expect([response.status, await response.json()]).toEqual([200, card])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag',
      'content-type': 'application/mcp-server-card+json',
      'cache-control': 'public, max-age=3600',
    })
    expect((await send('/v1/mcp')).status).toBe(401)
  })

  test('is not sent again to who has it', async () => {
    await start({ serverCard: serverCard(options) })
    const first = await send('/mcp/server-card')
    const etag = first.headers.get('etag') ?? ''
    expect([etag, await first.json()]).toEqual([expect.stringMatching(/^"[0-9a-f]{32}"$/), card])
    const sent = async (known: string) => {
      const response = await send('/mcp/server-card', 'GET', { 'if-none-match': known })
      return [response.status, (await response.text()) === '', response.headers.get('etag')]
    }
    expect([await sent(etag), await sent(`"x", W/${etag}`), await sent('*'), await sent('"x"')]).toEqual([
      [304, true, etag],
      [304, true, etag],
      [304, true, etag],
      [200, false, etag],
    ])
  })

  test('answers HEAD, browsers that ask first, and no other method', async () => {
    await start({ serverCard: serverCard(options) })
    const head = await send('/mcp/server-card', 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    const preflight = await send('/mcp/server-card', 'OPTIONS', { origin: 'https://a.example' })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Content-Type, If-None-Match',
    ])
    const other = await send('/mcp/server-card', 'POST')
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await other.json()).error).toEqual({ code: -32600, message: 'Only GET is served here' })
  })

  test('is not there unless the option is given, and not under another host', async () => {
    await start({})
    const missing = await send('/mcp/server-card')
    expect(missing.status).toBe(404)
    await missing.text()
    await shell.close()
    await start({ serverCard: serverCard(options) })
    const foreign = await send('/mcp/server-card', 'GET', { host: 'evil.example' })
    expect(foreign.status).toBe(403)
    await foreign.text()
  })
})

test('the path of the card is among those of a handler', () => {
  expect(createFetchHandler(weather(), { serverCard: serverCard(options) }).paths).toEqual(['/mcp', '/mcp/server-card'])
  expect(createFetchHandler(weather(), { serverCard: serverCard(options), path: '/' }).paths).toEqual([
    '/',
    '/server-card',
  ])
})

describe('the option serverCard', () => {
  test.each<[string, object, string]>([
    [
      'a name without a namespace',
      { name: 'weather' },
      'serverCard.name must be a name such as "com.example/weather", got "weather"',
    ],
    ['no name', { name: undefined }, 'serverCard.name must be a string of 3 to 200 characters, got undefined'],
    [
      'an address without https:',
      { url: 'http://api.example/mcp' },
      'serverCard: url must be the https: address of the endpoint, got "http://api.example/mcp"',
    ],
    ['no address', { url: undefined }, 'serverCard: url must be the https: address of the endpoint, got undefined'],
    [
      'a description that is long',
      { description: 'a'.repeat(101) },
      'serverCard.description must be a string of 1 to 100 characters',
    ],
    ['an unknown option', { tools: [] }, 'serverCard: there is no option "tools"'],
    [
      'a header that is none',
      { headers: [{ name: 'a b' }] },
      'serverCard.remotes[0].headers[0].name must be the name of a header, got "a b"',
    ],
    [
      'a repository without source',
      { repository: { url: 'https://a.b' } },
      'serverCard.repository.source must be a string of 1 to 256 characters, got undefined',
    ],
  ])('with %s throws a TypeError that names it', (_, given, message) => {
    const create = () =>
      createFetchHandler(weather(), { serverCard: serverCard({ ...options, ...given } as ServerCardOptions) })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
  })

  test('takes the address of a server on this machine', () => {
    const url = 'http://127.0.0.1:3000/mcp'
    expect(createFetchHandler(weather(), { serverCard: serverCard({ ...options, url }) }).paths).toHaveLength(2)
  })

  test('wants a description where the server has none', () => {
    const server = createServer({ name: 'a', version: '1' })
    expect(() => createFetchHandler(server, { serverCard: serverCard(options) })).toThrow(
      'serverCard.description must be a string of 1 to 100 characters, got undefined',
    )
  })

  test('is what serverCard() gives', () => {
    expect(() => createFetchHandler(weather(), { serverCard: options as never })).toThrow(
      new TypeError('serverCard must be what serverCard() of omniport/http gives'),
    )
  })
})
