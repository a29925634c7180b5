import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CountedNode } from './support/counted-node.js'
import { nextPrefix } from './support/open-stores.js'
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.js'

describe.skipIf(!hasRedis)('commands to Redis', () => {
  let redis: RedisServer
  let prefix = ''
  const nodes: CountedNode[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.kill())
  beforeEach(() => {
    prefix = nextPrefix()
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.close()))
  })

  async function open(answers: 'json' | 'sse'): Promise<CountedNode> {
    const node = await CountedNode.open({ port: redis.port, prefix, answers })
    nodes.push(node)
    return node
  }

  async function openSession(answers: 'json' | 'sse'): Promise<CountedNode> {
    const node = await open(answers)
    await node.initialize()
    await node.initialized()
    return node
  }

  test('of a session: one creates it, three introduce it, two change it, two delete it', async () => {
    const node = await open('json')
    expect([
      await node.commandsOf(() => node.initialize()),
      await node.commandsOf(() => node.initialized()),
      await node.commandsOf(() => node.setLevel()),
      await node.commandsOf(() => node.delete()),
    ]).toEqual([1, 3, 2, 2])
  })

  test('of a change of a session: two and one for a stream; two more after a change of another node', async () => {
    const node = await openSession('sse')
    const other = await open('sse')
    other.join(node)
    await other.setLevel('error')
    expect([
      await node.commandsOf(() => node.setLevel('info')),
      await node.commandsOf(() => node.setLevel('debug')),
      await other.commandsOf(() => other.setLevel('info')),
    ]).toEqual([5, 3, 5])
  })

  test.each([
    ['at once', 'plain'],
    ['later', 'later'],
    ['after progress', 'steps'],
  ])('of a call that is answered as JSON %s: none', async (_, name) => {
    const node = await openSession('json')
    expect(await node.commandsOf(() => node.call(name))).toBe(0)
  })

  test.each([
    ['at once', 'plain', 0, 1],
    ['later', 'later', 0, 2],
    ['after progress, all at once', 'steps', 3, 1],
    ['after progress, each by itself', 'slow', 3, 4],
  ])('of a call that is answered by a stream %s', async (_, name, events, commands) => {
    const node = await openSession('sse')
    const texts: string[] = []
    const call = async () => void texts.push(await node.call(name))
    expect(await node.commandsOf(call)).toBe(commands)
    expect(texts.join().split('notifications/progress')).toHaveLength(events + 1)
  })

  test('of the first call at another node: one more', async () => {
    const node = await openSession('json')
    const other = await open('json')
    other.join(node)
    const call = () => other.call('plain')
    expect([await other.commandsOf(call), await other.commandsOf(call)]).toEqual([1, 0])
  })
})
