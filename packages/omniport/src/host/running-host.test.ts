import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { FakeServer, initialized } from '../client/fixtures/fake-server.js'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import { SimulatedServer } from './fixtures/simulated-server.js'
import { startHost } from './fixtures/start-host.js'
import type { Host } from './host.js'

const schema = { type: 'object', properties: { a: { type: 'number' } } } as const

/** A server with a tool that gives back its arguments, a prompt and a resource. */
const serve = (name: string) =>
  createServer({
    name,
    version: '1.0.0',
    tools: { speak: tool({ input: schema, run: (args) => `${name} ${JSON.stringify(args)}` }) },
    prompts: { hello: { get: () => 'Hello' } },
    resources: { today: { uri: 'note://today', read: () => 'Water' } },
  })

const closed = { code: 'closed', message: 'The host is closed' }

describe('a closed host', () => {
  test.each<[string, (host: Host) => Promise<unknown>]>([
    ['lists no tools', (host) => host.tools()],
    ['lists no tools of one server', (host) => host.knownTools('a')],
    ['finds no tools', (host) => host.searchTools('speak')],
    ['lists no prompts', (host) => host.prompts()],
    ['lists no resources', (host) => host.resources()],
    ['lists no templates', (host) => host.resourceTemplates()],
    ['calls no tool', (host) => host.callTool('a__speak', {})],
    ['calls no tool for an app', (host) => host.callAppTool({ server: 'a', tool: 'speak' }, {})],
    ['loads no app', (host) => host.loadApp({ server: 'a', tool: 'speak' })],
    ['gets no prompt', (host) => host.getPrompt({ server: 'a', name: 'hello' })],
    ['reads no resource', (host) => host.readResource({ server: 'a', uri: 'note://today' })],
    ['lists no skills', (host) => host.skills()],
    ['loads no skill', (host) => host.loadSkill('a__b')],
    ['approves no skill', (host) => host.approveSkill({ server: 'a', uri: 'skill://a/SKILL.md' })],
    ['has no client', (host) => host.client('a')],
    ['starts no server', (host) => host.start('a')],
    ['starts no servers', (host) => host.start()],
    ['takes no other servers', (host) => host.setServers({})],
  ])('%s', async (_, use) => {
    const host = startHost({ servers: { a: serve('a') }, policy: () => 'allow' })
    await host.close()
    await expect(use(host)).rejects.toMatchObject(closed)
    expect(host.servers).toMatchObject([{ name: 'a', state: 'stopped' }])
  })

  test('gives its last events, and ends them', async () => {
    const host = startHost({ servers: { a: serve('a') } })
    const events = host.events()
    await host.start('a')
    await host.close()
    const states: string[] = []
    for await (const event of events) if (event.type === 'server') states.push(event.status.state)
    expect(states).toEqual(['starting', 'ready'])
  })

  test('rejects a list that was being made', async () => {
    const server = new FakeServer({ initialize: () => initialized({ tools: {} }), 'tools/list': () => undefined })
    const host = startHost({ servers: { a: { target: server.target, revision: '2025-11-25' } } })
    const listing = Promise.allSettled([host.tools(), host.callTool('a__x', {})])
    await expect.poll(() => server.methods).toContain('tools/list')
    await host.close()
    expect(await listing).toMatchObject([{ reason: closed }, { reason: closed }])
  })
})

describe('a list', () => {
  test('of some servers has theirs, in the order of the host', async () => {
    const host = startHost({ servers: { a: serve('a'), b: serve('b'), c: serve('c') } })
    const named = async (servers: readonly string[]) => (await host.tools({ servers })).map(({ name }) => name)
    expect(await named(['c', 'a'])).toEqual(['a__speak', 'c__speak'])
    expect(host.servers.map(({ state }) => state)).toEqual(['ready', 'idle', 'ready'])
    expect(await named([])).toEqual([])
    expect((await host.prompts({ servers: ['a'] })).map(({ name, server }) => [name, server])).toEqual([['hello', 'a']])
    await expect(host.tools({ servers: ['x'] })).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no server x',
    })
  })

  test('leaves out the servers that take too long, and has them later', async () => {
    const runtime = new VirtualRuntime()
    const slow = new FakeServer({ initialize: () => undefined })
    const servers = {
      slow: { target: slow.target, revision: '2025-11-25' as const },
      a: new SimulatedServer('a', true),
    }
    const host = startHost({ servers, runtime })
    await host.tools({ servers: ['a'] })
    const lists: string[][] = []
    const listing = host.tools().then((tools) => lists.push(tools.map(({ name }) => name)))
    await runtime.advance(29_999)
    expect(lists).toEqual([])
    await runtime.advance(1)
    await listing
    expect(lists).toEqual([['a__speak']])
  })

  test('of found tools ends at its limit', async () => {
    const host = startHost({ servers: { a: serve('a'), b: serve('b') } })
    expect((await host.searchTools('speak')).length).toBe(2)
    expect((await host.searchTools('speak', { limit: 1 })).length).toBe(1)
    expect((await host.searchTools('speak', { servers: ['b'] })).map(({ tool }) => tool.server)).toContain('b')
  })
})

