import { type Client, connect } from 'omniport/client'
import { expect, onTestFinished, test } from 'vitest'
import { createCountedRuntime } from './counted-runtime.js'
import { type Asked, done, hostileServer } from './hostile-server.js'
import { expectNoChildren } from './no-children.js'
import { type CaseResult, outcomeOf } from './outcome.js'

expectNoChildren()

type Send = (event: string) => boolean

interface Fault {
  readonly name: string
  /** Instead of the answer to a call. */
  readonly give: (send: Send, id: unknown, stream: Asked) => void
  readonly outcome: Partial<CaseResult>
}

const answerTo = (id: unknown, result: object = done) => `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}`
const ok = { value: { content: done.content } }
const closed = { code: 'closed' }
const timeout = { code: 'timeout' }

const faults: readonly Fault[] = [
  { name: 'nothing', give: () => {}, outcome: timeout },
  { name: 'the end of the stream', give: (_, __, { socket }) => socket.end(), outcome: closed },
  { name: 'a reset', give: (_, __, { socket }) => socket.resetAndDestroy(), outcome: closed },
  {
    name: 'half of the answer',
    give: (_, id, { socket }) => socket.end(answerTo(id).slice(0, 30)),
    outcome: closed,
  },
  {
    name: 'two answers',
    give: (send, id) => {
      send(answerTo(id))
      send(answerTo(id, { content: [] }))
    },
    outcome: ok,
  },
  {
    name: 'an answer never asked for, garbage, and then its own',
    give: (send, id) => {
      for (const event of [answerTo('never'), 'data: {', 'data: []', 'event: other\ndata: 1', 'id: \0']) send(event)
      send(answerTo(id))
    },
    outcome: ok,
  },
  {
    name: 'another endpoint, elsewhere, and the answer',
    give: (send, id) => {
      send('event: endpoint\ndata: http://127.0.0.2:1/evil')
      send(answerTo(id))
    },
    outcome: ok,
  },
  {
    name: 'an event that is too long',
    give: (send) => void send(`data: ${'x'.repeat(200_000)}`),
    outcome: closed,
  },
]

test.each(faults)('a server of 2024-11-05 that gives $name for an answer', async ({ give, outcome }) => {
  const runtime = createCountedRuntime()
  const streams: { readonly send: Send; readonly asked: Asked }[] = []
  const server = await hostileServer((asked) => {
    const { request, message, write } = asked
    if (request.method === 'GET') {
      const send = asked.stream()
      streams.push({ send, asked })
      send('event: endpoint\ndata: /messages')
      return
    }
    write('HTTP/1.1 202 Yes\r\ncontent-length: 0\r\n\r\n')
    const stream = streams.at(-1)
    if (stream === undefined || message?.id === undefined) return
    const capabilities = { tools: {} }
    const serverInfo = { name: 's', version: '1' }
    if (message.method === 'initialize')
      stream.send(answerTo(message.id, { protocolVersion: '2024-11-05', capabilities, serverInfo }))
    else if (message.method === 'tools/call' && streams.length === 1) give(stream.send, message.id, stream.asked)
    else stream.send(answerTo(message.id))
  })
  // A server of that age has no other endpoint.
  const client: Client = await connect(server.url.replace('/mcp', '/sse'), {
    revision: '2024-11-05',
    runtime,
    limits: { responseBytes: 100_000 },
    fetch: (input, init) =>
      init?.method === 'POST' && String(input).endsWith('/sse') ? notHere() : fetch(input, init),
  })
  onTestFinished(() => client.close())
  const timeoutMs = outcome === timeout ? 200 : 10_000
  expect(await outcomeOf(client.callTool('x', {}, { timeoutMs }))).toMatchObject(outcome)
  await client.ping()
  await client.close()
  expect(runtime.timers).toBe(0)
})

const notHere = () => Promise.resolve(new Response(null, { status: 405 }))

test('a stream that names no endpoint is given up in time', async () => {
  const runtime = createCountedRuntime()
  const server = await hostileServer((asked) => {
    if (asked.request.method === 'GET') asked.stream()
    else asked.write('HTTP/1.1 405 No\r\ncontent-length: 0\r\n\r\n')
  })
  const connecting = connect(server.url, { revision: '2024-11-05', runtime, limits: { probeMs: 200 } })
  expect(await outcomeOf(connecting)).toMatchObject({ code: 'unreachable' })
  expect(runtime.timers).toBe(0)
  await expect.poll(server.open).toBe(0)
})
