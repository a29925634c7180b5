import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { encodeMessage } from './messages/encode-message.js'
import type { RpcRequest } from './messages/messages.js'
import { RpcPeer } from './rpc-peer.js'

const request = (id: string | number, params = {}): RpcRequest => ({ jsonrpc: '2.0', id, method: 'm', params })
const cancelled = (id: number, reason: string) => ({ jsonrpc: '2.0', method: 'cancelled', params: { id, reason } })

function setUp() {
  const runtime = createManualRuntime()
  const sent: unknown[] = []
  const peer = new RpcPeer<undefined>({
    send: (message) => void sent.push(JSON.parse(String(encodeMessage(message)))),
    serve: async () => undefined,
    exchange: () => undefined,
    control: () => undefined,
    cancellation: ({ id }, reason) => ({ jsonrpc: '2.0', method: 'cancelled', params: { id, reason } }),
    clock: runtime,
    onError: () => {},
  })
  return { runtime, sent, peer }
}

describe('a question', () => {
  test('settles with the response, be it an error', async () => {
    const { peer, sent, runtime } = setUp()
    const asked = [peer.request(request(1), { timeoutMs: 5 }), peer.request(request(2))]
    peer.receive({ jsonrpc: '2.0', id: 2, error: { code: 1, message: 'no' } })
    peer.receive({ jsonrpc: '2.0', id: 1, result: null })
    expect(await Promise.all(asked)).toEqual([
      { jsonrpc: '2.0', id: 1, result: null },
      { jsonrpc: '2.0', id: 2, error: { code: 1, message: 'no' } },
    ])
    expect([sent, runtime.timers]).toEqual([[request(1), request(2)], 0])
  })

  test('that is given up before it is asked is not sent', async () => {
    verifies('CAN-01', 'CAN-02')
    const { peer, sent } = setUp()
    const reason = new Error('too late')
    await expect(peer.request(request(1), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(sent).toEqual([])
  })

  test('that is given up is cancelled once, and its late answer dropped', async () => {
    verifies('CAN-01', 'CAN-02', 'CAN-08')
    const { peer, sent } = setUp()
    const controller = new AbortController()
    const reason = new Error('enough')
    const asked = peer.request(request(1), { signal: controller.signal })
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
    peer.receive({ jsonrpc: '2.0', id: 1, result: {} })
    expect(sent).toEqual([request(1), cancelled(1, 'The caller cancelled')])
  })

  test('that is answered is not cancelled any more', async () => {
    verifies('CAN-01', 'CAN-02')
    const { peer, sent, runtime } = setUp()
    const controller = new AbortController()
    const asked = peer.request(request(1), { signal: controller.signal, timeoutMs: 5 })
    peer.receive({ jsonrpc: '2.0', id: 1, result: {} })
    await asked
    controller.abort()
    runtime.advance(5)
    expect(sent).toEqual([request(1)])
  })

  test('that runs out of time is cancelled', async () => {
    const { peer, sent, runtime } = setUp()
    const asked = peer.request(request(1), { timeoutMs: 5 })
    runtime.advance(5)
    await expect(asked).rejects.toEqual(new OmniportError('timeout', 'No answer within 5 ms'))
    expect(sent).toEqual([request(1), cancelled(1, 'No answer within 5 ms')])
  })

  test('that cannot be written rejects, and nothing is left of it', async () => {
    const { peer, sent, runtime } = setUp()
    await expect(peer.request(request(1, { n: 1n }), { timeoutMs: 5 })).rejects.toThrow(TypeError)
    expect([sent, runtime.timers]).toEqual([[], 0])
    const again = peer.request(request(1))
    peer.receive({ jsonrpc: '2.0', id: 1, result: {} })
    await again
  })

  test('with an id in use is not sent', async () => {
    const { peer, sent } = setUp()
    const first = peer.request(request(1))
    await expect(peer.request(request(1, { second: true }))).rejects.toEqual(new TypeError('The id 1 is still in use'))
    peer.receive({ jsonrpc: '2.0', id: 1, result: {} })
    expect([await first, sent]).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }, [request(1)]])
  })

  test('rejects when its answer arrives broken', async () => {
    const { peer } = setUp()
    const broken = new Error('broken')
    const asked = peer.request(request('a'))
    expect([peer.failRequest('a', broken), peer.failRequest('a', broken)]).toEqual([true, false])
    await expect(asked).rejects.toBe(broken)
  })

  test('rejects when the connection ends, and nobody is told', async () => {
    const { peer, sent } = setUp()
    const asked = peer.request(request(1))
    const closed = new OmniportError('closed', 'over')
    peer.closeRequests(closed)
    await expect(asked).rejects.toBe(closed)
    expect(sent).toEqual([request(1)])
  })
})
