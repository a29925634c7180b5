import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beginSession, type ClientSession, post } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { createHttpRuntime, settled } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../../../protocol/limits/limits.js'
import { tool } from '../../../../server/tools/tool.js'
import type { Bus } from '../../../../store/bus.js'
import { createMemoryBus } from '../../../../store/memory/memory-bus.js'
import { createMemoryEventLog } from '../../../../store/memory/memory-event-log.js'
import { createMemorySessions } from '../../../../store/memory/memory-records.js'

type Defined = ReturnType<typeof defineHttpServer>

interface Node extends Pick<Defined, 'server' | 'runtime'> {
  readonly shell: OpenShell
  /** Cuts it off the others, or lets it hear and speak again. */
  cut(is: boolean): void
}

const open = httpShells[0]?.open ?? expect.unreachable('there is the fetch handler')
const changed = (kind: string) => ({ jsonrpc: '2.0', method: `notifications/${kind}/list_changed` })
const updated = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'test:page' } }

describe('the GET stream of a session that two nodes have', () => {
  let nodes: readonly [Node, Node]
  beforeEach(async () => {
    const clock = createHttpRuntime()
    const stores = {
      sessions: createMemorySessions({ clock }),
      eventLog: createMemoryEventLog({ clock, limits: defaultLimits }),
    }
    const bus = createMemoryBus()
    const create = async (): Promise<Node> => {
      let isCut = false
      const own: Bus = {
        publish: (topic, message) => (isCut ? undefined : bus.publish(topic, message)),
        subscribe: (topic, listener) => bus.subscribe(topic, (message) => isCut || listener(message)),
      }
      const { server, runtime } = defineHttpServer({ stores: { ...stores, bus: own } })
      const cut = (is: boolean) => {
        isCut = is
      }
      return { server, runtime, shell: await open(server), cut }
    }
    nodes = [await create(), await create()]
  })
  afterEach(() => Promise.all(nodes.map(({ shell }) => shell.close())))

  /** Opens the stream at a node, or resumes it. */
  async function get({ shell }: Node, { headers }: ClientSession, lastEventId?: string): Promise<SseReader> {
    const last = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const asked = { ...headers, ...last, accept: 'text/event-stream' }
    const reader = new SseReader(await shell.send({ method: 'GET', headers: asked }))
    await settled()
    return reader
  }

  async function request({ shell }: Node, { headers }: ClientSession, method: string, params: object): Promise<void> {
    await (await post(shell, { jsonrpc: '2.0', id: 1, method, params }, { headers })).text()
  }

  const add = ({ server }: Node, name: string) => void server.tools.set(name, tool({ run: () => 'x' }))

  test('of a node that is gone is taken by the other, which announces everything once', async () => {
    const [first, second] = nodes
    const session = await beginSession(first.shell)
    await request(first, session, 'resources/subscribe', { uri: 'test:page' })
    const lost = await get(first, session)
    const id = (await lost.next())?.id
    first.cut(true)
    const reader = await get(second, session, id)
    second.runtime.advance(2_000)
    const announced = [await reader.message(), await reader.message(), await reader.message()]
    expect(announced).toEqual([changed('tools'), changed('resources'), updated])
    second.runtime.advance(10_000)
    await settled()
    add(second, 'heard')
    expect(await reader.message()).toEqual(changed('tools'))
    await reader.cancel()
    await lost.cancel()
  })

  test('that nobody had read, of a node that is gone, announces everything too', async () => {
    const [first, second] = nodes
    const session = await beginSession(first.shell)
    first.cut(true)
    const reader = await get(second, session)
    second.runtime.advance(2_000)
    expect([await reader.message(), await reader.message()]).toEqual([changed('tools'), changed('resources')])
    await reader.cancel()
  })

  test('that another node hands over has what waited there, and nothing more', async () => {
    const [first, second] = nodes
    const session = await beginSession(first.shell)
    const before = await get(first, session)
    const id = (await before.next())?.id
    await before.cancel()
    await settled()
    add(first, 'meanwhile')
    await settled()
    const reader = await get(second, session, id)
    expect(await reader.message()).toEqual(changed('tools'))
    second.runtime.advance(10_000)
    await settled()
    await request(second, session, 'resources/subscribe', { uri: 'test:page' })
    second.server.resources.updated('test:page')
    expect(await reader.message()).toEqual(updated)
    await reader.cancel()
  })

  test('that is resumed where it was announces nothing', async () => {
    const [first] = nodes
    const session = await beginSession(first.shell)
    const before = await get(first, session)
    const id = (await before.next())?.id
    await before.cancel()
    const reader = await get(first, session, id)
    first.runtime.advance(10_000)
    await settled()
    await request(first, session, 'resources/subscribe', { uri: 'test:page' })
    first.server.resources.updated('test:page')
    expect(await reader.message()).toEqual(updated)
    await reader.cancel()
  })

  test('gets changes of what is subscribed to at the other node', async () => {
    const [first, second] = nodes
    const session = await beginSession(first.shell)
    const reader = await get(first, session)
    await request(second, session, 'resources/subscribe', { uri: 'test:page' })
    second.server.resources.updated('test:page')
    expect(await reader.message()).toEqual(updated)
    await reader.cancel()
  })

  test('announces a subscription of which it learns late, for changes of it may have been missed', async () => {
    const [first, second] = nodes
    const session = await beginSession(first.shell)
    const reader = await get(first, session)
    second.cut(true)
    await request(second, session, 'resources/subscribe', { uri: 'test:page' })
    second.server.resources.updated('test:page')
    second.cut(false)
    const late = reader.message()
    for (let passed = 0; passed < 60_000; passed += 5_000) {
      await settled()
      first.runtime.advance(5_000)
    }
    expect(await late).toEqual(updated)
    second.server.resources.updated('test:page')
    expect(await reader.message()).toEqual(updated)
    await reader.cancel()
  })
})
