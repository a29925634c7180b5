import { afterEach, describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { DefineOptions } from '#test/support/define-server.js'
import { beginSession, initializeRequest, post } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { RpcError } from '../../../../jsonrpc/messages/rpc-error.js'
import type { Middleware } from '../../../../protocol/exchange/exchange.js'
import type { HttpOptions } from '../../http-options.js'

const byUser = ({ headers }: { headers: Headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} })
const hook = { name: 'hook' }
const secret = (text: string) => text.repeat(32)

describe.each(httpShells)('$shell without sessions', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options: HttpOptions = {}, server: DefineOptions = {}) => {
    const defined = defineHttpServer(server)
    shell = await open(defined.server, { sessions: false, ...options })
    return defined
  }
  const statusOf = async (responding: Promise<Response>) => {
    const response = await responding
    await response.text()
    return response.status
  }

  test('knows a client by its session id, which is all there is', async () => {
    verifies('HTTP-43')
    const { onHook } = await start({}, { secrets: [secret('a')] })
    onHook(({ revision, client, session, ask, closeStream }) =>
      JSON.stringify([revision, client, session ?? null, typeof ask, closeStream ?? null]),
    )
    const capabilities = { sampling: {} }
    const session = await beginSession(shell, { revision: '2025-06-18', capabilities })
    expect(session.id).toMatch(/^v1\.[\x21-\x7e]+$/)
    const other = defineHttpServer({ secrets: [secret('b'), secret('a')] })
    other.onHook(({ revision }) => revision)
    const node = await open(other.server, { sessions: false })
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: hook }
    const textOf = async (responding: Promise<Response>) => (await (await responding).json()).result.content[0].text
    expect(JSON.parse(await textOf(session.post(request)))).toEqual([
      '2025-06-18',
      { name: 'c', version: '1', capabilities },
      null,
      'function',
      null,
    ])
    expect(await textOf(post(node, request, { headers: session.headers }))).toBe('2025-06-18')
    await node.close()
  })

  test('takes no id that was changed, of another principal, of others, or that expired', async () => {
    verifies('SEC-08', 'HTTP-47')
    const { runtime } = await start({ auth: byUser, limits: { sessionMs: 1_000 } })
    const session = await beginSession(shell, { headers: { 'x-user': 'a' } })
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const as = (id: string, user = 'a') =>
      statusOf(post(shell, ping, { headers: { 'mcp-session-id': id, 'x-user': user } }))
    expect(await as(session.id)).toBe(200)
    expect(await as(session.id, 'b')).toBe(404)
    const [version, kid, salt = '', cipher = ''] = session.id.split('.')
    const changed = (text: string) => (text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`)
    expect(await as([version, kid, salt, changed(cipher)].join('.'))).toBe(404)
    expect(await as([version, kid, changed(salt), cipher].join('.'))).toBe(404)
    expect(await as([version, 'AAAAAAAA', salt, cipher].join('.'))).toBe(404)
    for (const id of ['x', 'v1...', 'v1.a.b.c', '0'.repeat(32)]) expect(await as(id)).toBe(404)
    runtime.advance(999)
    expect(await as(session.id)).toBe(200)
    runtime.advance(1)
    expect(await as(session.id)).toBe(404)
  })

  test.each([
    ['is a minute behind takes the id', 'files', 60_000, 200],
    ['is further behind refuses it', 'files', 60_001, 404],
    ['belongs to another service refuses it', 'notes', 0, 404],
  ])('another node with the same secrets that %s', async (_, name, behindMs, status) => {
    verifies('HTTP-47')
    const secrets = [secret('a')]
    const { runtime } = await start({}, { name: 'files', secrets })
    const other = defineHttpServer({ name, secrets })
    const node = await open(other.server, { sessions: false })
    runtime.advance(behindMs)
    const { headers } = await beginSession(shell)
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    expect(await statusOf(post(node, ping, { headers }))).toBe(status)
    await node.close()
  })

  test('takes no id that is longer than one may be', async () => {
    const secrets = [secret('a')]
    await start({}, { secrets })
    const { id } = await beginSession(shell)
    const statuses: number[] = []
    for (const headerValueBytes of [id.length - 1, id.length]) {
      const strict = await open(defineHttpServer({ secrets }).server, { sessions: false, limits: { headerValueBytes } })
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
      statuses.push(await statusOf(post(strict, ping, { headers: { 'mcp-session-id': id } })))
      await strict.close()
    }
    expect(statuses).toEqual([404, 200])
  })

  test.each(['GET', 'DELETE'])('has no %s', async (method) => {
    await start()
    const session = await beginSession(shell)
    const response = await shell.send({ method, headers: { ...session.headers, host: shell.host, accept: '*/*' } })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    await response.text()
  })

  test('a worker of a cluster begins no session without secrets', async () => {
    const { logger } = await start()
    vi.stubGlobal('process', { ...process, getBuiltinModule: () => ({ isWorker: true }) })
    const response = await post(shell, initializeRequest('2025-11-25'))
    vi.unstubAllGlobals()
    expect([response.status, response.headers.get('mcp-session-id')]).toEqual([500, null])
    expect((await response.json()).error).toEqual({ code: -32603, message: 'The server is not set up to do this' })
    expect(logger.errors).toHaveLength(1)
  })

  test('gives no id when initialize fails', async () => {
    const use = [
      () => async () => {
        throw RpcError.internal('no')
      },
    ]
    await start({}, { use })
    const response = await post(shell, initializeRequest('2025-11-25'))
    expect([response.status, response.headers.get('mcp-session-id')]).toEqual([400, null])
    await response.text()
  })

  test('refuses a client that says more of itself than an id can hold', async () => {
    await start()
    const capabilities = { experimental: { 'x/y': { text: 'x'.repeat(7_000) } } }
    const response = await post(shell, initializeRequest('2025-11-25', capabilities))
    expect([response.status, response.headers.get('mcp-session-id')]).toEqual([400, null])
    expect((await response.json()).error.code).toBe(-32602)
  })

  test.each([
    [{}, 0],
    [{ allowedHosts: ['localhost:80', 'LOCALHOST', '127.0.0.1', '[::1]'] }, 0],
    [{ allowedHosts: ['localhost', '127.0.0.1', 'mcp.example.com'] }, 1],
    [{ allowedHosts: 'any' as const }, 1],
  ])('with %j and no secrets there are %i warnings', async (options, count) => {
    const { logger } = await start(options)
    expect(logger.warnings).toEqual([])
    await beginSession(shell)
    await beginSession(shell)
    const warned = logger.warnings.filter((text) =>
      text.startsWith('Session ids are sealed with a secret of this process'),
    )
    expect([warned.length, logger.warnings.length]).toEqual([count, count])
  })

  test('with secrets there is nothing to warn of', async () => {
    const { logger } = await start({ allowedHosts: 'any' }, { secrets: [secret('a')] })
    await beginSession(shell)
    expect(logger.warnings).toEqual([])
  })

  test('begins in JSON even where streams are preferred', async () => {
    await start({ answers: 'sse' })
    const response = await post(shell, initializeRequest('2025-11-25'))
    expect([response.headers.get('content-type'), response.headers.get('mcp-session-id')?.slice(0, 3)]).toEqual([
      'application/json',
      'v1.',
    ])
    await response.text()
  })

  test('takes notifications and responses that mean nothing to it, and no batches', async () => {
    await start()
    const session = await beginSession(shell, { revision: '2025-03-26' })
    expect(await statusOf(session.notify('notifications/cancelled', { requestId: 1 }))).toBe(202)
    expect(await statusOf(session.post({ jsonrpc: '2.0', id: 1, result: {} }))).toBe(202)
    expect(await statusOf(session.post([{ jsonrpc: '2.0', id: 1, method: 'ping' }]))).toBe(400)
  })

  test.each([true, false])(
    'waits for the result of a task as long as that takes, with sessions: %s',
    async (sessions) => {
      const called = deferred()
      const taskEnd = deferred()
      const use: Middleware[] = [
        (next) => async (message, exchange) => {
          if (message.method !== 'tasks/result') return next(message, exchange)
          called.resolve()
          await taskEnd.promise
          return { jsonrpc: '2.0', id: 1, result: { content: [] } }
        },
      ]
      const { runtime } = await start({ sessions, answers: 'json', limits: { handlerHttpMs: 100 } }, { use })
      const responding = (await beginSession(shell)).request('tasks/result', { taskId: 't' })
      await called.promise
      runtime.advance(1_000)
      taskEnd.resolve()
      expect(await (await responding).json()).toEqual({ jsonrpc: '2.0', id: 1, result: { content: [] } })
    },
  )

  test('streams what belongs to a request, without ids, and finishes what nobody waits for', async () => {
    const { onHook } = await start()
    const goOn = deferred()
    const finished = deferred<boolean>()
    onHook(async (exchange) => {
      exchange.notify({ jsonrpc: '2.0', method: 'notifications/message', params: {} })
      await goOn.promise
      finished.resolve(exchange.signal.aborted)
      return 'x'
    })
    const session = await beginSession(shell)
    const reader = new SseReader(await session.request('tools/call', hook))
    expect(await reader.next()).toEqual({ data: '{"jsonrpc":"2.0","method":"notifications/message","params":{}}' })
    await reader.cancel()
    goOn.resolve()
    expect(await finished.promise).toBe(false)
  })
})
