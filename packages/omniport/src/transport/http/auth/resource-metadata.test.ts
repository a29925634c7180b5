import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { createNodeHandler } from '../../node/create-node-handler.js'
import type { AuthRequest } from './authenticate.js'
import { metadataUrl } from './resource-metadata.js'

const published = {
  resource: 'https://mcp.example/v1/mcp',
  authorization_servers: ['https://as.example'],
  scopes_supported: ['mcp', 'offline_access'],
  resource_name: 'Example',
}
const wellKnown = '/.well-known/oauth-protected-resource'
const auth = Object.assign(() => ({ denied: 'missing' as const }), { metadata: published })

describe.each(httpShells)('the metadata of a protected resource over $shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options: object = { auth }) => {
    shell = await open(defineHttpServer().server, options)
  }
  const send = (path: string, method = 'GET', headers = {}) =>
    shell.send({ method, path, headers: { host: shell.host, ...headers } })

  test.each(['', '/mcp', '/v1/mcp'])('is at the root, at the endpoint and at its own address: %j', async (path) => {
    verifies('AUTH-10', 'AUTH-13', 'AUTH-51')
    await start()
    const response = await send(wellKnown + path, 'GET', { origin: 'https://anywhere.example' })
    expect([response.status, await response.json()]).toEqual([200, { ...published, scopes_supported: ['mcp'] }])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'content-type': 'application/json',
      'cache-control': 'public, max-age=3600',
    })
  })

  test.each([[undefined], [[]], [['offline_access']]])('names no scopes where it offers none: %j', async (scopes) => {
    const { scopes_supported: _, ...rest } = published
    const metadata = scopes === undefined ? rest : { ...rest, scopes_supported: scopes }
    await start({ auth: Object.assign(auth.bind(undefined), { metadata }) })
    expect(await (await send(wellKnown)).json()).toEqual(rest)
  })

  test('is where the challenge says', async () => {
    verifies('AUTH-12')
    await start()
    const response = await send('/mcp')
    const challenge = `Bearer resource_metadata="https://mcp.example${wellKnown}/v1/mcp"`
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge])
    await response.text()
  })

  test('answers HEAD, browsers that ask first, and no other method', async () => {
    await start()
    const head = await send(wellKnown, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    const preflight = await send(wellKnown, 'OPTIONS', {
      origin: 'https://a.example',
      'access-control-request-headers': 'x',
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x')
    const other = await send(wellKnown, 'POST')
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await other.json()).error).toEqual({ code: -32600, message: 'Only GET is served here' })
  })

  test('is guarded by Host like everything else, and is not elsewhere', async () => {
    await start()
    const foreign = await send(wellKnown, 'GET', { host: 'evil.example' })
    const elsewhere = await send(`${wellKnown}/other`)
    expect([foreign.status, elsewhere.status]).toEqual([403, 404])
    await Promise.all([foreign.text(), elsewhere.text()])
  })

  test.each(['GET', 'HEAD', 'POST'])('nobody is asked who they are where nothing is served: %s', async (method) => {
    const asked: (string | undefined)[] = []
    await start({ auth: Object.assign(({ url }: AuthRequest) => asked.push(url) && auth(), { metadata: published }) })
    const paths = ['/', '/.well-known/oauth-authorization-server', `${wellKnown}/`, `${wellKnown}%2Fmcp`, '/mcp/']
    for (const path of paths) {
      const response = await send(path, method)
      expect([path, response.status, response.headers.get('www-authenticate')]).toEqual([path, 404, null])
      await response.text()
    }
    expect(asked).toEqual([])
  })

  test('is not there without auth that has it', async () => {
    await start({})
    const response = await send(wellKnown)
    expect(response.status).toBe(404)
    await response.text()
  })
})

test.each([
  ['/mcp', ['/mcp', `${wellKnown}/v1/mcp`, `${wellKnown}/mcp`, wellKnown]],
  ['/', ['/', `${wellKnown}/v1/mcp`, wellKnown]],
])('its addresses are among those that a framework is to route here: %s', (path, expected) => {
  expect(createNodeHandler(defineHttpServer().server, { auth, path }).paths).toEqual(expected)
})

test.each([
  ['https://a.example', `https://a.example${wellKnown}`],
  ['https://a.example/', `https://a.example${wellKnown}`],
  ['https://a.example:8443/b/c', `https://a.example:8443${wellKnown}/b/c`],
  ['https://a.example/b?c=d', `https://a.example${wellKnown}/b?c=d`],
])('the metadata of %s is at %s', (resource, url) => {
  expect(metadataUrl(resource)).toBe(url)
})
