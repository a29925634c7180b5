import { afterEach, describe, expect, test } from 'vitest'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { createFetchHandler } from './create-fetch-handler.js'
import type { HttpOptions } from './http-options.js'

describe.each(httpShells)('a path at which nothing is served, in $shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions) => {
    shell = await open(defineHttpServer().server, options)
  }
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    shell.send({ method, path, headers: { host: shell.host, ...headers } })
  const messageOf = async (responding: Promise<Response>) => {
    const response = await responding
    const { error } = await response.json()
    return [response.status, response.headers.get('content-type'), error]
  }

  test.each([
    ['POST', '/', '/mcp', 'POST /'],
    ['GET', '/mcp/', '/mcp', 'GET /mcp/'],
    ['DELETE', '/api/mcp?a=b', '/mcp', 'DELETE /api/mcp'],
    ['PUT', '/mcp', '/tools/v1', 'PUT /mcp'],
    ['GET', '/.well-known/oauth-protected-resource', '/mcp', 'GET /.well-known/oauth-protected-resource'],
    ['POST', `/${'x'.repeat(2_000)}`, '/mcp', `POST /${'x'.repeat(127)}…`],
  ])('is refused with what was asked and the endpoint: %s %.40s', async (method, asked, path, shown) => {
    await start({ path })
    const message = `${shown}: no MCP endpoint here; this server listens on ${path}`
    expect(await messageOf(send(method, asked))).toEqual([404, 'application/json', { code: -32600, message }])
  })

  test('has the same status for HEAD, without a body', async () => {
    await start()
    const response = await send('HEAD', '/x')
    expect([response.status, await response.text()]).toEqual([404, ''])
  })

  test('answers a preflight, so that a page may read the refusal', async () => {
    await start()
    const origin = `http://${shell.host}`
    const preflight = await send('OPTIONS', '/x', { origin })
    const refused = await send('POST', '/x', { origin })
    const readers = [preflight, refused].map(({ headers }) => headers.get('access-control-allow-origin'))
    expect([preflight.status, refused.status, readers]).toEqual([204, 404, [origin, origin]])
    await refused.text()
  })

  test('is /sse, unless the older endpoints are wanted', async () => {
    await start({ sseEndpoints: false })
    const statuses: number[] = []
    for (const path of ['/sse', '/messages']) {
      const response = await send('GET', path)
      statuses.push(response.status)
      await response.text()
    }
    expect(statuses).toEqual([404, 404])
  })
})

test('the text that names a hostile path and method has no control characters', async () => {
  const handler = createFetchHandler(defineHttpServer().server)
  const request = new Request('http://localhost/x', { method: 'GET' })
  const [method, url] = [`G\u0000\u001b[2J\n${'x'.repeat(100)}`, 'http://localhost/\u202e<script>"%0a']
  const hostile = new Proxy(request, {
    get: (target, name) => (name === 'method' ? method : name === 'url' ? url : Reflect.get(target, name, target)),
  })
  const text = await (await handler(hostile)).text()
  expect(text).toMatch(/^[\x20-\x7e…]+$/)
  expect(JSON.parse(text).error.message).toBe(
    'G [2J xxxxxxxxx… /%E2%80%AE%3Cscript%3E%22%0a: no MCP endpoint here; this server listens on /mcp',
  )
  await handler.close()
})

test.each([
  ['has the endpoint alone', undefined, ['/mcp']],
  ['has the older endpoints if they are wanted', true, ['/mcp', '/sse', '/messages']],
  ['has them where the app wants them', { stream: '/events', messages: '/inbox' }, ['/mcp', '/events', '/inbox']],
  ['can do without', false, ['/mcp']],
])('a handler in an app %s', async (_name, sseEndpoints, paths) => {
  const handler = createFetchHandler(defineHttpServer().server, { sseEndpoints })
  expect(handler.paths).toEqual(paths)
  await handler.close()
})
