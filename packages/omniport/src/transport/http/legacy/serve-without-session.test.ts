import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { DefineOptions } from '#test/support/define-server.js'
import { post } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { tool } from '../../../server/tools/tool.js'
import type { HttpOptions } from '../http-options.js'

const hook = (id: unknown = 1) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'hook' } })
const version = (text: string) => ({ headers: { 'mcp-protocol-version': text } })

describe.each(httpShells)('$shell without sessions, to a client that has begun none,', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options: HttpOptions = {}, server: DefineOptions = {}) => {
    const defined = defineHttpServer(server)
    shell = await open(defined.server, { sessions: false, ...options })
    return defined
  }
  const resultOf = async (responding: Promise<Response>) => {
    const response = await responding
    const { result, error } = await response.json()
    return [response.status, result ?? error]
  }
  const textOf = async (responding: Promise<Response>) => (await resultOf(responding))[1].content[0].text

  test.each([
    ['2025-03-26 if no header names one', {}, '2025-03-26'],
    ['that of the header', version('2025-11-25'), '2025-11-25'],
    ['that of the header, if it is the oldest', version('2024-11-05'), '2024-11-05'],
  ])('serves a request in a revision: %s', async (_name, request, revision) => {
    verifies('HTTP-51')
    const { onHook } = await start()
    onHook((exchange) => {
      const { client, session, ask } = exchange
      return JSON.stringify([exchange.revision, client, session ?? null, typeof ask])
    })
    const response = await post(shell, hook(), request)
    expect(response.headers.get('mcp-session-id')).toBe(null)
    const { content } = (await response.json()).result
    expect(JSON.parse(content[0].text)).toEqual([revision, { capabilities: {} }, null, 'undefined'])
  })

  test('refuses a request without a header if the revision that it would have is not served', async () => {
    await start({}, { revisions: ['2025-06-18', '2025-11-25', '2026-07-28'] })
    const message = 'The header MCP-Protocol-Version is missing: it must be one of 2025-06-18, 2025-11-25'
    expect(await resultOf(post(shell, hook()))).toEqual([400, { code: -32600, message }])
    expect(await textOf(post(shell, hook(), version('2025-06-18')))).toBe('nothing')
    const [status, { code }] = await resultOf(post(shell, hook(), version('2025-03-26')))
    expect([status, code]).toEqual([400, -32022])
  })

  test('takes notifications and responses, and no batches', async () => {
    await start()
    const statuses: number[] = []
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', id: 1, result: {} },
      [hook()],
    ]) {
      const response = await post(shell, message)
      statuses.push(response.status)
      await response.text()
    }
    expect(statuses).toEqual([202, 202, 202, 400])
  })

  test('serves requests of the same id beside each other, and cancels none of them for another', async () => {
    const { onHook } = await start()
    const [first, second] = [deferred<string>(), deferred<string>()]
    const begun = deferred()
    const answers = [first.promise, second.promise]
    onHook(({ signal }) => {
      const answer = answers.shift() ?? ''
      if (answers.length === 0) begun.resolve()
      return Promise.race([
        answer,
        new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('-'))),
      ])
    })
    const responding = [post(shell, hook()), post(shell, hook())].map(textOf)
    await begun.promise
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    expect((await post(shell, cancel)).status).toBe(202)
    second.resolve('two')
    first.resolve('one')
    expect((await Promise.all(responding)).sort()).toEqual(['one', 'two'])
  })

  test('refuses arguments that differ from their headers with the status of a bad request', async () => {
    await start()
    const request = { ...hook(), params: { name: 'region', arguments: { region: 'eu' } } }
    const message = 'Header mismatch: Mcp-Param-region says "us", the body says "eu"'
    const refused = await resultOf(post(shell, request, { headers: { 'mcp-param-region': 'us' } }))
    expect(refused).toEqual([400, { code: -32001, message }])
    expect(await textOf(post(shell, request, { headers: { 'mcp-param-region': 'eu' } }))).toBe('there')
  })

  test('streams what a handler sends before its result', async () => {
    const { onHook } = await start()
    onHook((exchange) => {
      exchange.notify({ jsonrpc: '2.0', method: 'notifications/message', params: {} })
      return 'x'
    })
    const messages = await new SseReader(await post(shell, hook())).messages()
    expect(messages).toEqual([
      { jsonrpc: '2.0', method: 'notifications/message', params: {} },
      { jsonrpc: '2.0', id: 1, result: { resultType: 'complete', content: [{ type: 'text', text: 'x' }] } },
    ])
  })

  test('says to a handler that this client cannot be asked', async () => {
    const fields = { type: 'object', properties: { name: { type: 'string' } } } as const
    const asking = tool({ run: async (_args, ctx) => (await ctx.elicit('Who?', fields)).action })
    await start({}, { tools: { asking } })
    const request = { ...hook(), params: { name: 'asking' } }
    const [status, result] = await resultOf(post(shell, request, version('2025-11-25')))
    expect([status, result.isError, result.content[0].text]).toEqual([
      200,
      true,
      'The client did not declare the capability elicitation.form',
    ])
  })

  test('authenticates it, and counts its requests among those of its principal', async () => {
    const auth = ({ headers }: { headers: Headers }) => {
      const id = headers.get('x-user')
      return id === null ? { denied: 'missing' as const } : { id, scopes: [], claims: {} }
    }
    const { onHook } = await start({ auth, limits: { inFlight: 1 } })
    const [called, goOn] = [deferred(), deferred<string>()]
    onHook(() => {
      called.resolve()
      return goOn.promise
    })
    const as = (user: string) => post(shell, hook(), { headers: { 'x-user': user } })
    const refused = await post(shell, hook())
    const first = textOf(as('a'))
    await called.promise
    const second = await as('a')
    const other = textOf(as('b'))
    goOn.resolve('x')
    expect([refused.status, await first, second.status, await other]).toEqual([401, 'x', 429, 'x'])
    await Promise.all([refused.text(), second.text()])
  })

  test('is refused by a server that has sessions', async () => {
    verifies('HTTP-46')
    await start({ sessions: true })
    const message = 'The header Mcp-Session-Id is missing: send initialize first'
    expect(await resultOf(post(shell, hook()))).toEqual([400, { code: -32600, message }])
  })
})
