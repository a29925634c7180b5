import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { connectTo } from '../fixtures/connect-to.js'
import { FakeStream } from '../fixtures/fake-stream.js'
import type { WebRequest } from '../fixtures/fake-web.js'
import { empty, page, refusal } from '../fixtures/replies.js'
import { SessionServer } from '../fixtures/servers.js'

const legacy = { revision: '2025-11-25' } as const
const done = { content: [{ type: 'text', text: 'done' }] }
const note = (data: unknown) => ({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } })

/** A client whose next call is answered with `first`, and whose resumptions get `then` in turn. */
async function start(first: FakeStream, then: readonly (() => Response)[], options: object = {}) {
  const logged: unknown[] = []
  const gets: (string | null)[] = []
  const pending = [...then]
  const server = new SessionServer({
    'tools/call': () => first.response,
    GET: ({ headers }) => {
      const id = headers.get('last-event-id')
      if (id === null) return empty(405)
      gets.push(id)
      return (pending.shift() ?? (() => empty(500)))()
    },
  })
  const connection = await connectTo(server.answer, { ...legacy, onLog: ({ data }) => logged.push(data), ...options })
  await settled()
  const call = connection.client.callTool('x', {})
  call.catch(() => {})
  await settled()
  const asked = connection.web.ofMethod('tools/call')[0] as WebRequest
  return { ...connection, logged, gets, call, response: { jsonrpc: '2.0', id: asked.message.id, result: done } }
}

test('a cut reply is resumed by GET after its last event, and nothing is heard twice', async () => {
  verifies('HTTP-38')
  const first = new FakeStream()
  const second = new FakeStream()
  const { client, web, runtime, logged, gets, call, response } = await start(first, [() => second.response])
  first.send({ id: 'a' }, { id: 'b', data: note(1) }, { id: 'c', data: note(2) }).raw('id: d\ndata: {"json')
  await settled()
  first.cut()
  await runtime.advance(75)
  second.send({ id: 'c', data: note(2) }, { id: 'd', data: note(3) }, { id: 'e', data: response }).end()
  expect(await call).toEqual(done)
  expect([gets, logged, web.ofMethod('tools/call').length]).toEqual([['c'], [1, 2, 3], 1])
  expect(web.requests.at(-1)?.headers.get('mcp-session-id')).toBe('secret-1')
  await client.close()
  await settled()
  expect([web.open, runtime.timers]).toEqual([0, 0])
})

test.each<[string, number, number]>([
  ['exactly', 700, 700],
  ['0 as a tenth of a second', 0, 100],
  ['a thousand hours as five minutes', 3_600_000_000, 300_000],
])('retry is waited for %s', async (_name, retry, ms) => {
  verifies('HTTP-22')
  const first = new FakeStream()
  const { runtime, gets, client, call } = await start(first, [() => new FakeStream().response], {
    timeoutMs: 400_000,
  })
  first.send({ id: 'a', retry }).end()
  await runtime.advance(ms - 1)
  expect(gets).toEqual([])
  await runtime.advance(1)
  expect(gets).toEqual(['a'])
  await client.close()
  await expect(call).rejects.toMatchObject({ code: 'closed' })
})

test('a server that closes and lets poll is polled as it asks', async () => {
  verifies('HTTP-22')
  const first = new FakeStream()
  const polls = Array.from({ length: 5 }, () => () => new FakeStream().end().response)
  const last = new FakeStream()
  const { client, runtime, gets, call, response } = await start(first, [...polls, () => last.response])
  first.send({ id: 'a', retry: 1_000 }).end()
  await runtime.advance(6_000)
  last.send({ id: 'b', data: response }).end()
  expect([await call, gets]).toEqual([done, ['a', 'a', 'a', 'a', 'a', 'a']])
  await client.close()
})

test('connections that fail are tried again with growing delays, until the call is over', async () => {
  const first = new FakeStream()
  const { runtime, gets, call, client } = await start(
    first,
    Array.from({ length: 20 }, () => () => page(503)),
    { timeoutMs: 10_000 },
  )
  first.send({ id: 'a', retry: 100 }).cut()
  const at: number[] = []
  for (const ms of [100, 151, 301, 602, 1_203, 2_404]) {
    await runtime.advance(ms)
    at.push(gets.length)
  }
  expect(at).toEqual([1, 2, 3, 4, 5, 6])
  await runtime.advance(60_000)
  await expect(call).rejects.toMatchObject({ code: 'timeout' })
  await settled()
  expect([gets.length, runtime.timers]).toEqual([7, 0])
  await client.close()
})

