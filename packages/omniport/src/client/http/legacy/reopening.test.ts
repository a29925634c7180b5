import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { connectTo } from '../fixtures/connect-to.js'
import { type FakeEvent, FakeStream } from '../fixtures/fake-stream.js'
import type { WebRequest } from '../fixtures/fake-web.js'
import { empty } from '../fixtures/replies.js'
import { SessionServer } from '../fixtures/servers.js'

const legacy = { revision: '2025-11-25' } as const
const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }
const done = { content: [{ type: 'text', text: 'done' }] }

/** The events of the connection number `count`. */
type Events = (count: number) => readonly FakeEvent[]

/** What a stream may bring before it ends at once, and the longest time until the next connection. */
const briefStreams: [string, 5 | 30, Events][] = [
  ['only an id', 5, (count) => [{ id: `${count}` }]],
  ['an id, and retry: 0', 5, (count) => [{ id: `${count}`, retry: 0 }]],
  ['a message', 5, (count) => [{ id: `${count}`, data: note }]],
  ['a message without an id', 30, () => [{ data: note }]],
  ['the same id each time', 30, () => [{ id: 'a' }]],
  ['nothing', 30, () => []],
]

/** The times between connections: half a random part, which is the same in tests. */
const delays = {
  5: [150, 300, 601, 1_202, 2_403, ...Array<number>(15).fill(3_755)],
  30: [150, 300, 601, 1_202, 2_403, 4_806, 9_613, 19_225, 22_529],
}

/** The times between events that happened at these times. */
function between(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

describe('the standalone stream', () => {
  /** A client whose standalone stream is answered as `get` says, and the times of its connections. */
  async function start(get: (count: number) => Response) {
    const times: number[] = []
    const server = new SessionServer({
      GET: () => {
        times.push(connection.runtime.now())
        return get(times.length)
      },
    })
    const connection = await connectTo(server.answer, legacy)
    const since = connection.runtime.now()
    return { ...connection, times: () => times.map((time) => time - since) }
  }

  test.each(briefStreams)(
    'that brings %s is opened less and less often, every %i s at last',
    async (_, most, events) => {
      const { client, runtime, times } = await start((count) => new FakeStream().send(...events(count)).end().response)
      await runtime.advance(61_000)
      expect(between(times())).toEqual(delays[most])
      await client.close()
    },
  )

  test('that lasted is opened again as quickly as the first time', async () => {
    let open = new FakeStream()
    const { client, runtime, times } = await start((count) => {
      open = new FakeStream()
      return count < 4 ? open.end().response : open.response
    })
    await runtime.advance(1_100)
    expect(times()).toEqual([0, 150, 450, 1_051])
    await runtime.advance(7_000 - 1_100)
    open.end()
    await runtime.advance(75)
    await settled()
    expect(times().at(-1)).toBe(7_075)
    await client.close()
  })

  test.each<[string, string, number]>([
    ['seconds', '7', 7_000],
    ['a date', new Date(1_020_000).toUTCString(), 20_000],
    ['a thousand hours, of which five minutes are kept', '3600000', 300_000],
  ])('that is refused with Retry-After is not asked for sooner: %s', async (_name, value, ms) => {
    const { client, runtime, times } = await start((count) =>
      count === 1 ? empty(503, { 'retry-after': value }) : new FakeStream().response,
    )
    await runtime.advance(400_000)
    expect(times()).toEqual([0, ms])
    await client.close()
  })
})

describe('the stream of a call', () => {
  /** A client whose call is answered with an id, and the times at which its stream is asked for again. */
  async function start(first: FakeEvent, resume: (count: number, request: WebRequest) => Response) {
    const times: number[] = []
    let id: unknown
    const server = new SessionServer({
      'tools/call': ({ message }) => {
        id = message.id
        return new FakeStream().send(first).end().response
      },
      GET: (request) => {
        if (!request.headers.has('last-event-id')) return empty(405)
        times.push(connection.runtime.now())
        return resume(times.length, request)
      },
    })
    const connection = await connectTo(server.answer, legacy)
    await settled()
    const since = connection.runtime.now()
    const call = connection.client.callTool('x', {}, { timeoutMs: 400_000 })
    call.catch(() => {})
    const answer = () => new FakeStream().send({ id: 'z', data: { jsonrpc: '2.0', id, result: done } }).end().response
    return { ...connection, call, answer, times: () => times.map((time) => time - since) }
  }

  test.each(briefStreams)(
    'that brings %s is asked for less and less often, every %i s at last',
    async (_, most, events) => {
      const { client, runtime, times } = await start(
        { id: 'first' },
        (count) => new FakeStream().send(...events(count)).end().response,
      )
      await runtime.advance(61_075)
      expect(between(times())).toEqual(delays[most])
      await client.close()
    },
  )

  test('is asked for as often as `retry` says, a hundred times, and the call goes on', async () => {
    verifies('HTTP-22')
    const { client, runtime, times, call, answer } = await start({ id: 'first', retry: 1_000 }, (count) =>
      count < 100 ? new FakeStream().send({ id: `${count}`, retry: 1_000 }).end().response : answer(),
    )
    await runtime.advance(100_000)
    expect(await call).toEqual(done)
    expect(times()).toEqual(Array.from({ length: 100 }, (_, index) => (index + 1) * 1_000))
    await client.close()
  })

  test('is asked for later and later where `retry` is below a second', async () => {
    const { client, runtime, times } = await start({ id: 'first', retry: 700 }, () => new FakeStream().end().response)
    await runtime.advance(10_000)
    expect(between([0, ...times()])).toEqual([700, 700, 700, 700, 1_202, 2_403])
    await client.close()
  })

  test('is asked for when Retry-After says', async () => {
    const { client, runtime, times, call, answer } = await start({ id: 'first', retry: 1_000 }, (count) =>
      count === 1 ? empty(503, { 'retry-after': '12' }) : answer(),
    )
    await runtime.advance(13_000)
    expect(await call).toEqual(done)
    expect(times()).toEqual([1_000, 13_000])
    await client.close()
  })
})
