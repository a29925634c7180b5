import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { MessageSink } from './message-sink.js'
import { SentRequests } from './sent-requests.js'

const request = { jsonrpc: '2.0', id: 1, method: 'm' } as const

function open(send?: MessageSink['send']) {
  const sent: unknown[][] = []
  const runtime = createManualRuntime()
  const record: MessageSink['send'] = (...given) => void sent.push(given)
  return { sent, runtime, requests: new SentRequests({ send: send ?? record }, runtime) }
}

describe('a request', () => {
  test('is sent with its options, and settles with its response', async () => {
    const { sent, requests } = open()
    const options = { isQuiet: true }
    const response = requests.request(request, options)
    expect([sent, requests.pending.has(1)]).toEqual([[[request, options]], true])
    requests.pending.settle({ jsonrpc: '2.0', id: 1, result: 5 })
    expect(await response).toEqual({ jsonrpc: '2.0', id: 1, result: 5 })
  })

  test('that takes too long is cancelled', async () => {
    const { sent, requests, runtime } = open()
    const late = expect(requests.request(request, { timeoutMs: 5 })).rejects.toMatchObject({ code: 'timeout' })
    runtime.advance(5)
    await late
    expect(sent.slice(1)).toEqual([
      [
        {
          ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
          params: { requestId: 1, reason: 'No answer within 5 ms' },
        },
      ],
    ])
  })

  test('initialize is not cancelled', async () => {
    const { sent, requests, runtime } = open()
    const asked = requests.request({ ...request, method: 'initialize' }, { timeoutMs: 5 })
    const late = expect(asked).rejects.toMatchObject({ code: 'timeout' })
    runtime.advance(5)
    await late
    expect(sent).toHaveLength(1)
  })

  test('whose caller has given up is not sent', async () => {
    const { sent, requests } = open()
    const signal = AbortSignal.abort('enough')
    await expect(requests.request(request, { signal })).rejects.toBe('enough')
    expect([sent, requests.pending.size]).toEqual([[], 0])
  })

  test('whose id is in use rejects, and the first goes on', async () => {
    const { sent, requests } = open()
    void requests.request(request)
    await expect(requests.request(request)).rejects.toThrow('The id 1 is still in use')
    expect([sent.length, requests.pending.size]).toEqual([1, 1])
  })

  test('that cannot be sent rejects with why, and waits no longer', async () => {
    const problem = new TypeError('a BigInt')
    const { requests } = open(() => {
      throw problem
    })
    await expect(requests.request(request)).rejects.toBe(problem)
    expect(requests.pending.size).toBe(0)
  })
})
