import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { RpcNotification } from '../jsonrpc/messages/messages.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import {
  accepted,
  answerAll,
  askOf,
  createHarness,
  form,
  type HarnessOptions,
  roots,
  sample,
  serveWith,
} from './fixtures/parking-harness.js'

const ended = { code: -32602, message: 'requestState: the call has ended; its effect may have happened' }
const log = (data: unknown): RpcNotification => ({
  ...{ jsonrpc: '2.0', method: 'notifications/message' },
  params: { level: 'info', data },
})

/** A call that asks each question and returns what becomes of them, and the ends of which a test decides. */
function setUp(questions: readonly { method: string; params?: object }[] = [form], options: HarnessOptions = {}) {
  const calls: { exchange: Exchange; finish: (result: unknown) => void; fail: (reason: unknown) => void }[] = []
  const seen: unknown[] = []
  const harness = createHarness(
    serveWith((_message, exchange) => {
      const asked = questions.map(({ method, params }) => {
        const question = params === undefined ? { method } : { method, params: { ...params } }
        return askOf(exchange)(question).then(
          (answer) => seen.push(answer),
          (reason: unknown) => seen.push(reason),
        )
      })
      return new Promise((resolve, reject) => {
        calls.push({ exchange, finish: resolve, fail: reject })
        void Promise.all(asked).then(() => resolve(seen))
      })
    }),
    options,
  )
  const call = () => {
    const [first] = calls
    if (first === undefined) throw new Error('nothing was called')
    return first
  }
  return { ...harness, seen, call }
}

describe('what a call sends while it is parked waits for the stream of the retry', () => {
  test('the last progress and the log messages, in their order', async () => {
    const { send, retry, call, parking } = setUp()
    const first = send({ meta: { progressToken: 1 } })
    const round = await first.asked()
    const { bytes } = parking.usage
    for (const [progress, data] of ['a', 'b', 'c'].entries()) {
      const params = { progressToken: 1, progress }
      call().exchange.notify({ jsonrpc: '2.0', method: 'notifications/progress', params })
      call().exchange.notify(log(data))
    }
    expect(parking.usage.bytes).toBeGreaterThan(bytes)
    const again = retry(round, answerAll(round, accepted), { meta: { progressToken: 'x' } })
    await again.result()
    expect([first.notifications, again.notifications]).toEqual([
      [],
      [
        log('a'),
        log('b'),
        log('c'),
        {
          ...{ jsonrpc: '2.0', method: 'notifications/progress' },
          params: { progressToken: 'x', progress: 2 },
        },
      ],
    ])
    expect(parking.usage.bytes).toBe(0)
  })

  test('progress only where the retry has a token', async () => {
    const { send, retry, call } = setUp()
    const round = await send({ meta: { progressToken: 1 } }).asked()
    const params = { progressToken: 1, progress: 1 }
    call().exchange.notify({ jsonrpc: '2.0', method: 'notifications/progress', params })
    const again = retry(round, answerAll(round, accepted))
    await again.result()
    expect(again.notifications).toEqual([])
  })

  test('up to 64 KiB; then a message says how many were left out', async () => {
    const { send, retry, call, logger } = setUp()
    const round = await send().asked()
    const text = 'x'.repeat(8_000)
    for (let count = 0; count < 10; count += 1) call().exchange.notify(log(text))
    const again = retry(round, answerAll(round, accepted))
    await again.result()
    expect(again.notifications.map(({ params }) => params?.['data'])).toEqual([
      ...Array.from({ length: 8 }, () => text),
      '2 messages were left out while the call waited for its client',
    ])
    expect(logger.warnings).toEqual(['2 notifications of a parked call were left out (parkedLogBytes)'])
  })

  test('and is all there for the client that comes back to a call that has ended', async () => {
    const { send, retry, call } = setUp()
    const round = await send().asked()
    call().exchange.notify(log('last'))
    call().finish('done')
    const again = retry(round, answerAll(round, accepted))
    expect(await again.result()).toBe('done')
    expect(again.notifications).toEqual([log('last')])
  })
})

