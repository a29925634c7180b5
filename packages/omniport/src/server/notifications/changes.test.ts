import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw, type RawConnection } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { createMemoryBus } from '../../store/memory/memory-bus.js'
import type { Stores } from '../../store/stores.js'
import { prompt } from '../prompts/prompt.js'
import { resource } from '../resources/resource.js'
import type { Server } from '../server.js'
import { tool } from '../tools/tool.js'

const aTool = tool({ run: () => '' })
const aPrompt = prompt({ get: () => '' })
const aResource = (uri: string) => resource({ uri, read: () => '' })
const all = { tools: { t: aTool }, prompts: { p: aPrompt }, resources: { r: aResource('a:b'), s: aResource('a:c') } }

async function notificationsOf({ settle, messages }: RawConnection): Promise<unknown> {
  await settle()
  return messages.splice(0).map(({ method, params }) => (params === undefined ? method : [method, params]))
}

const tools = 'notifications/tools/list_changed'
const prompts = 'notifications/prompts/list_changed'
const resources = 'notifications/resources/list_changed'
const updated = (uri: string) => ['notifications/resources/updated', { uri }]

const changes: readonly (readonly [string, (server: Server) => void, readonly unknown[]])[] = [
  ['a tool is added', (server) => server.tools.set('new', aTool), [tools]],
  ['a tool is replaced', (server) => server.tools.set('t', aTool), [tools]],
  ['a tool is deleted', (server) => server.tools.delete('t'), [tools]],
  ['nothing is deleted', (server) => server.tools.delete('nope'), []],
  ['a prompt is added', (server) => server.prompts.set('new', aPrompt), [prompts]],
  ['a resource is added', (server) => server.resources.set('new', aResource('x:y')), [resources]],
  ['a template is added', (server) => server.resources.set('new', aResource('x:{y}')), [resources]],
  ['the author says so', (server) => server.resources.listChanged(), [resources]],
  ['a resource changed that nobody subscribed to', (server) => server.resources.updated('a:b'), []],
  [
    'many things change at once',
    (server) => {
      for (let index = 0; index < 100; index += 1) {
        server.tools.set(`tool ${index}`, aTool)
        server.prompts.set('p', aPrompt)
        server.tools.delete(`tool ${index}`)
      }
    },
    [tools, prompts],
  ],
]

describe('a session is told of lists when', () => {
  test.each(changes)('%s', async (_name, change, expected) => {
    const { server } = defineServer(all)
    const connection = await connectRaw(server)
    change(server)
    expect(await notificationsOf(connection)).toEqual(expected)
    connection.close()
  })

  test('it is ready, of what changed before then too', async () => {
    const { server } = defineServer(all)
    const connection = await connectRaw(server, { handshake: 'half' })
    server.tools.delete('t')
    expect(await notificationsOf(connection)).toEqual([])
    server.tools.set('t', aTool)
    server.resources.listChanged()
    expect(await notificationsOf(connection)).toEqual([])
    connection.notify('notifications/initialized')
    expect(await notificationsOf(connection)).toEqual([tools, resources])
    connection.close()
  })

  test('they are of a kind that it was told of at its beginning', async () => {
    verifies('VER-10')
    const { server } = defineServer({ tools: {} })
    const early = await connectRaw(server)
    server.prompts.set('p', aPrompt)
    server.resources.set('r', aResource('a:b'))
    server.tools.set('t', aTool)
    const late = await connectRaw(server)
    expect(await notificationsOf(early)).toEqual([tools])
    server.prompts.delete('p')
    server.resources.delete('r')
    expect([await notificationsOf(early), await notificationsOf(late)]).toEqual([[], [prompts, resources]])
    for (const { close } of [early, late]) close()
  })

  test('it is still there', async () => {
    const { server } = defineServer(all)
    const [left, stayed] = [await connectRaw(server), await connectRaw(server)]
    left.close()
    server.tools.delete('t')
    expect([await notificationsOf(left), await notificationsOf(stayed)]).toEqual([[], [tools]])
    stayed.close()
  })
})

describe('a session that subscribed', () => {
  test('hears of that resource until it unsubscribes', async () => {
    const { server } = defineServer(all)
    const [one, other] = [await connectRaw(server), await connectRaw(server)]
    for (const uri of ['a:b', 'a:b', 'a:c'])
      expect((await one.request('resources/subscribe', { uri })).result).toEqual({})
    for (const uri of ['a:b', 'a:b', 'a:c', 'a:d']) server.resources.updated(uri)
    expect([await notificationsOf(one), await notificationsOf(other)]).toEqual([[updated('a:b'), updated('a:c')], []])
    for (const uri of ['a:b', 'a:never'])
      expect((await one.request('resources/unsubscribe', { uri })).result).toEqual({})
    for (const uri of ['a:b', 'a:c']) server.resources.updated(uri)
    expect(await notificationsOf(one)).toEqual([updated('a:c')])
    for (const { close } of [one, other]) close()
  })

  test('may subscribe to so many', async () => {
    const { server } = defineServer({ ...all, limits: { subscriptions: 1 } })
    const { request, close } = await connectRaw(server)
    await request('resources/subscribe', { uri: 'a:b' })
    expect((await request('resources/subscribe', { uri: 'a:b' })).result).toEqual({})
    const error = { code: -32602, message: 'At most 1 subscriptions per session' }
    expect((await request('resources/subscribe', { uri: 'a:c' })).error).toEqual(error)
    await request('resources/unsubscribe', { uri: 'a:b' })
    expect((await request('resources/subscribe', { uri: 'a:c' })).result).toEqual({})
    close()
  })
})

test('nodes with one bus tell the clients of each other; servers of another name do not', async () => {
  const stores: Stores = { bus: createMemoryBus() }
  const nodes = ['one', 'one', 'two'].map((name) => defineServer({ ...all, name, stores }).server)
  const connections = await Promise.all(nodes.map((node) => connectRaw(node)))
  for (const { request } of connections) await request('resources/subscribe', { uri: 'a:b' })
  nodes[0]?.resources.updated('a:b')
  nodes[0]?.resources.listChanged()
  const notified = [updated('a:b'), resources]
  expect(await Promise.all(connections.map(notificationsOf))).toEqual([notified, notified, []])
  nodes[0]?.tools.delete('t')
  expect(await Promise.all(connections.map(notificationsOf))).toEqual([[tools], [], []])
  await nodes[1]?.close()
  nodes[0]?.resources.listChanged()
  expect(await Promise.all(connections.map(notificationsOf))).toEqual([[resources], [], []])
  for (const { close } of connections) close()
})

test('a definition that is refused leaves nothing on the bus', () => {
  const listeners = new Set<unknown>()
  const bus = {
    publish: () => {},
    subscribe(_topic: string, listener: unknown) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const wrong = { r: aResource('a:b'), again: aResource('a:b') }
  expect(() => defineServer({ stores: { bus }, resources: wrong })).toThrow(TypeError)
  expect(listeners.size).toBe(0)
})
