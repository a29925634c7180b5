import { describe, expect, test } from 'vitest'
import type { Client } from '../../packages/omniport/src/client/client.js'
import type { ConnectOptions } from '../../packages/omniport/src/client/connect-options.js'
import { connectTo } from '../../packages/omniport/src/client/http/fixtures/connect-to.js'
import { FakeStream } from '../../packages/omniport/src/client/http/fixtures/fake-stream.js'
import type { Answer, WebRequest } from '../../packages/omniport/src/client/http/fixtures/fake-web.js'
import { answer, empty, json, refusal } from '../../packages/omniport/src/client/http/fixtures/replies.js'
import { modernServer, SessionServer } from '../../packages/omniport/src/client/http/fixtures/servers.js'
import { settled } from '../support/virtual-runtime.js'

/** A server that does its worst, what is asked of it, and how that ends. */
interface Attack {
  readonly serve: Answer
  readonly options?: ConnectOptions
  readonly ask: (client: Client) => Promise<unknown>
  /** How long the attack is looked at. */
  readonly forMs: number
  readonly error: object
  /** Requests that arrived, of the kind that could go on without end. */
  readonly count: (log: readonly string[]) => number
  readonly most: number
}

const callTool = (client: Client) => client.callTool('x', {})
const of = (kind: string) => (log: readonly string[]) => log.filter((entry) => entry === kind).length
const legacy = { revision: '2025-11-25' } as const

const progress = ({ message }: WebRequest, done: number) => {
  const meta = message.params?.['_meta'] as { readonly progressToken?: unknown } | undefined
  const params = { progressToken: meta?.progressToken, progress: done }
  return { jsonrpc: '2.0', method: 'notifications/progress', params }
}

/** Reports progress on every connection, and ends it. */
function resumedForEver(): Answer {
  let called: WebRequest | undefined
  let events = 0
  const next = () => {
    events += 1
    const data = called === undefined ? '' : progress(called, events)
    return new FakeStream().send({ id: `e${events}`, retry: 0, data }).end().response
  }
  const server = new SessionServer({
    'tools/call': (request) => {
      called = request
      return next()
    },
    GET: ({ headers }) => (headers.has('last-event-id') ? next() : empty(405)),
  })
  return server.answer
}

/** Reports progress each second on one stream that never ends. */
function progressForEver(): Answer {
  return modernServer({
    'tools/call': (request) => {
      const stream = new FakeStream()
      for (let done = 0; done < 100; done += 1) stream.send({ data: progress(request, done) })
      return stream.response
    },
  })
}

const asking = {
  resultType: 'input_required',
  requestState: 's',
  inputRequests: {
    a: {
      method: 'elicitation/create',
      params: { message: 'Again?', requestedSchema: { type: 'object', properties: {} } },
    },
  },
}

function pagesForEver(): Answer {
  let pages = 0
  return modernServer({
    'prompts/list': (request) => {
      pages += 1
      const page = { prompts: [{ name: `p${pages}` }], nextCursor: `c${pages}`, ttlMs: 0, cacheScope: 'private' }
      return answer(request, { result: { resultType: 'complete', ...page } })
    },
  })
}

