import process from 'node:process'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { FakeServer, initialized, type Replies } from '../client/fixtures/fake-server.js'
import type { AuthOptions } from '../entries/client.js'
import type { DecisionStore } from '../entries/host.js'
import type { ConsoleOptions } from './console-options.js'
import { ConsoleParts } from './console-parts.js'
import type { ConsoleEvent, StreamLine } from './contract.js'

const opened: ConsoleParts[] = []

afterEach(async () => {
  for (const parts of opened.splice(0)) await parts.close()
})

function create(options: Partial<ConsoleOptions> = {}) {
  const parts = new ConsoleParts({ release: '1.2.3', servers: {}, assets: '', ...options })
  opened.push(parts)
  const events = () =>
    (parts.log.after(0, 10_000) ?? []).flatMap(({ line }): ConsoleEvent[] => {
      const entry = JSON.parse(line) as StreamLine
      return entry.type === 'event' ? [entry.event] : []
    })
  const of = <T extends ConsoleEvent['type']>(type: T) =>
    events().filter((event): event is Extract<ConsoleEvent, { readonly type: T }> => event.type === type)
  return { parts, events, of }
}

const tool = (description: string) => ({ name: 'add', description, inputSchema: { type: 'object' } })

/** A connected server, whose lists and notifications are those of a test. */
async function createConnected(options: Partial<ConsoleOptions> = {}) {
  const lists = { tool: tool('Adds') as object, prompts: [] as object[], resources: [] as object[] }
  const replies: Replies = {
    initialize: () =>
      initialized({
        ...{ logging: {}, tools: { listChanged: true }, prompts: { listChanged: true } },
        resources: { listChanged: true },
      }),
    'logging/setLevel': () => ({ result: {} }),
    'tools/list': () => ({ result: { tools: [lists.tool] } }),
    'prompts/list': () => ({ result: { prompts: lists.prompts } }),
    'resources/list': () => ({ result: { resources: lists.resources } }),
    'tools/call': () => ({ result: { content: [] } }),
  }
  const server = new FakeServer(replies)
  const created = create({ servers: { s: server.target }, ...options })
  await created.parts.host.start('s')
  await vi.waitFor(() => expect(created.of('catalogue')).toHaveLength(1))
  return { ...created, server, lists }
}

describe('settings', () => {
  test('are those that are usual', () => {
    expect(create().parts.settings.current).toStrictEqual({
      ...{ confirmCalls: 'never', reviewSampling: 'always', timeoutMs: 60_000, isRecording: true },
    })
  })

  test('have the time limit and the model that were given', () => {
    const model = { url: 'http://model.test', name: 'm', sample: () => Promise.reject(new Error('not used')) }
    expect(create({ timeoutMs: 5, model }).parts.settings.current).toMatchObject({
      ...{ timeoutMs: 5, model: { url: 'http://model.test', name: 'm' } },
    })
  })
})

test('roots are shown with their names, and can be replaced', () => {
  const { parts, of } = create({ roots: [{ uri: 'file:///a', name: 'A', _meta: {} } as never, { uri: 'file:///b' }] })
  expect(parts.roots).toStrictEqual([{ uri: 'file:///a', name: 'A' }, { uri: 'file:///b' }])
  parts.setRoots([{ uri: 'file:///c' }])
  expect([parts.roots, of('roots')]).toEqual([
    [{ uri: 'file:///c' }],
    [{ type: 'roots', roots: [{ uri: 'file:///c' }] }],
  ])
  expect(() => parts.setRoots([{ uri: 'x' }])).toThrow(TypeError)
  expect([parts.roots, of('roots').length]).toEqual([[{ uri: 'file:///c' }], 1])
})

