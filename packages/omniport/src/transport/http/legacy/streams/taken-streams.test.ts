import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beginSession, type ClientSession, post } from '#test/support/http-client.js'
import { openSessionNodes, type SessionNode } from '#test/support/session-nodes.js'
import { SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'
import { tool } from '../../../../server/tools/tool.js'

const changed = (kind: string) => ({ jsonrpc: '2.0', method: `notifications/${kind}/list_changed` })
const updated = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'test:page' } }

describe('the GET stream of a session that two nodes have', () => {
  let nodes: readonly [SessionNode, SessionNode]
  beforeEach(async () => {
    nodes = await openSessionNodes()
  })
  afterEach(() => Promise.all(nodes.map(({ shell }) => shell.close())))

  /** Opens the stream at a node, or resumes it. */
  async function get({ shell }: SessionNode, { headers }: ClientSession, lastEventId?: string): Promise<SseReader> {
    const last = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const asked = { ...headers, ...last, accept: 'text/event-stream' }
    const reader = new SseReader(await shell.send({ method: 'GET', headers: asked }))
    await settled()
    return reader
  }

  async function request(
    { shell }: SessionNode,
    { headers }: ClientSession,
    method: string,
    params: object,
  ): Promise<void> {
    await (await post(shell, { jsonrpc: '2.0', id: 1, method, params }, { headers })).text()
  }

  const add = ({ server }: SessionNode, name: string) => void server.tools.set(name, tool({ run: () => 'x' }))

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
