import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Change, Listening } from '../../subscriptions/listening.js'
import { connectTo } from '../fixtures/connect-to.js'
import { FakeStream } from '../fixtures/fake-stream.js'
import type { Answer, WebRequest } from '../fixtures/fake-web.js'
import { answer, empty, refusal } from '../fixtures/replies.js'
import { modernServer, type Replies } from '../fixtures/servers.js'

const subscription = ({ message }: WebRequest) => ({ 'io.modelcontextprotocol/subscriptionId': message.id })

/** A server that acknowledges every subscription, and the streams of them. */
function listenServer(refuse: (attempt: number) => Response | undefined = () => undefined, others: Replies = {}) {
  const streams: { readonly stream: FakeStream; readonly request: WebRequest }[] = []
  let attempts = 0
  const listen: Answer = (request) => {
    attempts += 1
    const refused = refuse(attempts)
    if (refused !== undefined) return refused
    const stream = new FakeStream()
    streams.push({ stream, request })
    const params = { notifications: request.message.params?.['notifications'], _meta: subscription(request) }
    return stream.send({ data: { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params } })
      .response
  }
  const announce = (method: string, params: object = {}) => {
    const { stream, request } = streams.at(-1) ?? { stream: new FakeStream(), request: undefined }
    const _meta = request === undefined ? {} : subscription(request)
    stream.send({ data: { jsonrpc: '2.0', method, params: { ...params, _meta } } })
  }
  return {
    server: modernServer({ ...others, 'subscriptions/listen': listen }),
    streams,
    announce,
    attempts: () => attempts,
  }
}

async function next(opened: Listening, count: number): Promise<Change[]> {
  const iterator = opened[Symbol.asyncIterator]()
  const changes: Change[] = []
  while (changes.length < count) changes.push((await iterator.next()).value as Change)
  return changes
}

test('changes come on the reply to the subscription', async () => {
  const { server, announce, streams } = listenServer()
  const { client, web } = await connectTo(server)
  const opened = await client.listen({ tools: true, uris: ['a:b'] })
  announce('notifications/tools/list_changed')
  announce('notifications/resources/updated', { uri: 'a:b' })
  expect(await next(opened, 2)).toEqual([{ type: 'tools' }, { type: 'resource', uri: 'a:b' }])
  await opened.close()
  await settled()
  expect([streams[0]?.stream.isOpen, web.log]).toEqual([false, ['POST server/discover', 'POST subscriptions/listen']])
  await client.close()
})

test.each<[string, (stream: FakeStream) => void]>([
  ['is cut', (stream) => stream.cut()],
  ['ends without a result', (stream) => stream.end()],
])('a subscription whose stream %s is made again, and everything counts as changed', async (_name, lose) => {
  verifies('SUB-10')
  const { server, announce, streams, attempts } = listenServer()
  const { client, runtime } = await connectTo(server)
  const opened = await client.listen({ tools: true, uris: ['a:b'] })
  lose(streams[0]?.stream as FakeStream)
  await runtime.advance(74)
  expect(attempts()).toBe(1)
  await runtime.advance(1)
  expect(attempts()).toBe(2)
  announce('notifications/tools/list_changed')
  expect(await next(opened, 2)).toEqual([{ type: 'tools' }, { type: 'resource', uri: 'a:b' }])
  await client.close()
  await settled()
  expect(runtime.timers).toBe(0)
})

test('what was cached is asked for again after the stream of a subscription was lost', async () => {
  verifies('CACHE-11')
  const listed = { resultType: 'complete', tools: [], ttlMs: 60_000, cacheScope: 'private' }
  const { server, streams } = listenServer(undefined, {
    'tools/list': (request) => answer(request, { result: listed }),
  })
  const { client, runtime, web } = await connectTo(server)
  const opened = await client.listen({ tools: true })
  await client.listTools()
  await client.listTools()
  streams[0]?.stream.cut()
  await runtime.advance(75)
  expect(await next(opened, 1)).toEqual([{ type: 'tools' }])
  await client.listTools()
  expect(web.log.filter((request) => request === 'POST tools/list')).toHaveLength(2)
  await client.close()
})

test('a subscription is tried again with growing delays, for as long as the server is not there', async () => {
  const { server, streams, attempts } = listenServer((attempt) => (attempt > 1 && attempt < 5 ? empty(503) : undefined))
  const { client, runtime, errors, url } = await connectTo(server).then((connection) => ({
    ...connection,
    url: connection.web.requests[0]?.path,
  }))
  const opened = await client.listen({ tools: true })
  streams[0]?.stream.cut()
  const at: number[] = []
  for (const ms of [76, 151, 301, 602]) {
    await runtime.advance(ms)
    at.push(attempts())
  }
  expect([at, errors.length, url]).toEqual([[2, 3, 4, 5], 3, '/mcp'])
  expect(await next(opened, 1)).toEqual([{ type: 'tools' }])
  await client.close()
})

test('a subscription whose streams end as soon as they are acknowledged is made less and less often', async () => {
  const { server, streams, attempts } = listenServer()
  const { client, runtime } = await connectTo(server)
  await client.listen({ tools: true })
  const at: number[] = []
  for (const ms of [75, 150, 300, 601, 1_202, 2_403, 4_806, 9_612, 19_225, 22_529]) {
    streams.at(-1)?.stream.end()
    await runtime.advance(ms - 1)
    at.push(attempts())
    await runtime.advance(2)
  }
  expect(at).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  await client.close()
})

test('a subscription that is refused with Retry-After is not made sooner', async () => {
  const { server, streams, attempts } = listenServer((attempt) =>
    attempt === 2 ? empty(503, { 'retry-after': '20' }) : undefined,
  )
  const { client, runtime } = await connectTo(server)
  await client.listen({ tools: true })
  streams[0]?.stream.end()
  await runtime.advance(75)
  await runtime.advance(19_999)
  expect(attempts()).toBe(2)
  await runtime.advance(1)
  expect(attempts()).toBe(3)
  await client.close()
})

test('a server that refuses to listen again ends the listening with its error', async () => {
  const { server, streams } = listenServer((attempt) => (attempt > 1 ? refusal(400, -32602, 'No more') : undefined))
  const { client, runtime } = await connectTo(server)
  const opened = await client.listen({ tools: true })
  streams[0]?.stream.cut()
  await runtime.advance(100)
  await expect(next(opened, 1)).rejects.toMatchObject({ code: -32602, message: 'No more' })
  await client.close()
})

test('a listening that is closed while its stream is lost stays closed', async () => {
  const { server, streams, attempts } = listenServer()
  const { client, runtime } = await connectTo(server)
  const opened = await client.listen({ tools: true })
  streams[0]?.stream.cut()
  await settled()
  await opened.close()
  await runtime.advance(60_000)
  expect([attempts(), runtime.timers]).toEqual([1, 0])
  await client.close()
})

test('a server that ends the subscription with its result ends the listening', async () => {
  const { server, streams, attempts } = listenServer()
  const { client, runtime } = await connectTo(server)
  const opened = await client.listen({ tools: true })
  const { stream, request } = streams[0] ?? { stream: new FakeStream(), request: undefined }
  stream.send({ data: { jsonrpc: '2.0', id: request?.message.id, result: { resultType: 'complete' } } }).end()
  expect(await opened[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined })
  await runtime.advance(60_000)
  expect(attempts()).toBe(1)
  await client.close()
})