describe('a server', () => {
  test('that connects is published with what it offers', async () => {
    const { parts, of, server } = await createConnected()
    expect(of('server').map((event) => event.server.state)).toContain('starting')
    expect(parts.servers.all).toMatchObject([
      { name: 's', state: 'ready', counts: { tools: 1 }, info: { name: 'fake' } },
    ])
    expect(server.ofMethod('initialize')[0]?.params).toMatchObject({
      clientInfo: { name: 'omniport-console', version: '1.2.3' },
      capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: {} },
    })
    expect(parts.timeline.page({ limit: 1_000 }).records).toEqual([])
  })

  test('says things in its log, as text or as JSON', async () => {
    const { parts, server, of } = await createConnected()
    server.notify('notifications/message', { level: 'info', logger: 'db', data: 'opened' })
    server.notify('notifications/message', { level: 'error', data: { a: 1 } })
    await vi.waitFor(() => expect(parts.lines.all).toHaveLength(2))
    expect(parts.lines.all).toMatchObject([
      { seq: 1, server: 's', from: 'log', level: 'info', logger: 'db', text: 'opened' },
      { seq: 2, server: 's', from: 'log', level: 'error', text: '{"a":1}' },
    ])
    expect(parts.lines.all[1]).not.toHaveProperty('logger')
    await vi.waitFor(() => expect(of('lines')).toEqual([{ type: 'lines', lines: parts.lines.all }]))
  })

  test.each(['prompts', 'resources'] as const)('that says that its %s changed is read again', async (list) => {
    const { parts, server, lists } = await createConnected()
    lists[list] = [{ name: 'new', uri: 'a:new' }]
    server.notify(`notifications/${list}/list_changed`)
    await vi.waitFor(() => expect(parts.catalogues.get('s')?.[list]).toMatchObject([{ name: 'new' }]))
    expect(parts.servers.all[0]?.counts).toMatchObject({ [list]: 1 })
  })

  test('whose tool changed has a change to look at', async () => {
    const { parts, server, lists, of } = await createConnected()
    lists.tool = tool('Subtracts')
    server.notify('notifications/tools/list_changed')
    await vi.waitFor(() => expect(parts.changes).toHaveLength(1))
    expect(parts.changes).toMatchObject([
      { server: 's', tool: 'add', change: 'changed', isBlocked: true, after: { description: 'Subtracts' } },
    ])
    await vi.waitFor(() => expect(of('changes').at(-1)).toEqual({ type: 'changes', changes: parts.changes }))
    await vi.waitFor(() => expect(parts.catalogues.get('s')?.tools).toMatchObject([{ name: 'add', pin: 'changed' }]))
  })

  test('writes to stderr before it ends', async () => {
    const { parts } = create({
      servers: { s: { command: process.execPath, args: ['-e', 'console.error("no port")'] } },
    })
    await expect(parts.host.start('s')).rejects.toMatchObject({ code: 'unreachable' })
    const line = { server: 's', from: 'stderr', text: 'no port' }
    await vi.waitFor(() => expect(parts.lines.all[0]).toMatchObject(line))
    expect(parts.timeline.page({ limit: 1_000 }).records).toContainEqual(
      expect.objectContaining({ server: 's', kind: 'stderr', summary: 'no port' }),
    )
  })
})

describe('an operation', () => {
  test('uses the client, the settings and the catalogue of its server', async () => {
    const { parts, server } = await createConnected()
    const ended = await parts.operations.start('o', { kind: 'call', server: 's', tool: 'add', args: { a: 1 } })
    expect(ended).toMatchObject({ state: 'done', result: { content: [] } })
    expect(server.ofMethod('tools/call')).toMatchObject([{ params: { name: 'add', arguments: { a: 1 } } }])
  })

  test('calls a tool that models do not get, since the catalogue has it', async () => {
    const { parts, server, lists } = await createConnected()
    lists.tool = { ...tool('Draws'), name: 'draw', _meta: { ui: { visibility: ['app'] } } }
    server.notify('notifications/tools/list_changed')
    await vi.waitFor(() => expect(parts.catalogues.get('s')?.tools).toMatchObject([{ name: 'draw', isForApps: true }]))
    const ending = parts.operations.start('o', { kind: 'call', server: 's', tool: 'draw', args: {} })
    await vi.waitFor(() => expect(parts.requests.all).toMatchObject([{ type: 'consent', operation: 'o' }]))
    parts.requests.answer('r1', { type: 'consent', answer: 'allow' })
    expect(await ending).toMatchObject({ state: 'done', result: { content: [] } })
    expect(server.ofMethod('tools/call')).toMatchObject([{ params: { name: 'draw' } }])
  })

  test('waits while the person is asked', async () => {
    const { parts } = await createConnected()
    parts.settings.change({ confirmCalls: 'always' })
    const ending = parts.operations.start('o', { kind: 'call', server: 's', tool: 'add', args: {} })
    await vi.waitFor(() => expect(parts.requests.all).toMatchObject([{ type: 'consent', operation: 'o' }]))
    expect(parts.operations.get('o')?.state).toBe('asking')
    parts.requests.answer('r1', { type: 'consent', answer: 'deny' })
    expect((await ending).state).toBe('denied')
  })

  test('ends with the console', async () => {
    const { parts, of } = await createConnected()
    parts.settings.change({ confirmCalls: 'always' })
    const ending = parts.operations.start('o', { kind: 'call', server: 's', tool: 'add', args: {} })
    await vi.waitFor(() => expect(parts.requests.all).toHaveLength(1))
    parts.subscriptions.open('u', 's', { tools: true })
    await parts.close()
    expect((await ending).state).toBe('cancelled')
    expect([of('closing').length, parts.subscriptions.all, parts.closing.signal.reason]).toEqual([
      ...[1, []],
      new Error('The console is closed'),
    ])
  })
})

