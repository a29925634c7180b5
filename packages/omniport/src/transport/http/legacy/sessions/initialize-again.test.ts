import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { DefineOptions } from '#test/support/define-server.js'
import { beginSession, initializeRequest, post } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { RpcError } from '../../../../jsonrpc/messages/rpc-error.js'
import type { Middleware } from '../../../../protocol/exchange/exchange.js'
import { createMemorySessions } from '../../../../store/memory/memory-records.js'
import type { HttpOptions } from '../../http-options.js'

const byUser = ({ headers }: { headers: Headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} })
const clock = { now: () => 0, after: () => () => {} }
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe.each(httpShells)('$shell: initialize that names a session', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (options?: HttpOptions, server: DefineOptions = {}) => {
    const defined = defineHttpServer(server)
    shell = await open(defined.server, options)
    return defined
  }

  /** The status, the id of the new session, and the body. */
  const initialize = async (headers: Record<string, string>, revision = '2025-06-18') => {
    const response = await post(shell, initializeRequest(revision), { headers })
    return { status: response.status, id: response.headers.get('mcp-session-id') ?? '', body: await response.json() }
  }
  const statusIn = async (id: string, headers: Record<string, string> = {}) => {
    const response = await post(shell, ping, { headers: { ...headers, 'mcp-session-id': id } })
    await response.text()
    return response.status
  }

  test.each([
    ['kept by this node', {}],
    ['kept in a store', { sessions: createMemorySessions({ clock }) }],
  ])('that is %s ends it and begins another, in the revision that is asked for now', async (_name, stores) => {
    verifies('VER-01', 'HTTP-47')
    const { onHook } = await start({ limits: { sessions: 2 } }, { stores })
    const first = await beginSession(shell)
    const aborted = deferred<unknown>()
    onHook(({ signal }) => {
      signal.addEventListener('abort', () => aborted.resolve(signal.reason))
      return new Promise(() => {})
    })
    const calling = first.request('tools/call', { name: 'hook' }).then((response) => response.text())
    const second = await initialize({ 'mcp-session-id': first.id })
    expect(second).toMatchObject({ status: 200, body: { result: { protocolVersion: '2025-06-18' } } })
    expect(second.id).not.toBe(first.id)
    expect(await aborted.promise).toMatchObject({ code: 'closed' })
    expect([await statusIn(first.id), await statusIn(second.id)]).toEqual([404, 200])
    const third = await initialize({ 'mcp-session-id': second.id })
    expect([third.status, await statusIn(second.id), await statusIn(third.id)]).toEqual([200, 404, 200])
    await Promise.allSettled([calling])
  })

  test('and fails leaves it as it was', async () => {
    let isRefusing = false
    const refuse: Middleware = (next) => async (message, exchange) => {
      if (isRefusing && message.method === 'initialize') throw RpcError.internal('no')
      return next(message, exchange)
    }
    await start({}, { use: [refuse] })
    const session = await beginSession(shell)
    isRefusing = true
    expect(await initialize({ 'mcp-session-id': session.id })).toMatchObject({ status: 400, id: '' })
    const broken = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }
    expect(await (await session.post(broken)).json()).toMatchObject({ error: { code: -32602 } })
    expect(await statusIn(session.id)).toBe(200)
  })

  test('that is unknown begins one all the same', async () => {
    await start()
    const { status, id } = await initialize({ 'mcp-session-id': '0'.repeat(32) })
    expect([status, await statusIn(id)]).toEqual([200, 200])
  })

  test('of somebody else ends nothing', async () => {
    await start({ auth: byUser })
    const session = await beginSession(shell, { headers: { 'x-user': 'ada' } })
    const other = await initialize({ 'mcp-session-id': session.id, 'x-user': 'bob' })
    expect([other.status, await statusIn(other.id, { 'x-user': 'bob' })]).toEqual([200, 200])
    expect(await statusIn(session.id, { 'x-user': 'ada' })).toBe(200)
  })

  test('of a server that keeps none begins another, and the first lives as long as it would', async () => {
    await start({ sessions: false })
    const first = await initialize({})
    const second = await initialize({ 'mcp-session-id': first.id })
    expect([second.status, second.id === first.id]).toEqual([200, false])
    expect([await statusIn(first.id), await statusIn(second.id)]).toEqual([200, 200])
  })
})
