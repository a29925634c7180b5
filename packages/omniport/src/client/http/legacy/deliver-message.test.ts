import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { HttpSendRequest } from '../../../transport/http-sender.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { endless, type FakeReply, reply } from '../fixtures/fake-endpoint.js'
import { startOutbound } from '../fixtures/start-outbound.js'
import { deliverMessage, deliverWithRetry, isResponse } from './deliver-message.js'

const json = { 'content-type': 'application/json' }
const broken = () => {
  throw new Error('reset')
}

/** A server that takes messages as a test says; `timeoutMs` is the time it has. */
function start(answer: (request: HttpSendRequest, count: number) => FakeReply | Promise<FakeReply>) {
  let count = 0
  const outbound = startOutbound(
    async (request) => {
      count += 1
      return reply(await answer(request, count))
    },
    { limits: { timeoutMs: 1_000 } },
  )
  const closed = new AbortController()
  const deliver = () => deliverMessage(outbound.create(), outbound.endpoint)
  const insist = () => deliverWithRetry(() => outbound.create(), { endpoint: outbound.endpoint, signal: closed.signal })
  return { ...outbound, deliver, insist, closed }
}

describe('a message without a response', () => {
  test('is taken, whatever the reply is', async () => {
    const { deliver, runtime } = start((_request, count) =>
      count === 1 ? { status: 202 } : { headers: json, body: '1' },
    )
    await deliver()
    await deliver()
    expect(runtime.timers).toBe(0)
  })

  test('leaves no stream open', async () => {
    const { deliver, sent, over } = start((request) => ({
      headers: { 'content-type': 'text/event-stream' },
      body: endless(request),
    }))
    await deliver()
    expect([sent[0]?.abort.aborted, over.length]).toEqual([true, 1])
  })

  test('is refused as a request is', async () => {
    const { deliver, runtime } = start(() => ({ status: 400 }))
    await expect(deliver()).rejects.toMatchObject({ code: 'invalid_result', status: 400 })
    expect(runtime.timers).toBe(0)
  })

  test('is given up after its time', async () => {
    const { deliver, runtime } = start((request) => ({ headers: json, body: endless(request) }))
    let isOver = false
    const delivering = deliver().finally(() => {
      isOver = true
    })
    const failed = expect(delivering).rejects.toThrow(
      new OmniportError('timeout', 'The server took no message within 1000 ms'),
    )
    await runtime.advance(999)
    expect(isOver).toBe(false)
    await runtime.advance(1)
    await failed
  })
})

describe('a message that may arrive twice', () => {
  test('is sent again where the connection breaks, three times in all', async () => {
    const { insist, sent, runtime } = start((_request, count) => (count < 3 ? broken() : { status: 202 }))
    const delivering = insist()
    await runtime.advance(1_000)
    await delivering
    expect(sent.length).toBe(3)
    const never = start(broken)
    const failed = expect(never.insist()).rejects.toThrow('The connection to https://mcp.example/mcp broke: reset')
    await never.runtime.advance(10_000)
    await failed
    expect([never.sent.length, never.runtime.timers]).toEqual([3, 0])
  })

  test('is not sent again where it was refused', async () => {
    const { insist, sent } = start(() => ({ status: 503 }))
    await expect(insist()).rejects.toMatchObject({ code: 'unreachable', status: 503 })
    expect(sent.length).toBe(1)
  })

  test('is not sent again after the end, and fails as it did before', async () => {
    const { insist, sent, closed, runtime } = start(broken)
    const failed = expect(insist()).rejects.toThrow('The connection to https://mcp.example/mcp broke: reset')
    await settled()
    closed.abort(new Error('closed'))
    await failed
    expect([sent.length, runtime.timers]).toEqual([1, 0])
  })
})

test.each<[object, boolean]>([
  [{ jsonrpc: '2.0', id: 1, result: {} }, true],
  [{ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'a' } }, true],
  [{ jsonrpc: '2.0', id: 1, method: 'a' }, false],
  [{ jsonrpc: '2.0', method: 'a' }, false],
  [[{ jsonrpc: '2.0', id: 1, result: {} }], false],
])('%j is a response: %s', (message, expected) => {
  expect(isResponse(message as Parameters<typeof isResponse>[0])).toBe(expected)
})