describe('a call that ends while it is parked', () => {
  test('leaves its result until it expires, and its question rejects', async () => {
    const { send, retry, call, parking, seen } = setUp()
    const round = await send().asked()
    call().finish({ big: 'x'.repeat(1_000) })
    const again = retry(round)
    expect(await again.result()).toEqual({ big: 'x'.repeat(1_000) })
    expect([parking.usage.bytes, seen]).toEqual([0, [expect.objectContaining({ code: 'closed' })]])
    await expect(askOf(call().exchange)(form)).rejects.toMatchObject({ code: 'closed' })
  })

  test('leaves its error', async () => {
    const { send, retry, call } = setUp()
    const round = await send().asked()
    call().fail(new Error('it fell'))
    await expect(retry(round).response).rejects.toThrow('it fell')
  })

  test('has nothing left after that', async () => {
    const { send, retry, call, runtime, parking, logger } = setUp()
    const round = await send().asked()
    expect(parking.usage.bytes).toBeGreaterThan(500)
    call().finish('done')
    await expect.poll(() => parking.usage.bytes).toBeLessThan(500)
    runtime.advance(300_000)
    expect(logger.warnings).toEqual(['The result of a parked tools/call was lost: The client did not answer in time'])
    expect([parking.usage, runtime.timers]).toEqual([{ calls: 0, bytes: 0, delivered: 0 }, 0])
    await expect(retry(round).response).rejects.toMatchObject(ended)
  })
})

describe('the signal of a call', () => {
  test('does not abort when a round ends, and leaves nothing with the signals of its requests', async () => {
    const controllers = [new AbortController(), new AbortController()]
    const [first, second] = controllers.map(({ signal }) => ({ exchange: { signal } }))
    const { send, retry, call } = setUp()
    const round = await send(first).asked()
    const { signal } = call().exchange
    controllers[0]?.abort(new Error('the stream has closed'))
    expect(signal.aborted).toBe(false)
    await retry(round, answerAll(round, accepted), second).result()
    expect(signal.aborted).toBe(false)
    expect(controllers.map((controller) => getEventListeners(controller.signal, 'abort'))).toEqual([[], []])
  })

  test('aborts when the first round is cancelled', async () => {
    const { send, call, parking, seen } = setUp()
    const request = send()
    request.cancel(new Error('enough'))
    await expect(request.response).rejects.toThrow('enough')
    await new Promise((resolve) => setImmediate(resolve))
    const { signal } = call().exchange
    expect([signal.reason, seen, parking.usage.calls]).toEqual([new Error('enough'), [new Error('enough')], 0])
  })

  test('aborts when a call that has not asked is cancelled', async () => {
    const { send, call } = setUp([])
    const request = send()
    const { signal } = call().exchange
    request.cancel(new Error('enough'))
    call().finish('done')
    expect([await request.result(), signal.reason]).toEqual(['done', new Error('enough')])
  })

  test('aborts when the round that runs is cancelled, and the call cannot be come back to', async () => {
    let exchange: Exchange | undefined
    const { send, retry, parking, runtime } = createHarness(
      serveWith(async (_message, given) => {
        await askOf(given)(form)
        exchange = given
        given.notify(log('running'))
        return new Promise(() => {})
      }),
    )
    const round = await send().asked()
    const again = retry(round, answerAll(round, accepted))
    await expect.poll(() => again.notifications.length).toBe(1)
    again.cancel(new Error('enough'))
    await expect(again.response).rejects.toThrow('enough')
    expect([exchange?.signal.reason, parking.usage.calls, runtime.timers]).toEqual([new Error('enough'), 0, 0])
    await expect(retry(round, answerAll(round, accepted)).response).rejects.toMatchObject(ended)
  })

  test('is told without being made, where the request can', async () => {
    const listeners: ((reason: unknown) => void)[] = []
    const request = { exchange: { onAbort: (fn: (reason: unknown) => void) => void listeners.push(fn) } }
    const { send, call } = setUp([])
    const sent = send(request)
    const received: unknown[] = []
    for (const name of ['a', 'b']) call().exchange.onAbort?.((reason) => received.push(name, reason))
    expect(listeners).toHaveLength(1)
    for (const listener of listeners) listener('enough')
    call().exchange.onAbort?.((reason) => received.push('late', reason))
    expect([received, call().exchange.signal.reason]).toEqual([
      ['a', 'enough', 'b', 'enough', 'late', 'enough'],
      'enough',
    ])
    call().finish('done')
    expect(await sent.result()).toBe('done')
  })

  test('does not abort with a request that has its answer, where the request can tell', async () => {
    const listeners: ((reason: unknown) => void)[] = []
    const request = { exchange: { onAbort: (fn: (reason: unknown) => void) => void listeners.push(fn) } }
    const { send, retry, call, parking } = setUp()
    const received: unknown[] = []
    const sent = send(request)
    call().exchange.onAbort?.((reason) => received.push(reason))
    const round = await sent.asked()
    for (const listener of listeners) listener('the stream has closed')
    expect([received, call().exchange.signal.aborted]).toEqual([[], false])
    await parking.close()
    await expect.poll(() => received).toEqual([expect.objectContaining({ message: 'The server is closing' })])
    await expect(retry(round).response).rejects.toMatchObject(ended)
  })

  test('of a request that was cancelled before its retry was read leaves the call parked', async () => {
    const { send, retry } = setUp()
    const round = await send().asked()
    const request = retry(round, answerAll(round, accepted))
    request.cancel(new Error('enough'))
    await expect(request.response).rejects.toThrow('enough')
    expect(await retry(round, answerAll(round, accepted)).result()).toEqual([accepted])
  })
})

