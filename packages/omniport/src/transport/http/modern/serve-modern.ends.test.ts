import { afterEach, describe, expect, test } from 'vitest'
import { modernRequest, post, postModern } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell, openNode } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import type { Middleware } from '../../../protocol/exchange/exchange.js'
import type { HttpOptions } from '../http-options.js'

let shell: OpenShell
afterEach(() => shell.close())

const listen = { notifications: { toolsListChanged: true } }

/** A server that remembers the signals of its subscriptions. */
async function start(options?: HttpOptions) {
  const signals: AbortSignal[] = []
  const remember: Middleware = (next) => (message, exchange) => {
    if (message.method === 'subscriptions/listen') signals.push(exchange.signal)
    return next(message, exchange)
  }
  const defined = defineHttpServer({ use: [remember] })
  shell = await (httpShells[0]?.open ?? openNode)(defined.server, options)
  const subscribe = async () => {
    const reader = new SseReader(await postModern(shell, 'subscriptions/listen', listen))
    await reader.message()
    return reader
  }
  return { ...defined, signals, subscribe }
}

describe('a subscription is told why it ends', () => {
  const closed = (message: string) => expect.objectContaining({ code: 'closed', message })

  test('when it makes room', async () => {
    const { signals, subscribe } = await start({ limits: { streams: 1 } })
    const first = await subscribe()
    const second = await subscribe()
    expect(await first.messages()).toEqual([])
    expect(signals.map(({ reason }) => reason)).toEqual([
      closed('The subscription made room for another stream'),
      undefined,
    ])
    await second.cancel()
  })

  test('when the credentials end', async () => {
    const auth = () => ({ id: 'ada', scopes: [], claims: {}, expiresAt: 10_000 })
    const { signals, subscribe, runtime } = await start({ auth })
    const reader = await subscribe()
    runtime.advance(9_999)
    expect(signals[0]?.aborted).toBe(false)
    runtime.advance(1)
    expect(await reader.messages()).toEqual([])
    expect(signals[0]?.reason).toEqual(closed('The credentials of the client have ended'))
  })

  test('when the server closes', async () => {
    const { signals, subscribe } = await start()
    const reader = await subscribe()
    const closing = shell.closeHandler()
    expect(await reader.messages()).toHaveLength(1)
    await closing
    expect(signals[0]?.reason).toEqual(closed('The server is closing'))
  })
})

describe('a server of the modern era alone', () => {
  const startModern = async () => {
    shell = await (httpShells[0]?.open ?? openNode)(defineHttpServer({ revisions: ['2026-07-28'] }).server)
  }
  const outcome = async (value: unknown, headers: Record<string, string> = {}) => {
    const response = await post(shell, value, { headers })
    return [response.status, (await response.json()).error]
  }
  const missing = { code: -32020, message: 'Header mismatch: MCP-Protocol-Version is missing' }

  test('misses the version of what says none, in a header or in its fields', async () => {
    await startModern()
    expect(await outcome({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).toEqual([400, missing])
    expect(await outcome({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: {} } })).toEqual([
      400,
      missing,
    ])
  })

  test('misses the version of a notification, whatever its fields say', async () => {
    await startModern()
    const { id: _id, ...notification } = modernRequest('notifications/x') as Record<string, unknown>
    expect(await outcome(notification)).toEqual([400, missing])
  })

  test('takes neither a batch nor a response', async () => {
    await startModern()
    const invalid = (message: string) => [400, { code: -32600, message }]
    expect(await outcome([modernRequest('tools/list')])).toEqual(invalid('Batches are not allowed'))
    expect(await outcome({ jsonrpc: '2.0', id: 1, result: {} })).toEqual(
      invalid('Responses are not taken: nothing was asked'),
    )
  })
})