const decision = {
  id: 'd',
  type: 'start',
  server: 's',
  subject: 'node',
  binding: 'b',
  answer: 'allow',
  scope: 'always',
  at: 1,
} as const

describe('decisions', () => {
  const storeOf = (list: DecisionStore['list']): DecisionStore => ({
    list,
    put: async () => {},
    delete: async () => {},
  })

  test('are shown without what they are bound to', async () => {
    const { parts, of } = create({ decisions: storeOf(async () => [decision, { ...decision, id: 'e', until: 1e15 }]) })
    const { binding: _, ...shown } = decision
    const expected = [shown, { ...shown, id: 'e', until: 1e15 }]
    expect(await parts.decisions()).toStrictEqual(expected)
    parts.publishDecisions()
    await vi.waitFor(() => expect(of('decisions')).toEqual([{ type: 'decisions', decisions: expected }]))
  })

  test('that cannot be read are a notice', async () => {
    const { parts } = create({ decisions: storeOf(() => Promise.reject(new Error('no disk'))) })
    parts.publishDecisions()
    await vi.waitFor(() => expect(parts.notices.all).toMatchObject([{ tone: 'error', text: 'Error: no disk' }]))
  })
})

describe('the audit log', () => {
  test('is shown, and stored where it is to be', async () => {
    const stored: object[] = []
    const last = { type: 'forget', decision: 'd', seq: 41, at: 1, previous: '' } as const
    const audit = { append: (record: object) => void stored.push(record), last: async () => last }
    const { parts, of } = create({ audit })
    await parts.host.forget('d')
    expect(parts.audit).toMatchObject([{ type: 'forget', decision: 'd', seq: 42 }])
    expect([stored, of('audit')]).toEqual([parts.audit, [{ type: 'audit', records: parts.audit }]])
    await vi.waitFor(() => expect(of('decisions')).toEqual([{ type: 'decisions', decisions: [] }]))
  })

  test('needs no store', async () => {
    const { parts } = create()
    await parts.host.forget('d')
    expect(parts.audit).toMatchObject([{ type: 'forget', seq: 1 }])
  })

  test('of a decision publishes all decisions, and of other things none', async () => {
    const { parts, of } = await createConnected()
    await parts.operations.start('o', { kind: 'call', server: 's', tool: 'add', args: {} })
    await vi.waitFor(() => expect(of('decisions')).toHaveLength(1))
    const types = of('audit').flatMap(({ records }) => records.map(({ type }) => type))
    expect(types).toEqual(['server', 'decision', 'call', 'result'])
    await new Promise((resolve) => setImmediate(resolve))
    expect(of('decisions')).toHaveLength(1)
  })
})

describe('credentials', () => {
  const store: NonNullable<AuthOptions['store']> = {
    get: async () => undefined,
    set: async () => {},
    delete: async () => {},
    exclusive: (_key, fn) => fn(),
  }

  test('are those of the console and of the server, and ask the person at the page', async () => {
    const servers = { s: { target: 'http://s.test/mcp', auth: { scopes: ['own'] } as AuthOptions } }
    const { parts } = create({ servers, auth: { clientName: 'Mine', store } as AuthOptions })
    const { auth } = parts.servers.settingsOf('s')
    expect(auth).toMatchObject({ clientName: 'Mine', scopes: ['own'], open: expect.any(Function) })
    expect([auth?.store === store, parts.tokens]).toEqual([false, expect.objectContaining({})])
    await auth?.open?.('http://as.test/authorize?scope=a')
    expect(parts.requests.all).toMatchObject([{ type: 'sign-in', server: 's', host: 'as.test', scopes: ['a'] }])
    expect(parts.servers.all).toMatchObject([{ isSigningIn: true }])
  })

  test('are by the name of the library, in memory, where nothing is given', () => {
    const { parts } = create({ servers: { s: { target: 'http://s.test/mcp', auth: {} } } })
    const { auth } = parts.servers.settingsOf('s')
    expect([auth?.clientName, auth?.store, parts.tokens]).toEqual(['Omniport', undefined, undefined])
  })
})
