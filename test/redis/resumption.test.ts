import { createServer, tool } from 'omniport'
import { serveHttp } from 'omniport/node'
import { createMemoryEventLog, createMemorySessions, type Stores } from 'omniport/store'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../requirements/verifies.js'
import { SseReader } from '../support/sse-reader.js'
import { clientNamed, nextPrefix, openStores } from './support/open-stores.js'
import { hasRedis, type RedisServer, startRedis, until } from './support/redis-server.js'

/** A stream keeps three events. */
const limits = { eventLogEvents: 3, eventLogBytes: 100_000 }
const secrets = ['a secret that all nodes have: 0123456789abcdef']

interface Log {
  readonly name: string
  /** Creates what one node after the other uses; events are kept for `eventLogMs`. */
  readonly open: (eventLogMs: number) => Promise<() => Promise<Stores>>
}

let redis: RedisServer | undefined

const memory: Log = {
  name: 'memory',
  open: async (eventLogMs) => {
    const clock = { now: () => Date.now(), after: () => () => {} }
    const sessions = createMemorySessions({ clock })
    const eventLog = createMemoryEventLog({ clock, limits: { ...limits, eventLogMs } })
    return async () => ({ sessions, eventLog })
  },
}

const inRedis = ['redis', 'ioredis'].map(
  (client): Log => ({
    name: `Redis with ${client}`,
    open: async (eventLogMs) => {
      const prefix = nextPrefix()
      const given = { prefix, limits: { ...limits, eventLogMs } }
      return async () => (await openStores(clientNamed(client), redis?.port ?? 0, given)).stores
    },
  }),
)

beforeAll(async () => {
  if (hasRedis) redis = await startRedis()
})
afterAll(() => redis?.kill())

describe.each(hasRedis ? [memory, ...inRedis] : [memory])('a stream whose events are in $name', ({ open }) => {
  const closers: (() => Promise<unknown>)[] = []
  /** Lets the tool go on, when its report is read: a reader that is slower than the log forgets has a gap. */
  let goOn = () => {}
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  /** Starts two nodes, and gives their addresses. */
  async function start(eventLogMs: number): Promise<readonly [string, string]> {
    const create = await open(eventLogMs)
    const startNode = async () => {
      const server = createServer({
        ...{ name: 's', version: '1', stores: await create(), secrets, logger: { warn() {}, error() {} } },
        tools: {
          count: tool({
            run: async (_args, ctx) => {
              for (let step = 1; step <= 5; step += 1) {
                const isRead = new Promise<void>((resolve) => {
                  goOn = resolve
                })
                ctx.progress(step)
                await isRead
              }
              return 'done'
            },
          }),
        },
      })
      const { url, close } = await serveHttp(server, { port: 0, answers: 'sse' })
      closers.push(close, () => server.close())
      return url
    }
    return [await startNode(), await startNode()]
  }

  /** Begins a session and calls a tool. Gives the ids of the events of its stream, and how to resume after one. */
  async function call(url: string) {
    const base = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const post = (message: object, headers: object = {}) =>
      fetch(url, { method: 'POST', headers: { ...base, ...headers }, body: JSON.stringify(message) })
    const clientInfo = { name: 'c', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    const opened = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
    await opened.text()
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' }
    await (await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session)).text()
    const asked = { name: 'count', arguments: {}, _meta: { progressToken: 1 } }
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: asked }, session)
    const reader = new SseReader(answer)
    const ids: string[] = []
    for (let block = await reader.next(); block !== undefined; block = await reader.next()) {
      if (block.id !== undefined) ids.push(block.id)
      if (block.data?.includes('"progress"') === true) goOn()
    }
    const resume = async (node: string, id: string) => {
      const response = await fetch(node, {
        headers: { ...session, accept: 'text/event-stream', 'last-event-id': id },
      })
      return { status: response.status, text: await response.text() }
    }
    return { ids, resume }
  }

  test('is resumed at any node after an event that is kept, and refused with 400 after one that is gone', async () => {
    verifies('HTTP-39')
    const nodes = await start(300_000)
    const { ids, resume } = await call(nodes[0])
    expect([ids.length, nodes.length]).toEqual([7, 2])
    for (const node of nodes) {
      // One after the other: a stream that is resumed twice at once goes to the later one.
      const replies: Awaited<ReturnType<typeof resume>>[] = []
      for (const id of ids) replies.push(await resume(node, id))
      expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400, 200, 200, 200])
      expect(replies[0]?.text).toContain('events may have been missed')
      expect(replies[4]?.text).toContain('"progress":5')
      expect(replies[4]?.text).toContain('done')
      expect(replies[5]?.text).not.toContain('"progress"')
    }
  })

  test('is refused with 400 where the id is of no event of the session', async () => {
    const [first, second] = await start(300_000)
    const one = await call(first)
    const other = await call(first)
    const foreign = one.ids.at(-2) ?? ''
    for (const node of [first, second]) {
      expect((await other.resume(node, foreign)).status).toBe(400)
      expect((await other.resume(node, 'nothing')).status).toBe(400)
    }
  })

  test('is refused with 400 at any node once its events have grown old', async () => {
    const [first, second] = await start(3_000)
    const { ids, resume } = await call(first)
    const id = ids.at(-3) ?? ''
    // A reply that begins just when they go is cut off.
    await until(async () => (await resume(second, id).catch(() => undefined))?.status === 400)
    expect((await resume(first, id)).status).toBe(400)
  })
})
