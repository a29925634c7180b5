import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { encodeMessage } from '../../jsonrpc/messages/encode-message.js'
import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { Connection } from './connection.js'
import type { MessageSink } from './message-sink.js'
import { SentRequests } from './sent-requests.js'

const request = (id: string | number, params = {}): RpcRequest => ({ jsonrpc: '2.0', id, method: 'm', params })
const cancelled = (requestId: number, reason: string) => ({
  ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
  params: { requestId, reason },
})

function setUp() {
  const runtime = createManualRuntime()
  const sent: unknown[] = []
  const sink: MessageSink = { send: (message) => void sent.push(JSON.parse(String(encodeMessage(message)))) }
  const connection = new Connection({
    side: 'client',
    sink,
    serve: async () => undefined,
    createExchange: () => expect.unreachable(),
    clock: runtime,
    onError: () => {},
  })
  const requests = new SentRequests(sink, runtime)
  connection.requests = requests
  return { runtime, sent, connection, requests }
}

describe('a question', () => {
  test('settles with the response, be it an error', async () => {
    const { connection, requests, sent, runtime } = setUp()
    const asked = [requests.request(request(1), { timeoutMs: 5 }), requests.request(request(2))]
    connection.receive({ jsonrpc: '2.0', id: 2, error: { code: 1, message: 'no' } })
    connection.receive({ jsonrpc: '2.0', id: 1, result: null })
    expect(await Promise.all(asked)).toEqual([
      { jsonrpc: '2.0', id: 1, result: null },
      { jsonrpc: '2.0', id: 2, error: { code: 1, message: 'no' } },
    ])
    expect([sent, runtime.timers]).toEqual([[request(1), request(2)], 0])
  })

  test('that is given up before it is asked is not sent', async () => {
    verifies('CAN-01', 'CAN-02')
    const { requests, sent } = setUp()
    const reason = new Error('too late')
    await expect(requests.request(request(1), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(sent).toEqual([])
  })

  test('that is given up is cancelled once, and its late answer dropped', async () => {
    verifies('CAN-01', 'CAN-02', 'CAN-08')
    const { connection, requests, sent } = setUp()
    const controller = new AbortController()
    const reason = new Error('enough')
    const asked = requests.request(request(1), { signal: controller.signal })
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
    connection.receive({ jsonrpc: '2.0', id: 1, result: {} })
    expect(sent).toEqual([request(1), cancelled(1, 'The caller cancelled')])
  })

  test('that is answered is not cancelled any more', async () => {
    verifies('CAN-01', 'CAN-02')
    const { connection, requests, sent, runtime } = setUp()
    const controller = new AbortController()
    const asked = requests.request(request(1), { signal: controller.signal, timeoutMs: 5 })
    connection.receive({ jsonrpc: '2.0', id: 1, result: {} })
    await asked
    controller.abort()
    runtime.advance(5)
    expect(sent).toEqual([request(1)])
  })

  test('that runs out of time is cancelled', async () => {
    const { requests, sent, runtime } = setUp()
    const asked = requests.request(request(1), { timeoutMs: 5 })
    runtime.advance(5)
    await expect(asked).rejects.toEqual(new OmniportError('timeout', 'No answer within 5 ms'))
    expect(sent).toEqual([request(1), cancelled(1, 'No answer within 5 ms')])
  })

  test('that cannot be written rejects, and nothing is left of it', async () => {
    const { connection, requests, sent, runtime } = setUp()
    await expect(requests.request(request(1, { n: 1n }), { timeoutMs: 5 })).rejects.toThrow(TypeError)
    expect([sent, runtime.timers]).toEqual([[], 0])
    const again = requests.request(request(1))
    connection.receive({ jsonrpc: '2.0', id: 1, result: {} })
    await again
  })

  test('with an id in use is not sent', async () => {
    const { connection, requests, sent } = setUp()
    const first = requests.request(request(1))
    await expect(requests.request(request(1, { second: true }))).rejects.toEqual(
      new TypeError('The id 1 is still in use'),
    )
    connection.receive({ jsonrpc: '2.0', id: 1, result: {} })
    expect([await first, sent]).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }, [request(1)]])
  })

  test('rejects when its answer arrives broken', async () => {
    const { requests } = setUp()
    const broken = new Error('broken')
    const asked = requests.request(request('a'))
    expect([requests.pending.fail('a', broken), requests.pending.fail('a', broken)]).toEqual([true, false])
    await expect(asked).rejects.toBe(broken)
  })

  test('rejects when the connection ends, and nobody is told', async () => {
    const { requests, sent } = setUp()
    const asked = requests.request(request(1))
    const closed = new OmniportError('closed', 'over')
    requests.pending.closeAll(closed)
    await expect(asked).rejects.toBe(closed)
    expect(sent).toEqual([request(1)])
  })
})