describe('a call', () => {
  test('may be without arguments', async () => {
    const host = startHost({ servers: { a: serve('a') }, policy: () => 'allow' })
    const call = host.callTool as (name: string) => ReturnType<Host['callTool']>
    expect((await call.call(host, 'a__speak')).content).toEqual([{ type: 'text', text: 'a {}' }])
    expect(host.audit.find(({ type }) => type === 'call')).toMatchObject({ args: {} })
  })

  test('for an app is one of an app in the audit log, with a copy of its arguments', async () => {
    const host = startHost({ servers: { a: serve('a') }, policy: () => 'allow' })
    const args = { a: 1 }
    const calling = host.callAppTool({ server: 'a', tool: 'speak' }, args)
    args.a = 2
    expect((await calling).content).toEqual([{ type: 'text', text: 'a {"a":1}' }])
    expect(host.audit.find(({ type }) => type === 'call')).toMatchObject({ isFromApp: true, args: { a: 1 } })
  })

  test('for a model says nothing of an app', async () => {
    const host = startHost({ servers: { a: serve('a') }, policy: () => 'allow' })
    await host.callTool('a__speak', {})
    expect(Object.keys(host.audit.find(({ type }) => type === 'call') ?? {})).not.toContain('isFromApp')
  })

  test('of a tool that nobody has starts the server that could have it, and no other', async () => {
    const host = startHost({ servers: { a: serve('a'), b: serve('b') }, policy: () => 'allow' })
    await expect(host.callTool('a__other', {})).rejects.toMatchObject({ code: 'not_found' })
    expect(host.servers.map(({ state }) => state)).toEqual(['ready', 'idle'])
  })
})

describe('starting', () => {
  test('all servers starts each, and does not reject where one fails', async () => {
    const bad = { serve: () => Promise.reject(new Error('out of order')) }
    const host = startHost({ servers: { bad, a: serve('a'), b: serve('b') } })
    await host.start()
    expect(host.servers.map(({ state }) => state)).toEqual(['failed', 'ready', 'ready'])
  })

  test('one server starts that, and rejects as it does', async () => {
    const bad = { serve: () => Promise.reject(new Error('out of order')) }
    const host = startHost({ servers: { bad, a: serve('a') } })
    await host.start('a')
    expect(host.servers.map(({ state }) => state)).toEqual(['idle', 'ready'])
    await expect(host.start('bad')).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) })
    await expect(host.start('x')).rejects.toMatchObject({ code: 'not_found' })
    await expect(host.stop('x')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('roots', () => {
  test('cannot be set of a host that has none', () => {
    const host = startHost({ servers: {} })
    expect(() => host.setRoots([])).toThrow(
      new TypeError('setRoots: this host does not advertise roots; give createHost `roots`, even an empty list'),
    )
  })

  test('are checked', () => {
    const host = startHost({ servers: {}, roots: [] })
    expect(() => host.setRoots([{ uri: 'https://a' }])).toThrow(/^setRoots: roots\[0\]\.uri must be a file:\/\/ URI/)
    expect(host.setRoots([{ uri: 'file:///a' }])).toBeUndefined()
  })
})

test('other servers are checked before any of those there ends', async () => {
  const host = startHost({ servers: { a: serve('a') } })
  await host.start('a')
  await expect(host.setServers({ a: 5 } as object as Parameters<Host['setServers']>[0])).rejects.toThrow(
    'setServers: servers.a must be a target or settings of a server, got 5',
  )
  expect(host.servers).toMatchObject([{ state: 'ready' }])
})

test('an approval of a tool of no server is refused, and one of a tool offers it again', async () => {
  const server = new SimulatedServer('a', true)
  const host = startHost({ servers: { a: server } })
  await host.tools()
  await host.stop('a')
  server.change('speak')
  await host.start('a')
  expect(await host.tools()).toEqual([])
  await expect(host.approveTool('x')).rejects.toMatchObject({ code: 'not_found' })
  await host.approveTool('a', 'speak')
  expect((await host.tools()).map(({ name }) => name)).toEqual(['a__speak'])
})

test('events end for whoever aborts', async () => {
  const host = startHost({ servers: { a: serve('a') } })
  const controller = new AbortController()
  const events = host.events({ signal: controller.signal })
  controller.abort()
  await host.start('a')
  await settled()
  const received: unknown[] = []
  for await (const event of events) received.push(event)
  expect(received).toEqual([])
})
