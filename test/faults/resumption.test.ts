import { type Client, connect } from 'omniport/client'
import { expect, onTestFinished, test } from 'vitest'
import { type Asked, but, hostileServer } from './hostile-server.js'
import { expectNoChildren } from './no-children.js'
import { outcomeOf } from './outcome.js'

expectNoChildren()

const revision = '2025-11-25'
const note = (data: unknown) =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } })}`
const answer = (id: unknown, text = 'done') =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })}`

/** A call whose reply is cut after some events, and what each attempt to resume it gets. */
async function resume(
  first: readonly string[],
  then: readonly ((asked: Asked, id: unknown) => void)[],
  timeoutMs = 10_000,
) {
  const logged: unknown[] = []
  const errors: string[] = []
  const lastIds: unknown[] = []
  let id: unknown
  const server = await hostileServer((asked) => {
    const { request, message, socket } = asked
    const lastId = request.headers['last-event-id']
    if (message?.method === 'tools/call') {
      id = message.id
      const send = asked.stream()
      for (const event of first) send(event)
      socket.end()
    } else if (lastId !== undefined) {
      const next = then[Math.min(lastIds.length, then.length - 1)]
      lastIds.push(lastId)
      next?.(asked, id)
    } else but(revision, 'none', () => {})(asked)
  })
  const client: Client = await connect(server.url, {
    revision,
    onLog: ({ data }) => logged.push(data),
    onError: ({ message }) => errors.push(message),
  })
  onTestFinished(() => client.close())
  const outcome = await outcomeOf(client.callTool('x', {}, { timeoutMs }))
  return { outcome, logged, errors, lastIds, client, server }
}

const sends =
  (...events: readonly ((id: unknown) => string)[]) =>
  (asked: Asked, id: unknown) => {
    const send = asked.stream()
    for (const event of events) send(event(id))
    asked.socket.end()
  }
const status = (code: number) => (asked: Asked) => void asked.write(`HTTP/1.1 ${code} No\r\ncontent-length: 0\r\n\r\n`)
const is = (text: string) => () => text
const ends = (text?: string) => (id: unknown) => `id: end\n${answer(id, text)}`
const ok = { value: { content: [{ type: 'text', text: 'done' }] } }

test('events that are sent again are heard once', async () => {
  const all = [is(`id: 1\n${note(1)}`), is(`id: 2\n${note(2)}`), is(`id: 1\n${note(1)}`), is(`id: 2\n${note(2)}`)]
  const { outcome, logged } = await resume([`id: 1\n${note(1)}`], [sends(...all, is(`id: 3\n${note(3)}`), ends())])
  expect([outcome, logged]).toEqual([ok, [1, 2, 3]])
})

test('an answer that is sent again, as another, is the first one', async () => {
  const { outcome } = await resume(
    [`id: 1\n${note(1)}`],
    [sends(ends('done'), (id) => `id: 9\n${answer(id, 'other')}`)],
  )
  expect(outcome).toMatchObject(ok)
})

test('events in another order are heard as they come, and none twice', async () => {
  const { outcome, logged, lastIds } = await resume(
    [`id: 1\n${note(1)}`],
    [sends(is(`id: 3\n${note(3)}`)), sends(is(`id: 2\n${note(2)}`), is(`id: 3\n${note(3)}`), ends())],
  )
  expect([outcome, logged, lastIds]).toEqual([ok, [1, 3, 2], ['1', '3']])
})

test.each<readonly [string, string]>([
  ['half of it', `id: 2\n${note(2)}`.slice(0, 30)],
  ['all but its end', `id: 2\n${note(2)}`],
])('an event that is cut after %s is not heard, and asked for again', async (_, cut) => {
  const truncated = (asked: Asked) => {
    asked.stream()
    asked.socket.end(cut)
  }
  const { outcome, logged, lastIds } = await resume(
    [`id: 1\n${note(1)}`],
    [truncated, sends(is(`id: 2\n${note(2)}`), ends())],
  )
  expect([outcome, logged, lastIds]).toEqual([ok, [1, 2], ['1', '1']])
})

