import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, post } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'

const jsonrpc = '2.0'

describe.each(httpShells)('$shell says', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const outcome = async (responding: Promise<Response>) => {
    const response = await responding
    return [response.status, (await response.json()).error]
  }

  test('that no response is taken where nothing can be asked', async () => {
    shell = await open(defineHttpServer({ revisions: ['2026-07-28'] }).server)
    const message = 'Responses are not taken: nothing was asked'
    const headers = { 'mcp-protocol-version': '2026-07-28' }
    expect(await outcome(post(shell, { jsonrpc, id: 1, result: {} }, { headers }))).toEqual([
      400,
      { code: -32600, message },
    ])
  })

  test('that a request or a notification names no version', async () => {
    shell = await open(defineHttpServer({ revisions: ['2026-07-28'] }).server)
    const error = { code: -32020, message: 'Header mismatch: MCP-Protocol-Version is missing' }
    expect(await outcome(post(shell, { jsonrpc, method: 'notifications/x' }))).toEqual([400, error])
    expect(await outcome(post(shell, { jsonrpc, id: 1, method: 'tools/list' }))).toEqual([400, error])
  })

  test('to a handler who cancelled its request, where the client gives no reason', async () => {
    const { server, onHook } = defineHttpServer()
    shell = await open(server)
    const [called, stopped] = [deferred(), deferred<unknown>()]
    onHook(({ signal }) => {
      signal.addEventListener('abort', () => stopped.resolve(signal.reason))
      called.resolve()
      return new Promise(() => {})
    })
    const session = await beginSession(shell)
    const responding = session.request('tools/call', { name: 'hook' }, 7)
    await called.promise
    await session.notify('notifications/cancelled', { requestId: 7 })
    expect(await stopped.promise).toMatchObject({ name: 'AbortError', message: 'Cancelled by the client' })
    await (await responding).text()
  })
})
