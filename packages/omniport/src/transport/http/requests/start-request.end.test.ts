import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RequestEnd } from '../../../jsonrpc/serving/in-flight-request.js'
import { Slots } from '../../../jsonrpc/serving/slots.js'
import type { DirectServe, Exchange } from '../../../protocol/exchange/exchange.js'
import { PostResponse } from '../responses/post-response.js'
import { openContext } from './fixtures/http-context.js'
import { type StartedRequest, startRequest } from './start-request.js'

const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' } as const
const client = { capabilities: {} }

/** A request whose handler answers when it is told to. */
function start(more: Partial<StartedRequest> = {}) {
  const opened = openContext({ answers: 'json', limits: { handlerHttpMs: 1_000 } })
  const { context } = opened
  const exchanges: Exchange[] = []
  const ends: RequestEnd[] = []
  let answer = () => {}
  const serve: DirectServe = (_message, exchange) => {
    exchanges.push(exchange)
    return new Promise((resolve) => {
      answer = () => resolve({ jsonrpc: '2.0', id: 1, result: { a: 1 } })
    })
  }
  const { inFlightRequests } = context
  context.tryCount(100, false)
  const postResponse = new PostResponse(context)
  const onEnd = (end: RequestEnd) => void ends.push(end)
  startRequest(context, {
    ...{ message, revision: '2025-11-25', client, postResponse, inFlightRequests, serve, onEnd },
    ...more,
  })
  const { inFlight } = context.settings.budgets
  return { ...opened, exchanges, ends, inFlight, answer: () => answer() }
}

describe('a request that was started', () => {
  test('is answered once, and its bytes are not counted any more', async () => {
    const { sent, ends, inFlight, answer, context } = start()
    expect([sent, inFlight.used, context.inFlightRequests.size]).toEqual([[], 100, 1])
    answer()
    await settled()
    expect(sent).toMatchObject([{ status: 200, body: '{"jsonrpc":"2.0","id":1,"result":{"a":1}}' }])
    expect([ends, inFlight.used, context.inFlightRequests.size]).toEqual([['result'], 0, 0])
  })

  test('has no response where it is cancelled', async () => {
    const { sent, ends, inFlight, context, exchanges } = start()
    context.inFlightRequests.cancel(1, new Error('enough'))
    await settled()
    expect(exchanges[0]?.signal.aborted).toBe(true)
    expect([sent.map(({ status, body }) => [status, body]), ends, inFlight.used]).toEqual([
      [[202, undefined]],
      ['cancelled'],
      0,
    ])
  })

  test('may take as long as requests over HTTP may', async () => {
    const { runtime, sent, ends } = start()
    runtime.advance(999)
    await settled()
    expect(sent).toEqual([])
    runtime.advance(1)
    await settled()
    expect([sent.length, String(sent[0]?.body), ends]).toEqual([
      1,
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"tools/call took longer than 1000 ms"}}',
      ['error'],
    ])
  })

  test('is known by its name, which none else may have', async () => {
    const { context, sent } = start({ key: 'name' })
    const other = openContext()
    const serve: DirectServe = () => expect.unreachable()
    const { inFlightRequests } = context
    const postResponse = new PostResponse(other.context)
    startRequest(other.context, {
      ...{ message, revision: '2025-11-25', client, postResponse, inFlightRequests, serve, key: 'name' },
    })
    await settled()
    expect(String(other.sent[0]?.body)).toContain('The id 1 is still in use')
    context.inFlightRequests.cancel('name', new Error('enough'))
    await settled()
    expect(sent.map(({ status }) => status)).toEqual([202])
  })

  test('waits for its turn in a batch', async () => {
    const slots = new Slots(1)
    const first = start({ slots })
    const second = start({ slots })
    await settled()
    expect([first.exchanges.length, second.exchanges.length]).toEqual([1, 0])
    first.answer()
    await settled()
    expect(second.exchanges).toHaveLength(1)
    second.answer()
    await settled()
    expect(second.ends).toEqual(['result'])
  })

  test('knows its client, its revision and its caller', () => {
    const { exchanges, context } = start()
    const [exchange] = exchanges
    expect([exchange?.revision, exchange?.client, exchange?.sender]).toEqual(['2025-11-25', client, context.sender])
    expect([exchange?.ask, exchange?.closeStream, exchange?.session]).toEqual([undefined, undefined, undefined])
  })
})