test.each([400, 404, 410])('a server that answers %i to an event id ends the call with one error', async (code) => {
  const { outcome, lastIds } = await resume([`id: 1\n${note(1)}`], [status(code)])
  expect(outcome).toMatchObject({ code: 'closed' })
  expect(lastIds).toEqual(['1'])
})

test('what comes on the stream of one call for another call is that other call’s answer, once', async () => {
  const waiting: Asked[] = []
  const server = await hostileServer(
    but(revision, 'tools/call', (asked) => {
      waiting.push(asked)
      if (waiting.length < 2) return
      const [first, second] = waiting as [Asked, Asked] // both are there
      const send = second.stream()
      send(answer(first.message?.id, 'first'))
      send(answer(second.message?.id, 'second'))
      first.json(JSON.stringify({ jsonrpc: '2.0', id: first.message?.id, result: { content: [] } }))
    }),
  )
  const client: Client = await connect(server.url, { revision })
  onTestFinished(() => client.close())
  const calls = await Promise.all(['a', 'b'].map((name) => client.callTool(name, {})))
  expect(calls.map(({ content }) => content)).toEqual([
    [{ type: 'text', text: 'first' }],
    [{ type: 'text', text: 'second' }],
  ])
})

test('event ids that cannot be a header, or are long, are never sent back', async () => {
  const { outcome, lastIds } = await resume(
    [`id: a\u0000b\n${note(1)}`, `id: ${'x'.repeat(5_000)}\n${note(2)}`, `id: é\n${note(3)}`],
    [status(400)],
  )
  expect([outcome, lastIds]).toMatchObject([{ code: 'closed' }, []])
})

test('retry: 0 and streams that close at once make no busy loop', async () => {
  const { outcome, lastIds } = await resume(['retry: 0', `id: 1\n${note(1)}`], [sends()], 1_000)
  expect(outcome).toMatchObject({ code: 'timeout' })
  expect(lastIds.length).toBeGreaterThan(1)
  expect(lastIds.length).toBeLessThanOrEqual(10) // one in 100 ms
})

test('streams that bring one event each and close make no busy loop either', async () => {
  let count = 1
  const one = (asked: Asked) => {
    count += 1
    sends(is(`id: ${count}\n${note(count)}`))(asked, 0)
  }
  const { outcome, lastIds } = await resume([`id: 1\n${note(1)}`], [one], 1_000)
  expect(outcome).toMatchObject({ code: 'timeout' })
  expect(lastIds.length).toBeGreaterThan(1)
  expect(lastIds.length).toBeLessThanOrEqual(20) // one in 50 ms
})

test('a standalone stream that closes at once is opened less and less often', async () => {
  const times: number[] = []
  const server = await hostileServer(
    but(revision, 'GET', (asked) => {
      times.push(performance.now())
      asked.stream()
      asked.socket.end()
    }),
  )
  const client: Client = await connect(server.url, { revision })
  onTestFinished(() => client.close())
  await expect.poll(() => times.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(5)
  // A busy machine makes them longer, and none shorter. What arrives a little late is followed a little early.
  const early = times.slice(1, 5).map((time, at) => time - (times[at] ?? 0) < 0.8 * 50 * 2 ** at)
  expect(early).toEqual([false, false, false, false])
})

test('a session id that a server gives later changes nothing', async () => {
  const server = await hostileServer(
    but(revision, 'tools/call', (asked) => asked.answer({ content: [] }, 'mcp-session-id: another\r\n')),
  )
  const client: Client = await connect(server.url, { revision })
  onTestFinished(() => client.close())
  await client.callTool('x', {})
  await client.callTool('x', {})
  const ids = server.asked.map(({ request }) => request.headers['mcp-session-id'])
  expect([...new Set(ids)]).toEqual([undefined, 'the-session'])
})
