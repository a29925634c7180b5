import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcId } from '../../jsonrpc/messages/messages.js'
import { deferred } from '../fixtures/connect-fake.js'
import { OpenInputRequests } from './open-input-requests.js'

/** Input requests that pause for a second at most, and what a listener hears of them. */
function start() {
  const runtime = new VirtualRuntime()
  const open = new OpenInputRequests({ clock: runtime, questionMs: 1_000 })
  const events: string[] = []
  const listen = (name = '') =>
    open.listen({
      onOpen: ({ cause }) => events.push(`${name}open ${cause}`),
      onClose: ({ cause }) => events.push(`${name}close ${cause}`),
    })
  const ask = (cause: RpcId | undefined, signal = new AbortController().signal) => {
    const { promise, resolve, reject } = deferred<string>()
    return { answered: open.track(() => promise, { cause, signal }), resolve, reject }
  }
  return { runtime, open, events, listen, ask }
}

describe('a listener', () => {
  test('hears of input requests that open and close, first of those that are open', async () => {
    const { events, listen, ask, runtime } = start()
    const first = ask(1)
    const stop = listen()
    const second = ask(undefined)
    expect(events).toEqual(['open 1', 'open undefined'])
    first.resolve('yes')
    expect(await first.answered).toBe('yes')
    second.reject(new Error('no'))
    await expect(second.answered).rejects.toThrow('no')
    expect([events.slice(2), runtime.timers]).toEqual([['close 1', 'close undefined'], 0])
    stop()
    ask(3)
    expect(events).toHaveLength(4)
  })

  test('that comes after the end of an input request does not hear of it', async () => {
    const { events, listen, ask } = start()
    const first = ask(1)
    first.resolve('yes')
    await first.answered
    listen()
    expect(events).toEqual([])
  })

  test('hears once of the end of one whose time is over, whose answer still counts', async () => {
    const { events, listen, ask, runtime, open } = start()
    listen()
    const first = ask(1)
    await runtime.advance(999)
    expect(events).toEqual(['open 1'])
    await runtime.advance(1)
    expect([events, open.size]).toEqual([['open 1', 'close 1'], 1])
    first.resolve('late')
    expect([await first.answered, events, open.size]).toEqual(['late', ['open 1', 'close 1'], 0])
  })

  test('hears once of the end of one that is given up, before its handler has ended', async () => {
    const { events, listen, ask, runtime, open } = start()
    listen()
    const stop = new AbortController()
    const first = ask(1, stop.signal)
    stop.abort()
    expect([events, open.size, runtime.timers]).toEqual([['open 1', 'close 1'], 1, 0])
    first.resolve('late')
    await first.answered
    await settled()
    expect([events, open.size]).toEqual([['open 1', 'close 1'], 0])
  })

  test('hears of one whose signal has aborted before only that it is over', () => {
    const { events, listen, ask, runtime } = start()
    listen()
    ask(1, AbortSignal.abort())
    expect([events, runtime.timers]).toEqual([['open 1', 'close 1'], 0])
    listen('later ')
    expect(events).toHaveLength(2)
  })

  test('may stop while it hears of one, and the others hear all the same', async () => {
    const { open, events, listen, ask } = start()
    const stops: (() => void)[] = []
    stops.push(open.listen({ onOpen: () => stops[0]?.(), onClose: () => events.push('too late') }))
    listen('other ')
    const first = ask(1)
    first.resolve('yes')
    await first.answered
    expect(events).toEqual(['other open 1', 'other close 1'])
  })
})

test('an answer leaves no listener at the signal', async () => {
  const { ask } = start()
  const { signal } = new AbortController()
  const first = ask(1, signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  first.resolve('yes')
  await first.answered
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a handler that throws at once is not counted as open', async () => {
  const { open } = start()
  const { signal } = new AbortController()
  const tracked = open.track(
    () => {
      throw new Error('no')
    },
    { cause: 1, signal },
  )
  await expect(tracked).rejects.toThrow('no')
  expect(open.size).toBe(0)
})

describe('the cause of an input request', () => {
  test('is the one that was set for its id, once', () => {
    const { open } = start()
    open.setCause('q', 7)
    expect([open.causeOf('q'), open.causeOf('q')]).toEqual([7, undefined])
  })

  test('is not that of another input request, which takes its place', () => {
    const { open } = start()
    open.setCause('q', 7)
    expect([open.causeOf('other'), open.causeOf('q')]).toEqual([undefined, undefined])
    open.setCause('q', 7)
    open.setCause('r', 8)
    expect(open.causeOf('r')).toBe(8)
    expect(open.causeOf(undefined)).toBe(undefined)
  })
})
