import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { createMemoryBus } from '../../store/memory/memory-bus.js'
import { createMemoryEventLog } from '../../store/memory/memory-event-log.js'
import { createMemoryInbox } from '../../store/memory/memory-inbox.js'
import { RawJson } from '../../values/json/raw-json.js'
import {
  accepted,
  answerAll,
  askOf,
  createHarness,
  form,
  roots,
  sample,
  sampled,
  serveWith,
} from '../fixtures/parking-harness.js'
import type { ParkingStores } from './passed-retry.js'

const ended = { code: -32602, message: 'requestState: the call has ended; its effect may have happened' }
const principal = (id: string) => ({ principal: { id, scopes: [], claims: {} } })

function createStores(): ParkingStores {
  const clock = createHarness(serveWith(() => 0)).runtime
  return {
    bus: createMemoryBus(),
    inbox: createMemoryInbox({ clock }),
    eventLog: createMemoryEventLog({ clock, limits: defaultLimits }),
  }
}

type Run = (exchange: Exchange) => unknown

/** Two nodes that share stores, and the calls that ran on each. */
function createNodes(run: Run, stores: ParkingStores = createStores()) {
  const create = () => {
    const runs: Exchange[] = []
    const inner = serveWith((_message, exchange) => {
      runs.push(exchange)
      return run(exchange)
    })
    return { ...createHarness(inner, { stores }), runs }
  }
  return { a: create(), b: create(), stores }
}

describe('a retry that reaches another node than the one that holds its call', () => {
  test('gets the result, and the call runs once', async () => {
    verifies('MRTR-10')
    const { a, b } = createNodes((exchange) => askOf(exchange)(form))
    const round = await a.send().asked()
    expect(await b.retry(round, answerAll(round, accepted)).result()).toEqual(accepted)
    expect([a.runs.length, b.runs.length]).toEqual([1, 0])
    expect(a.parking.usage.calls).toBe(0)
  })

  test('gets the next round, which a third request answers on any node', async () => {
    const { a, b } = createNodes(async (exchange) => {
      const ask = askOf(exchange)
      return [await ask(form), await ask(sample), await ask(roots)]
    })
    const first = await a.send().asked()
    const second = await b.retry(first, answerAll(first, accepted)).asked()
    const third = await a.retry(second, answerAll(second, sampled)).asked()
    const last = await b.retry(third, answerAll(third, { roots: [] })).result()
    expect(last).toEqual([accepted, sampled, { roots: [] }])
    expect([a.runs.length, b.runs.length]).toEqual([1, 0])
  })

  test('gets what the call says meanwhile, with its own progress token', async () => {
    const { a, b } = createNodes(async (exchange) => {
      await askOf(exchange)(form)
      const progress = { progressToken: 'first', progress: 1 }
      exchange.notify({ jsonrpc: '2.0', method: 'notifications/progress', params: progress })
      return 'done'
    })
    const round = await a.send({ meta: { progressToken: 'first' } }).asked()
    const retry = b.retry(round, answerAll(round, accepted), { meta: { progressToken: 'second' } })
    expect(await retry.result()).toBe('done')
    expect(retry.notifications).toEqual([
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'second', progress: 1 } },
    ])
  })

  test('is refused with the error of the call', async () => {
    const { a, b } = createNodes(async (exchange) => {
      await askOf(exchange)(form)
      throw new RpcError(-32001, 'Not today', { why: 'tired' })
    })
    const round = await a.send().asked()
    await expect(b.retry(round, answerAll(round, accepted)).response).rejects.toMatchObject({
      ...{ code: -32001, message: 'Not today', data: { why: 'tired' } },
    })
  })

  test('does not get the text of what is no error for clients, and the node says it', async () => {
    const { a, b } = createNodes(async (exchange) => {
      await askOf(exchange)(form)
      throw new Error('the password is 1234')
    })
    const round = await a.send().asked()
    const { response } = b.retry(round, answerAll(round, accepted))
    await expect(response).rejects.toMatchObject({ code: -32603, message: 'Internal error' })
    expect(a.logger.errors).toMatchObject([{ message: 'A parked call failed' }])
  })

  test('gets the bytes of a result unchanged', async () => {
    const bytes = new TextEncoder().encode('{"n":12345678901234567890}')
    const { a, b } = createNodes(async (exchange) => {
      await askOf(exchange)(form)
      return new RawJson(bytes)
    })
    const round = await a.send().asked()
    expect(((await b.retry(round, answerAll(round, accepted)).result()) as RawJson).bytes).toEqual(bytes)
  })

  test('gets the same when it is sent again to either node; other answers are refused', async () => {
    verifies('MRTR-08')
    const { a, b } = createNodes((exchange) => askOf(exchange)(form))
    const round = await a.send().asked()
    const answers = answerAll(round, accepted)
    const both = [b.retry(round, answers), a.retry(round, answers), b.retry(round, answers)]
    expect(await Promise.all(both.map(({ result }) => result()))).toEqual([accepted, accepted, accepted])
    await expect(b.retry(round, answerAll(round, { action: 'decline' })).response).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('answered otherwise'),
    })
    expect([a.runs.length, b.runs.length]).toEqual([1, 0])
  })

  test('is refused where it is malformed, and the call stays parked', async () => {
    verifies('MRTR-21')
    const { a, b } = createNodes((exchange) => askOf(exchange)(form))
    const round = await a.send().asked()
    const malformed = answerAll(round, { roots: [] })
    await expect(b.retry(round, malformed).response).rejects.toMatchObject({ code: -32602 })
    expect(await b.retry(round, answerAll(round, accepted)).result()).toEqual(accepted)
  })

  test('is refused for another principal, and reaches no node', async () => {
    const stores = createStores()
    const { a, b } = createNodes((exchange) => askOf(exchange)(form), {
      ...stores,
      inbox: {
        take: (...args) => stores.inbox.take(...args),
        put: () => expect.unreachable('another principal has no way to the call'),
      },
    })
    const round = await a.send({ exchange: principal('ann') }).asked()
    const response = b.retry(round, answerAll(round, accepted), { exchange: principal('bob') }).response
    await expect(response).rejects.toMatchObject(ended)
  })

  test('ends the call when it is cancelled there', async () => {
    const aborted: unknown[] = []
    let isAnswered = false
    const { a, b } = createNodes(async (exchange) => {
      await askOf(exchange)(form)
      isAnswered = true
      return new Promise((_, reject) => {
        exchange.signal.addEventListener('abort', () => {
          aborted.push(exchange.signal.reason)
          reject(exchange.signal.reason)
        })
      })
    })
    const round = await a.send().asked()
    const retry = b.retry(round, answerAll(round, accepted))
    await expect.poll(() => isAnswered).toBe(true)
    retry.cancel(new Error('enough'))
    await expect(retry.response).rejects.toThrow('enough')
    await expect.poll(() => aborted).toMatchObject([{ name: 'AbortError', message: 'Cancelled by the client' }])
    expect(a.parking.usage.calls).toBe(0)
  })

  test('waits as long as the node answers, whatever the call takes', async () => {
    let finish: (value: string) => void = () => {}
    const { a, b } = createNodes(async (exchange) => {
      await askOf(exchange)(form)
      return new Promise<string>((resolve) => {
        finish = resolve
      })
    })
    const round = await a.send().asked()
    const retry = b.retry(round, answerAll(round, accepted))
    await passTime(b, 60_000)
    finish('at last')
    expect(await retry.result()).toBe('at last')
    expect(b.runtime.timers).toBe(0)
  })

  test('reaches a node that missed the first notice, and goes on once', async () => {
    const stores = createStores()
    const published: unknown[] = []
    const bus: ParkingStores['bus'] = {
      subscribe: (topic, listener) => stores.bus.subscribe(topic, listener),
      publish: (topic, message) => {
        published.push(message)
        if (published.length > 1) return stores.bus.publish(topic, message)
      },
    }
    const { a, b } = createNodes((exchange) => askOf(exchange)(form), { ...stores, bus })
    const round = await a.send().asked()
    const retry = b.retry(round, answerAll(round, accepted))
    await passTime(b, 3_000)
    expect(await retry.result()).toEqual(accepted)
    expect(new Set(published).size).toBe(1)
    expect(a.runs).toHaveLength(1)
  })
})

