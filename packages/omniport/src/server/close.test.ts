import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { Middleware } from '../protocol/exchange/exchange.js'
import { tool } from './tools/tool.js'

/** A server with a tool that runs until it is told to stop, or for ever. */
function setUp(more: DefineOptions = {}) {
  const runs: { readonly signal: AbortSignal; readonly end: (text: string) => void }[] = []
  const wait = tool({ run: (_args, { signal }) => new Promise<string>((end) => void runs.push({ signal, end })) })
  return { runs, ...defineServer({ tools: { wait }, limits: { drainMs: 50 }, ...more }) }
}

const closing = { code: -32603, message: 'The server is closing' }

describe('closing a server', () => {
  test('settles when everything in flight is answered', async () => {
    const { server, runs, runtime } = setUp()
    const { request, settle, close } = await connectRaw(server)
    const answer = request('tools/call', { name: 'wait' })
    await settle()
    let isClosed = false
    const closed = server.close().then(() => {
      isClosed = true
    })
    runtime.advance(49)
    await settle()
    expect([isClosed, runs[0]?.signal.aborted]).toEqual([false, false])
    runs[0]?.end('done')
    expect((await answer).result).toEqual({ content: [{ type: 'text', text: 'done' }] })
    await closed
    expect(runtime.timers).toBe(0)
    close()
  })

  test('answers what never ends with -32603, and tells it to stop', async () => {
    const { server, runs, runtime } = setUp()
    const { request, settle, messages, close } = await connectRaw(server)
    const answer = request('tools/call', { name: 'wait' })
    await settle()
    const closed = server.close()
    runtime.advance(50)
    expect((await answer).error).toEqual(closing)
    await closed
    expect([runs[0]?.signal.aborted, runs[0]?.signal.reason]).toEqual([
      true,
      RpcError.internal('The server is closing'),
    ])
    runs[0]?.end('late')
    await settle()
    expect(messages).toEqual([])
    close()
  })

  test('tells the handlers of mounted servers to stop too', async () => {
    const inner = setUp()
    const { server, runtime } = setUp({ tools: {} })
    server.mount('in', inner.server)
    const { request, settle, close } = await connectRaw(server)
    const answer = request('tools/call', { name: 'in_wait' })
    await settle()
    const closed = server.close()
    runtime.advance(50)
    expect((await answer).error).toEqual(closing)
    await closed
    expect(inner.runs[0]?.signal.aborted).toBe(true)
    close()
  })

  test('refuses what is asked from then on, before any middleware', async () => {
    const seen: string[] = []
    const noting: Middleware = (next) => (message, exchange) => {
      seen.push(message.method)
      return next(message, exchange)
    }
    const { server } = setUp({ use: [noting] })
    const { request, close } = await connectRaw(server)
    seen.splice(0)
    await server.close()
    for (const method of ['ping', 'tools/list', 'initialize', 'nope']) {
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
      expect((await request(method, params)).error).toEqual({ code: -32603, message: 'The server is closed' })
    }
    expect(seen).toEqual([])
    close()
  })

  test('twice is closing once', async () => {
    const { server, runtime } = setUp()
    expect(server.close()).toBe(server.close())
    await server.close()
    await server[Symbol.asyncDispose]()
    expect(runtime.timers).toBe(0)
  })
})

test('a client that cancels leaves nothing for the server to wait for but the handler itself', async () => {
  const { server, runs, runtime } = setUp()
  const { request, notify, settle, close } = await connectRaw(server)
  void request('tools/call', { name: 'wait' }, 1)
  await settle()
  notify('notifications/cancelled', { requestId: 1 })
  await settle()
  runs[0]?.end('late')
  await settle()
  await server.close()
  expect(runtime.timers).toBe(0)
  close()
})
