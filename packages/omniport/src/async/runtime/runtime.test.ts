import { connect, createServer, type Socket } from 'node:net'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultRuntime } from './runtime.js'

/** How many timers the process would wait for. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test.each([
  ['a timer', undefined, 1],
  ['a timer in the foreground', { background: false }, 1],
  ['a timer in the background', { background: true }, 0],
])('%s keeps the process alive or not', (_name, options, stored) => {
  const before = timers()
  const stop = defaultRuntime.after(60_000, () => {}, options)
  expect(timers() - before).toBe(stored)
  stop()
  expect(timers()).toBe(before)
})

test('a timer in the background fires', async () => {
  let fired = 0
  await new Promise<void>((resolve) => {
    defaultRuntime.after(1, () => fired++, { background: true })
    defaultRuntime.after(20, resolve)
  })
  expect(fired).toBe(1)
})

test.each([2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 40, Number.POSITIVE_INFINITY])(
  'a timer of %d ms, which may be more than the platform can count, does not fire at once',
  async (ms) => {
    let fired = 0
    const stop = defaultRuntime.after(ms, () => fired++)
    await new Promise<void>((resolve) => {
      defaultRuntime.after(20, resolve)
    })
    stop()
    expect(fired).toBe(0)
  },
)

describe('a timer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

  /** How often a timer that is late by so many milliseconds has fired, at once and a turn later. */
  const fireLate = (lateMs: number, stops = false) => {
    let fired = 0
    const stop = defaultRuntime.after(10, () => fired++)
    vi.setSystemTime(Date.now() + lateMs)
    vi.advanceTimersToNextTimer()
    const atOnce = fired
    if (stops) stop()
    vi.advanceTimersByTime(1)
    return [atOnce, fired]
  }

  test('that is late by less than 50 ms fires at once, and any other after a turn', () => {
    expect([0, 49, 50, 5_000].map((lateMs) => fireLate(lateMs))).toEqual([
      [1, 1],
      [1, 1],
      [0, 1],
      [0, 1],
    ])
  })

  test('that is stopped in the turn for which it waits does not fire', () => {
    expect(fireLate(50, true)).toEqual([0, 0])
  })

  test('waits for a turn where the platform has no setImmediate, too', () => {
    vi.stubGlobal('setImmediate', undefined)
    try {
      expect(fireLate(50)).toEqual([0, 1])
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

test('what is deferred is called once, after this turn', async () => {
  const order: string[] = []
  const called = new Promise<void>((resolve) => {
    defaultRuntime.defer(() => {
      order.push('deferred')
      resolve()
    })
  })
  order.push('this turn')
  await Promise.resolve()
  order.push('its microtasks')
  await called
  expect(order).toEqual(['this turn', 'its microtasks', 'deferred'])
})

test('random bytes are as many as wanted, and differ', () => {
  const [first, second] = [defaultRuntime.randomBytes(16), defaultRuntime.randomBytes(16)]
  expect([first.length, defaultRuntime.randomBytes(0).length]).toEqual([16, 0])
  expect(first).not.toEqual(second)
})

/** Resolves with the two ends of a connection. */
function openConnection(): Promise<readonly [Socket, Socket]> {
  return new Promise((resolve) => {
    const server = createServer((served) => {
      server.close()
      resolve([client, served])
    })
    let client: Socket
    server.listen(0, '127.0.0.1', () => {
      client = connect((server.address() as { port: number }).port, '127.0.0.1') // listening on a port
    })
  })
}

test('what arrived while the process was busy is read before a timer that is late fires', async () => {
  const [client, served] = await openConnection()
  const order: string[] = []
  client.on('data', () => order.push('data'))
  const fired = new Promise<void>((resolve) => {
    defaultRuntime.after(10, () => {
      order.push('timer')
      resolve()
    })
  })
  const stop = defaultRuntime.after(20, () => order.push('stopped'))
  served.write('x')
  busyFor(200)
  client.once('data', stop)
  await fired
  await new Promise(setImmediate)
  expect(order).toEqual(['data', 'timer'])
  client.destroy()
  served.destroy()
})

function busyFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
