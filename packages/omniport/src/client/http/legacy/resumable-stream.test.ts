import { describe, expect, test } from 'vitest'
import type { HttpSendRequest } from '../../../transport/http-sender.js'
import { createDuplex } from '../fixtures/create-duplex.js'
import { bytesOf, createFakeEndpoint, endless, type FakeReply, reply } from '../fixtures/fake-endpoint.js'
import type { OutboundHttpRequest } from '../outbound-http-request.js'
import { ClientSession } from './client-session.js'
import { ResumableStream, type ResumableStreamOptions } from './resumable-stream.js'

const stream = { 'content-type': 'text/event-stream' }
const never = new AbortController().signal

/** A stream of a session, at a server that answers each GET as a test says. */
function start(
  answer: (request: HttpSendRequest, count: number) => FakeReply,
  options: Partial<ResumableStreamOptions> = {},
) {
  let count = 0
  const fake = createFakeEndpoint((request) => {
    count += 1
    return reply(answer(request, count))
  })
  const received: unknown[] = []
  const connection = createDuplex(fake.endpoint, {
    serve: async ({ method }) => {
      received.push(method)
      return undefined
    },
  })
  const session = new ClientSession(fake.endpoint, connection)
  const resumable = new ResumableStream({ session, use: 'stream', ...options })
  /** The time until the next connection. */
  const pauseOf = async () => {
    const since = fake.runtime.now()
    let isOver = false
    void resumable.pause(never).then(() => {
      isOver = true
    })
    while (!isOver) await fake.runtime.advance(1)
    return fake.runtime.now() - since
  }
  return { ...fake, resumable, received, pauseOf, session }
}

const events = (...texts: readonly string[]): FakeReply => ({ headers: stream, body: bytesOf(...texts) })
const event = (id: string, method: string) => `id: ${id}\ndata: {"jsonrpc":"2.0","method":"${method}"}\n\n`

describe('a stream', () => {
  test('goes on after its last event, and has none of its events twice', async () => {
    const { resumable, sent, received } = start((_request, count) =>
      count === 1 ? events(event('a', 'one'), event('b', 'two')) : events(event('b', 'two'), event('c', 'three')),
    )
    const opened: string[] = []
    const onOpen = () => opened.push('open')
    expect(await resumable.connect({ onOpen })).toBe(true)
    expect(resumable.lastId).toBe('b')
    expect(await resumable.connect({ onOpen })).toBe(true)
    expect([received, resumable.lastId, opened.length]).toEqual([['one', 'two', 'three'], 'c', 2])
    expect(sent.map(({ method, headers, use }) => [method, headers['last-event-id'], use])).toEqual([
      ['GET', undefined, 'stream'],
      ['GET', 'b', 'stream'],
    ])
    resumable.forget()
    await resumable.connect()
    expect(sent[2]?.headers['last-event-id']).toBeUndefined()
  })

  test('is asked for quietly where nobody waits, and tells when it is sent', async () => {
    const onSent = () => {}
    const { resumable, sent } = start(() => events(), { isQuiet: true, use: 'request' })
    await resumable.connect({ onSent })
    expect(sent).toMatchObject([{ isQuiet: true, onSent, use: 'request' }])
  })

  test('may be none, or be refused', async () => {
    let isOpen = false
    const onOpen = () => {
      isOpen = true
    }
    const page = start(() => ({ headers: { 'content-type': 'text/html' } }))
    expect(await page.resumable.connect({ onOpen })).toBe(false)
    const refused = start(() => ({ status: 405 }))
    await expect(refused.resumable.connect({ onOpen })).rejects.toMatchObject({ status: 405 })
    expect(isOpen).toBe(false)
  })
})

describe('the pause before the next connection', () => {
  /** A connection that lasts for so long. */
  const lasting = async (ms: number) => {
    const started = start((request) => ({ headers: stream, body: endless(request) }))
    const connecting = started.resumable.connect()
    await started.runtime.advance(ms)
    started.resumable.abort()
    await connecting.catch(() => {})
    return started.pauseOf()
  }

  test('is short for the first, and after one that ended by itself when it had lasted', async () => {
    expect(await start(() => events()).pauseOf()).toBe(75)
    let end = () => {}
    const { resumable, runtime, pauseOf } = start(() => ({
      headers: stream,
      body: (async function* () {
        yield* bytesOf(': hello\n\n')
        await new Promise<void>((resolve) => {
          end = resolve
        })
      })(),
    }))
    const pauses: number[] = []
    for (const ms of [5_000, 4_999, 5_000]) {
      const connecting = resumable.connect()
      await runtime.advance(ms)
      end()
      await connecting
      pauses.push(await pauseOf())
    }
    expect(pauses).toEqual([75, 150, 75])
  })

  test('is longer after one that failed, and no shorter than the server says', async () => {
    expect(await lasting(60_000)).toBe(150)
    const { resumable, pauseOf } = start((_request, count) =>
      count === 1 ? { status: 503, headers: { 'retry-after': '2' } } : events(),
    )
    await expect(resumable.connect()).rejects.toMatchObject({ status: 503 })
    expect(await pauseOf()).toBe(2_000)
    await resumable.connect()
    expect(await pauseOf()).toBe(300)
  })

  test('is what a stream says by `retry`', async () => {
    const { resumable, pauseOf } = start(() => events('retry: 1500\n\n'))
    await resumable.connect()
    expect(await pauseOf()).toBe(1_500)
  })

  test('ends with its signal', async () => {
    const stop = new AbortController()
    const { resumable, runtime } = start(() => events())
    const pausing = resumable.pause(stop.signal)
    expect(runtime.timers).toBe(1)
    stop.abort()
    await pausing
    expect(runtime.timers).toBe(0)
  })
})

describe('the request that a stream is on', () => {
  const begun = () => {
    const calls: string[] = []
    const request = { abort: () => calls.push('abort'), linger: () => calls.push('linger') }
    const { resumable } = start(() => events())
    return { calls, resumable, request: request as object as OutboundHttpRequest }
  }

  test('is that which began it, until it goes on', async () => {
    const { calls, resumable, request } = begun()
    resumable.linger()
    resumable.abort()
    resumable.begin(request)
    resumable.linger()
    resumable.abort()
    expect(calls).toEqual(['linger', 'abort'])
    await resumable.connect()
    resumable.linger()
    resumable.abort()
    expect(calls.length).toBe(2)
  })
})