describe('a retry whose node is gone', () => {
  test('is refused with the error of a call that has ended, and begins none', async () => {
    verifies('MRTR-07')
    const { a, b, stores } = createNodes((exchange) => askOf(exchange)(form))
    const round = await a.send().asked()
    await a.parking.close()
    const { response } = b.retry(round, answerAll(round, accepted))
    await passTime(b, 20_000)
    await expect(response).rejects.toMatchObject(ended)
    expect([a.runs.length, b.runs.length]).toEqual([1, 0])
    const fresh = createNodes((exchange) => askOf(exchange)(form), stores)
    const other = await fresh.a.send().asked()
    expect(await fresh.b.retry(other, answerAll(other, accepted)).result()).toEqual(accepted)
  })

  test('is taken back: a node that was only slow does not go on with it', async () => {
    const stores = createStores()
    const late: (() => void)[] = []
    const bus: ParkingStores['bus'] = {
      subscribe: (topic, listener) => stores.bus.subscribe(topic, listener),
      publish: (topic, message) => void late.push(() => void stores.bus.publish(topic, message)),
    }
    const seen: unknown[] = []
    const { a, b } = createNodes(async (exchange) => seen.push(await askOf(exchange)(form)), { ...stores, bus })
    const round = await a.send().asked()
    const { response } = b.retry(round, answerAll(round, accepted))
    await passTime(b, 20_000)
    await expect(response).rejects.toMatchObject(ended)
    for (const publish of late) publish()
    await settled()
    expect(seen).toEqual([])
    expect(a.parking.usage.calls).toBe(1)
  })

  test('without shared stores it is refused at once', async () => {
    const a = createHarness(serveWith((_message, exchange) => askOf(exchange)(form)))
    const b = createHarness(serveWith(() => expect.unreachable('a retry begins no call')))
    const round = await a.send().asked()
    await expect(b.retry(round, answerAll(round, accepted)).response).rejects.toMatchObject({
      code: -32602,
      message: 'requestState: the call has ended, or waits in another process; its effect may have happened',
    })
  })
})

interface Node {
  readonly runtime: { readonly timers: number; advance(ms: number): void }
}

/** Lets time pass at a node that waits for another one, in steps that leave messages their turns. */
async function passTime({ runtime }: Node, ms: number): Promise<void> {
  await expect.poll(() => runtime.timers).toBe(1)
  for (let passed = 0; passed < ms; passed += 500) {
    runtime.advance(500)
    await settled()
  }
}