test.each<[string, () => Response, object]>([
  [
    'that it is not kept any more',
    () => refusal(400, -32600, 'Gone'),
    {
      code: 'closed',
      message: expect.stringMatching(/ended the stream of tools\/call without an answer: .* answered HTTP 400: Gone$/),
    },
  ],
  ['405', () => empty(405), { code: 'closed' }],
  ['a page', () => page(200), { code: 'closed' }],
  [
    '404: the session is lost',
    () => refusal(404, -32001),
    { code: 'closed', message: expect.stringMatching(/does not know the session any more$/) },
  ],
])('resuming is refused with %s', async (_name, get, error) => {
  const first = new FakeStream()
  const { runtime, call, gets, client } = await start(first, [get])
  first.send({ id: 'a' }).cut()
  await runtime.advance(100)
  await expect(call).rejects.toMatchObject(error)
  await runtime.advance(60_000)
  expect(gets).toEqual(['a'])
  await client.close()
})

test.each<[string, string | undefined]>([
  ['none', undefined],
  ['one that no header can carry', 'ä'],
  ['one with blanks at its end', 'a '],
])('a reply cut with %s as its last id is lost', async (_name, id) => {
  const first = new FakeStream()
  const { call, gets, client } = await start(first, [])
  first.send({ ...(id !== undefined && { id }), data: note(1) }).cut()
  await expect(call).rejects.toMatchObject({ code: 'closed' })
  expect(gets).toEqual([])
  await client.close()
})

/** A client whose standalone stream is opened as often as it comes, and what it came with. */
async function standalone(refuse: (count: number) => Response | undefined = () => undefined) {
  const streams: FakeStream[] = []
  const ids: (string | null)[] = []
  const server = new SessionServer({
    GET: ({ headers }) => {
      ids.push(headers.get('last-event-id'))
      const refused = refuse(ids.length)
      if (refused !== undefined) return refused
      streams.push(new FakeStream())
      return (streams.at(-1) as FakeStream).response
    },
  })
  const logged: unknown[] = []
  const connection = await connectTo(server.answer, { ...legacy, onLog: ({ data }) => logged.push(data) })
  await settled()
  return { ...connection, streams, ids, logged }
}

test('the standalone stream is opened again after its last event, for as long as the session lives', async () => {
  const { client, runtime, streams, ids, logged } = await standalone()
  streams[0]?.send({ id: '1', data: note('a') }).cut()
  await runtime.advance(150)
  streams[1]?.send({ id: '1', data: note('a') }, { id: '2', data: note('b') }).end()
  await runtime.advance(300)
  streams[2]?.send({ id: '3', data: note('c') })
  await settled()
  expect([ids, logged]).toEqual([
    [null, '1', '2'],
    ['a', 'b', 'c'],
  ])
  await client.close()
  await settled()
  expect([streams[2]?.isOpen, runtime.timers]).toEqual([false, 0])
})

test('a standalone stream that brings nothing is opened less and less often', async () => {
  const { client, runtime, streams, ids } = await standalone()
  const at: number[] = []
  for (const ms of [150, 300, 601, 1_202]) {
    streams.at(-1)?.end()
    await runtime.advance(ms - 1)
    at.push(ids.length)
    await runtime.advance(1)
  }
  expect([at, ids.length]).toEqual([[1, 2, 3, 4], 5])
  await client.close()
})

test('a standalone stream that cannot be resumed is opened anew, and what is listened to counts as changed', async () => {
  const { client, runtime, streams, ids } = await standalone((count) =>
    count === 2 ? refusal(400, -32600) : undefined,
  )
  const subscription = await client.listen({ tools: true })
  streams[0]?.send({ id: '1', data: note('a') }).cut()
  await runtime.advance(1_000)
  expect(ids).toEqual([null, '1', null])
  expect((await subscription[Symbol.asyncIterator]().next()).value).toEqual({ type: 'tools' })
  await client.close()
})

test('a standalone stream is opened anew where its reply was cut, and what is listened to counts as changed', async () => {
  const { client, runtime, ids } = await standalone((count) => {
    if (count === 1) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
    return undefined
  })
  const subscription = await client.listen({ tools: true })
  await runtime.advance(150)
  expect(ids).toEqual([null, null])
  const received = subscription[Symbol.asyncIterator]().next()
  await client.close()
  expect((await received).value).toEqual({ type: 'tools' })
})

test('nothing counts as changed because the standalone stream is opened for the first time', async () => {
  const stream = new FakeStream()
  let open: (response: Response) => void = () => {}
  const pending = new Promise<Response>((resolve) => {
    open = resolve
  })
  const { client, web } = await connectTo(new SessionServer({ GET: () => pending }).answer, legacy)
  const subscription = await client.listen({ tools: true })
  open(stream.response)
  await settled()
  expect(web.open).toBe(1)
  const received = subscription[Symbol.asyncIterator]().next()
  await client.close()
  expect((await received).done).toBe(true)
})
