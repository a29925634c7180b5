import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { DefineOptions } from '#test/support/define-server.js'
import { beginSession, initializeRequest, modernHeaders, modernRequest, post } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell, type ShellRequest } from '#test/support/http-shells.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { HttpOptions } from './http-options.js'

const call = { name: 'echo', arguments: { a: 1 } }
const noDrafts = { 'mcp-method': '-', 'mcp-name': '-' }
const good = modernHeaders('tools/call', call)

describe.each(httpShells)('$shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions, server: DefineOptions = {}) => {
    const defined = defineHttpServer(server)
    shell = await open(defined.server, options)
    return defined
  }

  /** One thing wrong with an otherwise good request, and what that is answered with. */
  type Row = readonly [name: string, request: ShellRequest & { readonly json?: unknown }, status: number, code: number]

  const refusals: readonly Row[] = [
    ['a foreign Host', { headers: { host: 'evil.example' } }, 403, -32600],
    [
      'a foreign Host with a good Origin',
      { headers: { host: 'evil.example', origin: 'http://localhost' } },
      403,
      -32600,
    ],
    ['a foreign Origin with a good Host', { headers: { origin: 'http://evil.example' } }, 403, -32600],
    ['the Origin of a page without one', { headers: { origin: 'null' } }, 403, -32600],
    [
      'an Origin that only begins like a good one',
      { headers: { origin: 'http://localhost.evil.example' } },
      403,
      -32600,
    ],
    ['an Accept that names neither form', { headers: { accept: 'text/html' } }, 406, -32600],
    [
      'an Accept that refuses both forms',
      { headers: { accept: 'application/json;q=0, text/event-stream;q=0.0' } },
      406,
      -32600,
    ],
    ['no content type', { headers: { 'content-type': '-' }, body: new TextEncoder().encode('{}') }, 415, -32600],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 415, -32600],
    ['a content type that only begins like JSON', { headers: { 'content-type': 'application/json-seq' } }, 415, -32600],
    ['a body that is too large', { body: `"${'x'.repeat(5000)}"` }, 413, -32600],
    ['a body that is not JSON', { body: '{' }, 400, -32700],
    ['an empty body', { body: '' }, 400, -32700],
    ['a body that is not UTF-8', { body: new Uint8Array([0x22, 0xff, 0x22]) }, 400, -32700],
    ['a body of too many values', { body: `[${'0,'.repeat(1_000)}0]` }, 400, -32600],
    ['a body that nests too deeply', { body: `${'['.repeat(65)}${']'.repeat(65)}` }, 400, -32600],
    ['a body that is no message', { json: 1 }, 400, -32600],
    ['an array without a session', { json: [modernRequest('tools/list')] }, 400, -32600],
    ['no jsonrpc', { json: { id: 1, method: 'ping' } }, 400, -32600],
    ['a null id', { json: { jsonrpc: '2.0', id: null, method: 'ping' } }, 400, -32600],
    ['a fractional id', { json: { jsonrpc: '2.0', id: 1.5, method: 'ping' } }, 400, -32600],
    ['params that are an array', { json: { jsonrpc: '2.0', id: 1, method: 'ping', params: [] } }, 400, -32600],
    [
      'a modern header without _meta',
      { json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call } },
      400,
      -32602,
    ],
    [
      '_meta without capabilities',
      {
        json: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
        },
      },
      400,
      -32602,
    ],
    ['no version header', { headers: { 'mcp-protocol-version': '-' } }, 400, -32020],
    ['another version in the header', { headers: { 'mcp-protocol-version': '2025-11-25' } }, 400, -32020],
    [
      'a version in both that is unknown',
      {
        headers: { 'mcp-protocol-version': '2099-01-01' },
        json: modernRequest('tools/call', {
          ...call,
          _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' },
        }),
      },
      400,
      -32022,
    ],
    ['no Mcp-Method', { headers: { 'mcp-method': '-' } }, 400, -32020],
    ['another Mcp-Method', { headers: { 'mcp-method': 'tools/list' } }, 400, -32020],
    ['an Mcp-Method in another case', { headers: { 'mcp-method': 'Tools/call' } }, 400, -32020],
    ['no Mcp-Name', { headers: { 'mcp-name': '-' } }, 400, -32020],
    ['another Mcp-Name', { headers: { 'mcp-name': 'other' } }, 400, -32020],
    ['an Mcp-Name of bad base64', { headers: { 'mcp-name': '=?base64?%%?=' } }, 400, -32020],
    ['an Mcp-Name that is too long', { headers: { 'mcp-name': 'x'.repeat(9000) } }, 400, -32020],
    [
      'a method that is unknown',
      { headers: modernHeaders('nope/nope'), json: modernRequest('nope/nope') },
      404,
      -32601,
    ],
    [
      'initialize as a modern request',
      { headers: modernHeaders('initialize'), json: modernRequest('initialize') },
      404,
      -32601,
    ],
    ['ping as a modern request', { headers: modernHeaders('ping'), json: modernRequest('ping') }, 404, -32601],
    [
      'a legacy request without a session',
      {
        headers: { ...noDrafts, 'mcp-protocol-version': '2025-06-18' },
        json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      },
      400,
      -32600,
    ],
    [
      'a request of no era',
      { headers: { ...noDrafts, 'mcp-protocol-version': '-' }, json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
      400,
      -32600,
    ],
    [
      'an unknown version without a session',
      { headers: { 'mcp-protocol-version': '2099-01-01' }, json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
      400,
      -32022,
    ],
    ['a response', { json: { jsonrpc: '2.0', id: 1, result: {} } }, 400, -32600],
    ['another path', { path: '/other' }, 404, -32600],
    ['PUT', { method: 'PUT' }, 405, -32600],
    ['PATCH that takes no form', { method: 'PATCH', headers: { accept: 'text/html' } }, 405, -32600],
    ['GET without a session', { method: 'GET', body: undefined }, 405, -32600],
    ['DELETE without a session', { method: 'DELETE' }, 405, -32600],
  ]

  test.each(refusals)('refuses %s', async (...[, { json, ...request }, status, code]: Row) => {
    verifies('HTTP-03', 'HTTP-04', 'HTTP-12', 'HTTP-54', 'HTTP-55', 'HTTP-56', 'HTTP-60', 'HTTP-61', 'ERR-05', 'ERR-07')
    verifies('ERR-14', 'HTTP-29', 'SSE-05')
    await start({ limits: { bodyBytes: 4096, jsonNodes: 1_000 } })
    const hasBody = request.method === undefined || request.method === 'PUT' || request.method === 'PATCH'
    const value = json ?? modernRequest('tools/call', call)
    const body = request.body ?? (hasBody ? JSON.stringify(value) : undefined)
    const response = await post(shell, undefined, { ...request, body, headers: { ...good, ...request.headers } })
    const text = await response.text()
    expect({ status: response.status, code: JSON.parse(text).error.code }).toEqual({ status, code })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('mcp-session-id')).toBeNull()
  })

  /** Requests in which everything is wrong from some point on: the first check that fails answers. */
  const everything = {
    host: 'evil.example',
    accept: 'text/html',
    'content-type': 'text/plain',
    'mcp-protocol-version': '1',
  }
  test.each([
    [{}, '{', 403],
    [{ host: 'localhost' }, '{', 401],
    [{ host: 'localhost', authorization: 'x' }, '{', 406],
    [{ host: 'localhost', authorization: 'x', accept: '*/*' }, '{', 415],
    [{ host: 'localhost', authorization: 'x', accept: '*/*', 'content-type': 'application/json' }, '{', 400],
  ])('checks one thing after the other: %j', async (headers, body, status) => {
    const auth = ({ headers: given }: { headers: Headers }) =>
      given.has('authorization') ? { id: 'a', scopes: [], claims: {} } : { denied: 'missing' as const }
    await start({ auth })
    const response = await shell.send({ headers: { ...everything, ...headers }, body })
    await response.text()
    expect(response.status).toBe(status)
  })

  test('takes the body in pieces', async () => {
    await start()
    const bytes = new TextEncoder().encode(JSON.stringify(modernRequest('tools/call', call)))
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.slice(at, at + 7)
    }
    const response = await post(shell, undefined, { body: pieces(), headers: good })
    expect(await response.json()).toMatchObject({ id: 1, result: { content: [{ type: 'text', text: '{"a":1}' }] } })
  })

  test('cuts a body that drips longer than bodyMs', async () => {
    const { runtime } = await start({ limits: { bodyMs: 1000 } })
    async function* drip() {
      yield new Uint8Array([0x7b])
      while (runtime.timers === 0) await settled(1)
      runtime.advance(999)
      yield new Uint8Array([0x7b])
      runtime.advance(1)
      await new Promise(() => {})
    }
    const gone = new AbortController()
    const response = await post(shell, undefined, { body: drip(), headers: good, signal: gone.signal })
    expect(response.status).toBe(408)
    expect(response.headers.get('connection') ?? 'close').toBe('close')
    await response.text()
    gone.abort()
  })

  test('cuts a body without a length once it is too large', async () => {
    await start({ limits: { bodyBytes: 100 } })
    async function* flood() {
      for (let at = 0; at < 50; at += 1) yield new Uint8Array(64)
    }
    const response = await post(shell, undefined, { body: flood(), headers: good })
    expect(response.status).toBe(413)
    await response.text()
  })

  test.each([
    [{}, undefined],
    [{ origin: 'http://localhost:5173' }, 'http://localhost:5173'],
    [{ origin: 'https://127.0.0.1' }, 'https://127.0.0.1'],
    [{ origin: 'http://[::1]:8080' }, 'http://[::1]:8080'],
  ])('lets pages of this machine read the answer: %j', async (headers, allowed) => {
    await start()
    const response = await post(shell, modernRequest('tools/call', call), { headers: { ...good, ...headers } })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin') ?? undefined).toBe(allowed)
    expect(response.headers.get('vary')).toBe(allowed === undefined ? null : 'Origin')
    await response.text()
  })

  test('names the option that would allow more, and gives a refused page nothing to read', async () => {
    await start()
    const fromHost = await post(shell, {}, { headers: { host: 'a.example' } })
    const fromOrigin = await post(shell, {}, { headers: { origin: 'https://a.example' } })
    expect((await fromHost.json()).error.message).toContain('allowedHosts')
    expect((await fromOrigin.json()).error.message).toContain('allowedOrigins')
    expect(fromOrigin.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('allows the hosts and origins it is told to, and no others', async () => {
    await start({ allowedHosts: ['mcp.example.com', 'other.example:8443'], allowedOrigins: ['https://app.example'] })
    const status = async (headers: Record<string, string>) => {
      const response = await post(shell, modernRequest('tools/call', call), { headers: { ...good, ...headers } })
      await response.text()
      return response.status
    }
    expect(await status({ host: 'mcp.example.com' })).toBe(200)
    expect(await status({ host: 'MCP.example.com:8080' })).toBe(200)
    expect(await status({ host: 'other.example:8443' })).toBe(200)
    expect(await status({ host: 'other.example' })).toBe(403)
    expect(await status({ host: 'localhost' })).toBe(403)
    expect(await status({ host: 'mcp.example.com', origin: 'https://app.example' })).toBe(200)
    expect(await status({ host: 'mcp.example.com', origin: 'https://mcp.example.com' })).toBe(403)
  })

  test('answers a browser that asks first', async () => {
    await start()
    const headers = { origin: 'http://localhost:1', 'access-control-request-headers': 'mcp-method', host: shell.host }
    const response = await shell.send({ method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-')))).toEqual({
      'access-control-allow-origin': 'http://localhost:1',
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': 'mcp-method',
      'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate, Retry-After',
      'access-control-max-age': '600',
    })
  })

  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:1', host: 'evil.example' }],
  ])('says nothing to a page that asks first and is not allowed: %j', async (headers) => {
    await start()
    const response = await shell.send({ method: 'OPTIONS', headers: { host: shell.host, ...headers } })
    const cors = [...response.headers].filter(([name]) => name.startsWith('access-'))
    expect([response.status, cors]).toEqual([403, []])
    await response.text()
  })

  test('where any host is allowed, no page may call, not even one of that host, unless its origin is listed', async () => {
    verifies('HTTP-03', 'HTTP-04')
    await start({ allowedHosts: 'any' })
    const status = async (host: string, origin?: string) => {
      const headers = { ...good, host, ...(origin !== undefined && { origin }) }
      const response = await post(shell, modernRequest('tools/call', call), { headers })
      await response.text()
      return response.status
    }
    expect(await status('mcp.example')).toBe(200)
    expect(await status('mcp.example', 'https://mcp.example')).toBe(403)
    expect(await status('mcp.example', 'http://mcp.example')).toBe(403)
    expect(await status('localhost', 'http://localhost')).toBe(403)
    expect(await status('mcp.example', 'null')).toBe(403)
    await shell.close()
    await start({ allowedHosts: 'any', allowedOrigins: ['https://app.example'] })
    expect(await status('mcp.example', 'https://app.example')).toBe(200)
    expect(await status('mcp.example', 'https://mcp.example')).toBe(403)
  })

  test.each([
    [{}, {}, 'POST, GET, DELETE'],
    [{ sessions: false }, {}, 'POST'],
    [{}, { revisions: ['2026-07-28'] }, 'POST'],
  ] as const)('says which methods it has: %j %j', async (options, server, allow) => {
    await start(options, { ...server })
    const put = await shell.send({ method: 'PUT', headers: { host: shell.host } })
    expect([put.status, put.headers.get('allow')]).toEqual([405, allow])
    const head = await shell.send({ method: 'HEAD', headers: { host: shell.host } })
    expect([head.status, head.headers.get('allow')]).toEqual([405, allow])
    await Promise.all([put.text(), head.body?.cancel()])
  })

  test.each([
    ['missing', 'Bearer'],
    ['invalid', 'Bearer error="invalid_token", error_description="the credentials are invalid"'],
    ['expired', 'Bearer error="invalid_token", error_description="the credentials are expired"'],
  ] as const)('answers 401 to credentials that are %s', async (denied, challenge) => {
    verifies('SEC-08', 'HTTP-05', 'SSE-06', 'SEC-12')
    await start({ auth: () => ({ denied }) })
    for (const request of [{}, { method: 'GET' }, { method: 'DELETE' }, { path: '/sse', method: 'GET' }]) {
      const headers = { host: shell.host, 'mcp-session-id': 'x' }
      const response = await shell.send({ headers, ...request })
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge])
      await response.text()
    }
  })

  test('keeps what goes wrong in auth to itself', async () => {
    const { logger } = await start({
      auth: () => {
        throw new Error('secret')
      },
    })
    const response = await post(shell, modernRequest('tools/call', call), { headers: good })
    expect([response.status, await response.text()]).toEqual([
      500,
      '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"}}',
    ])
    expect(logger.errors.map(({ message }) => message)).toEqual(['auth failed for POST /mcp'])
  })

  describe('without legacy revisions', () => {
    const modernOnly = { revisions: ['2026-07-28'] } as const

    test.each([
      ['GET', {}, 405],
      ['DELETE', {}, 405],
    ])('answers %s with 405, session id or not', async (method, _, status) => {
      verifies('HTTP-02', 'INT-13')
      await start({}, { ...modernOnly })
      const response = await shell.send({ method, headers: { host: shell.host, 'mcp-session-id': 'x', accept: '*/*' } })
      expect([response.status, response.headers.get('allow')]).toEqual([status, 'POST'])
      await response.text()
    })

    test('ignores Mcp-Session-Id and Last-Event-ID', async () => {
      verifies('INT-14')
      await start({}, { ...modernOnly })
      const headers = { ...good, 'mcp-session-id': 'x', 'last-event-id': 'y' }
      const response = await post(shell, modernRequest('tools/call', call), { headers })
      expect(response.status).toBe(200)
      expect(response.headers.get('mcp-session-id')).toBeNull()
      await response.text()
    })

    test.each([
      ['a request', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, -32020],
      ['a request with a session id', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, -32020],
      ['a notification', { jsonrpc: '2.0', method: 'notifications/x' }, -32020],
      ['initialize', initializeRequest('2025-11-25'), -32022],
      ['a response', { jsonrpc: '2.0', id: 1, result: {} }, -32600],
      ['a batch', [modernRequest('tools/list')], -32600],
    ])('refuses %s without a version header', async (_name, value, code) => {
      verifies('INT-16')
      await start({}, { ...modernOnly })
      const response = await post(shell, value, { headers: { 'mcp-session-id': 'x' } })
      expect([response.status, (await response.json()).error.code]).toEqual([400, code])
    })

    test('has no endpoints of 2024-11-05', async () => {
      await start({}, { ...modernOnly })
      const response = await shell.send({ method: 'GET', path: '/sse', headers: { host: shell.host } })
      expect(response.status).toBe(404)
      await response.text()
    })
  })

  test('a broken response is refused without its id, which might be one of its sender', async () => {
    await start()
    const session = await beginSession(shell)
    const response = await session.post({ jsonrpc: '2.0', id: 7, result: {}, error: {} })
    expect([response.status, Object.keys(await response.json())]).toEqual([400, ['jsonrpc', 'error']])
  })
})
