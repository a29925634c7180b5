import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { Exchange, Serve } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { OmniportError } from '../../values/errors/omniport-error.js'

const jsonrpc = '2.0' as const
const closing = { code: -32603, message: 'The server is closing' }

/** Everything but `initialize` waits until it is told to answer. */
async function connect(revision: Revision) {
  const started = new Map<string, { readonly exchange: Exchange; readonly answer: () => void }>()
  const logger = createRecordingLogger()
  const runtime = createManualRuntime()
  const serve: Serve = async (message, exchange) => {
    if (!('id' in message)) return undefined
    const response = { jsonrpc, id: message.id, result: {} }
    if (message.method === 'initialize') return response
    return new Promise((resolve) => started.set(message.method, { exchange, answer: () => resolve(response) }))
  }
  const connection = await connectRaw({ serve, environment: { logger, runtime } }, { revision })
  return { started, logger, runtime, ...connection }
}

describe('when its input ended', () => {
  test('calls in flight may finish, and are answered; then it is over', async () => {
    const { served, request, settle, started, runtime } = await connect('2025-11-25')
    const answer = request('a')
    await settle()
    let isOver = false
    const over = served.end(50).then(() => {
      isOver = true
    })
    runtime.advance(49)
    await settle()
    expect(isOver).toBe(false)
    expect(started.get('a')?.exchange.signal.aborted).toBe(false)
    started.get('a')?.answer()
    expect((await answer).result).toEqual({})
    await over
    expect([isOver, runtime.timers]).toEqual([true, 0])
  })

  test('calls that go on too long are answered with -32603 and told to stop', async () => {
    const { served, request, settle, started, runtime } = await connect('2025-11-25')
    const answer = request('a')
    await settle()
    const over = served.end(50)
    runtime.advance(50)
    expect((await answer).error).toEqual(closing)
    expect(started.get('a')?.exchange.signal.aborted).toBe(true)
    await over
  })

  test('the session ends, questions reject, and none can be asked', async () => {
    const { served, messages, settle, started, request } = await connect('2025-11-25')
    void request('a')
    await settle()
    const { exchange } = started.get('a') ?? {}
    const asked = exchange?.ask?.({ method: 'roots/list' })
    await settle()
    expect(messages.map(({ method }) => method)).toEqual(['roots/list'])
    void served.end(50)
    const closed = new OmniportError('closed', 'The client ended the connection')
    await expect(asked).rejects.toEqual(closed)
    await expect(exchange?.ask?.({ method: 'roots/list' })).rejects.toEqual(closed)
    expect(exchange?.session?.signal.reason).toEqual(closed)
    served.abort(closed)
  })

  test('subscriptions end without an answer', async () => {
    const { served, messages, request, settle, started } = await connect('2026-07-28')
    void request('subscriptions/listen')
    await settle()
    await served.end(50)
    expect([started.get('subscriptions/listen')?.exchange.signal.aborted, messages]).toEqual([true, []])
  })
})

describe('when it is aborted', () => {
  test('nothing that arrives later is served, not even what was on its way', async () => {
    const { served, request, settle, started } = await connect('2025-11-25')
    void request('a')
    served.abort(new Error('gone'))
    await settle()
    expect([...started.keys()]).toEqual([])
  })

  test('what is served is told to stop, and not answered', async () => {
    const { served, messages, request, settle, started } = await connect('2025-11-25')
    void request('a')
    await settle()
    const reason = new Error('gone')
    served.abort(reason)
    expect(started.get('a')?.exchange.signal.reason).toBe(reason)
    started.get('a')?.answer()
    await settle()
    expect(messages).toEqual([])
  })
})

describe('a subscription that the server ends', () => {
  test('has a result, then a cancellation that names it', async () => {
    verifies('CAN-12', 'CAN-13')
    const { messages, send, settle, started, close } = await connect('2026-07-28')
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    send({ jsonrpc, id: 'L', method: 'subscriptions/listen', params: { _meta } })
    await settle()
    started.get('subscriptions/listen')?.answer()
    await settle()
    expect(messages).toEqual([
      { jsonrpc, id: 'L', result: {} },
      {
        jsonrpc,
        method: 'notifications/cancelled',
        params: { requestId: 'L', reason: 'The server ended the subscription' },
      },
    ])
    close()
  })

  test('is not cancelled when the client gave it up, nor is anything else', async () => {
    verifies('CAN-12')
    const { messages, request, notify, settle, started, close } = await connect('2026-07-28')
    void request('subscriptions/listen', {}, 1)
    const answer = request('tools/call', {}, 2)
    await settle()
    notify('notifications/cancelled', { requestId: 1 })
    started.get('tools/call')?.answer()
    await answer
    await settle()
    expect(messages).toEqual([])
    close()
  })
})