const attacks: [string, Attack][] = [
  [
    'resumes a call for ever, with progress and retry: 0',
    {
      serve: resumedForEver(),
      options: { ...legacy, timeoutMs: 5_000, maxTimeoutMs: 20_000 },
      ask: (client) => client.callTool('x', {}, { onProgress: () => {} }),
      forMs: 60_000,
      error: { code: 'timeout' },
      count: of('GET'),
      most: 11,
    },
  ],
  [
    'closes the stream of its session at once, for ever, with retry: 0',
    {
      serve: new SessionServer({ GET: () => new FakeStream().send({ id: 'a', retry: 0 }).end().response }).answer,
      options: legacy,
      ask: async () => Promise.reject(new Error('nothing')),
      forMs: 600_000,
      error: { message: 'nothing' },
      count: of('GET'),
      most: 50,
    },
  ],
  [
    'closes it at once without a word',
    {
      serve: new SessionServer({ GET: () => new FakeStream().end().response }).answer,
      options: legacy,
      ask: async () => Promise.reject(new Error('nothing')),
      forMs: 600_000,
      error: { message: 'nothing' },
      count: of('GET'),
      most: 50,
    },
  ],
  [
    'reports progress, and never answers',
    {
      serve: progressForEver(),
      options: { timeoutMs: 5_000, maxTimeoutMs: 20_000 },
      ask: (client) => client.callTool('x', {}, { onProgress: () => {} }),
      forMs: 20_000,
      error: { code: 'timeout' },
      count: of('POST tools/call'),
      most: 1,
    },
  ],
  [
    'asks in every round',
    {
      serve: modernServer({ 'tools/call': (request) => answer(request, { result: asking }) }),
      options: { elicit: async () => ({ action: 'accept', content: {} }) },
      ask: callTool,
      forMs: 1_000,
      error: { code: 'limit', message: 'tools/call: the server asks again and again; limits.rounds is 16' },
      count: of('POST tools/call'),
      most: 17,
    },
  ],
  [
    'has pages without end',
    {
      serve: pagesForEver(),
      ask: (client) => client.listPrompts(),
      forMs: 1_000,
      error: { code: 'limit' },
      count: of('POST prompts/list'),
      most: 64,
    },
  ],
  [
    'redirects for ever',
    {
      serve: modernServer({ 'tools/call': ({ path }) => empty(307, { location: `${path}x` }) }),
      ask: callTool,
      forMs: 1_000,
      error: { code: 'unreachable' },
      count: of('POST tools/call'),
      most: 6,
    },
  ],
  [
    'wants another token each time',
    {
      serve: modernServer({ 'tools/call': () => empty(401, { 'www-authenticate': 'Bearer' }) }),
      options: { auth: { token: () => `token-${Math.random()}` } },
      ask: callTool,
      forMs: 60_000,
      error: { code: 'unauthorized' },
      count: of('POST tools/call'),
      most: 4,
    },
  ],
  [
    'forgets each session at once',
    {
      serve: new SessionServer({ 'prompts/list': () => refusal(404, -32001, 'Session not found') }).answer,
      options: legacy,
      ask: (client) => client.listPrompts(),
      forMs: 600_000,
      error: { code: 'closed' },
      count: of('POST initialize'),
      most: 4,
    },
  ],
  [
    'ends each subscription at once',
    {
      serve: modernServer({ 'subscriptions/listen': endedAtOnce }),
      ask: async (client) => {
        await client.listen({ tools: true })
        throw new Error('listens')
      },
      forMs: 600_000,
      error: { message: 'listens' },
      count: of('POST subscriptions/listen'),
      most: 60,
    },
  ],
]

function endedAtOnce({ message }: WebRequest): Response {
  const _meta = { 'io.modelcontextprotocol/subscriptionId': message.id }
  const params = { notifications: message.params?.['notifications'], _meta }
  const data = { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params }
  return new FakeStream().send({ data }).end().response
}

describe('a client is kept busy by no server that', () => {
  test.each(attacks)('%s', async (_name, { serve, options, ask, forMs, error, count, most }) => {
    const { client, web, runtime } = await connectTo(serve, options)
    const outcome = expect(ask(client)).rejects.toMatchObject(error)
    await runtime.advance(forMs)
    await outcome
    const made = count(web.log)
    expect([made > 0, made <= most || made]).toEqual([true, true])
    await client.close()
    await settled()
    const before = web.log.length
    await runtime.advance(forMs)
    expect([web.log.length - before, runtime.timers, web.open]).toEqual([0, 0, 0])
  })
})

test('a client takes no longer over a body that only grows than its limit says', async () => {
  let sent = 0
  const growing: Answer = () => {
    const chunk = new TextEncoder().encode(' '.repeat(1_024))
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      sent += 1
      controller.enqueue(chunk)
    }
    return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'application/json' } })
  }
  const { client, web } = await connectTo(modernServer({ 'tools/call': growing }), {
    limits: { responseBytes: 50_000 },
  })
  await expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'limit' })
  await settled()
  expect([sent < 100, web.open]).toEqual([true, 0])
  await client.close()
})

test('what a server says of a list is not held longer than the list is read', async () => {
  const items = Array.from({ length: 3_000 }, (_, at) => ({ name: `p${at}` }))
  let pages = 0
  const endless: Answer = (request) => {
    pages += 1
    const page = { prompts: items, nextCursor: `c${pages}`, ttlMs: 0, cacheScope: 'private' }
    return json({ jsonrpc: '2.0', id: request.message.id, result: { resultType: 'complete', ...page } })
  }
  const { client } = await connectTo(modernServer({ 'prompts/list': endless }))
  await expect(client.listPrompts()).rejects.toMatchObject({
    code: 'limit',
    message: 'prompts/list: the list is longer than this client reads; limits.items is 10000',
  })
  expect(pages).toBe(4)
  await client.close()
})