describe('a call whose client does not come back', () => {
  test('gets cancel for an elicitation and an error for the rest, and is cancelled after that', async () => {
    verifies('MRTR-12')
    const { send, call, seen, runtime, parking } = setUp([form, sample, roots])
    await send().asked()
    const order: unknown[] = []
    call().exchange.signal.addEventListener('abort', () => order.push(...seen, 'aborted'))
    runtime.advance(299_999)
    await new Promise((resolve) => setImmediate(resolve))
    expect(seen).toEqual([])
    runtime.advance(1)
    await new Promise((resolve) => setImmediate(resolve))
    const error = expect.objectContaining({ code: -32603, message: 'The client did not answer in time' })
    expect(order).toEqual([{ action: 'cancel' }, error, error, 'aborted'])
    expect([parking.usage, runtime.timers]).toEqual([{ calls: 0, bytes: 0, delivered: 0 }, 0])
  })

  test('has its whole time again in each round', async () => {
    const { send, retry, runtime } = setUp([form, roots])
    const round = await send().asked()
    runtime.advance(200_000)
    const second = await retry(round, { 'input-1': accepted }).asked()
    runtime.advance(200_000)
    expect(await retry(second, { 'input-2': { roots: [] } }).result()).toEqual([accepted, { roots: [] }])
  })
})

describe('a question that its asker gives up', () => {
  test('leaves the round: an answer to it is ignored', async () => {
    const giveUp = new AbortController()
    const { send, retry, runtime } = createHarness(
      serveWith(async (_message, exchange) => {
        const late = askOf(exchange)(roots, { timeoutMs: 1_000 }).catch(({ code }) => code)
        const first = await askOf(exchange)(form, { signal: giveUp.signal }).catch(({ message }) => message)
        return [first, await late]
      }),
    )
    const round = await send().asked()
    giveUp.abort(new Error('never mind'))
    runtime.advance(1_000)
    expect(await retry(round, { 'input-1': { roots: [] }, 'input-2': accepted }).result()).toEqual([
      'never mind',
      'timeout',
    ])
  })

  test('after its call has ended is refused, though that never asked before', async () => {
    let exchange: Exchange | undefined
    const { send, parking } = createHarness(
      serveWith((_message, given) => {
        exchange = given
        return 'done'
      }),
    )
    await send().result()
    await expect(exchange?.ask?.(form)).rejects.toMatchObject({ code: 'closed' })
    expect(parking.usage.calls).toBe(0)
  })

  test('before it was asked is never sent', async () => {
    const { send } = createHarness(
      serveWith((_message, exchange) =>
        askOf(exchange)(form, { signal: AbortSignal.abort(new Error('no')) }).catch(({ message }) => message),
      ),
    )
    expect(await send().result()).toBe('no')
  })
})
