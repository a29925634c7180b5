import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { FakeServer, initialized, type Replies } from '../../client/fixtures/fake-server.js'
import { SimulatedServer } from '../fixtures/simulated-server.js'
import { startHost } from '../fixtures/start-host.js'
import { untilWritten } from '../fixtures/until-written.js'
import type { Host } from '../host.js'
import type { HostEvent } from '../host-event.js'
import type { HostOptions } from '../host-options.js'

const inputSchema = { type: 'object' }
const speak = { name: 'speak', inputSchema }

/** A legacy server with these lists, which can be changed. */
function listing(lists: { tools?: object[]; prompts?: object[]; resources?: object[] }, more: Replies = {}) {
  const of = (name: keyof typeof lists) => () => ({ result: { [name]: lists[name] ?? [] } })
  const announced = { listChanged: true }
  return new FakeServer({
    initialize: () => initialized({ tools: announced, prompts: announced, resources: announced }),
    ping: () => ({ result: {} }),
    'tools/list': of('tools'),
    'prompts/list': of('prompts'),
    'resources/list': of('resources'),
    'resources/templates/list': () => ({ result: { resourceTemplates: [] } }),
    ...more,
  })
}

function hosting(server: FakeServer, options: Partial<HostOptions> = {}): Host {
  const servers = { a: { target: server.target, revision: '2025-11-25' as const } }
  return startHost({ servers, policy: () => 'allow', ...options })
}

const statusOf = (host: Host) => host.servers[0]

/** The next events, of a type, until one fits. */
async function until(events: AsyncIterable<HostEvent>, fits: (event: HostEvent) => boolean): Promise<HostEvent> {
  for await (const event of events) if (fits(event)) return event
  throw new Error('no such event')
}

describe('the status of a server', () => {
  test('before it is needed says how it would be started, and has no tools', () => {
    const source = { file: 'mcp.json', line: 3, field: 'a' }
    const host = startHost({ servers: { a: { target: { command: 'x' }, source } }, runtime: new VirtualRuntime() })
    expect(statusOf(host)).toEqual({
      name: 'a',
      state: 'idle',
      since: 1_000_000,
      launch: { type: 'command', command: 'x', args: [], env: [] },
      source: 'mcp.json:3',
      isEmpty: false,
      tokens: 0,
    })
  })

  test('has what it says of itself, and the size of its lists once they were read', async () => {
    const host = hosting(listing({ tools: [speak], prompts: [{ name: 'p' }], resources: [] }))
    await host.start('a')
    expect(statusOf(host)).toMatchObject({
      state: 'ready',
      revision: '2025-11-25',
      info: { name: 'fake', version: '1' },
    })
    expect(Object.keys(statusOf(host) ?? {})).not.toContain('tools')
    await host.tools()
    expect(statusOf(host)).toMatchObject({ tools: 1, tokens: expect.any(Number), isEmpty: false })
    expect(statusOf(host)?.tokens).toBeGreaterThan(0)
    await Promise.all([host.prompts(), host.resources(), host.resourceTemplates()])
    expect(statusOf(host)).toMatchObject({ prompts: 1, resources: 0 })
    expect(Object.keys(statusOf(host) ?? {})).not.toContain('resourceTemplates')
  })

  test('loses all of that when it is stopped', async () => {
    const host = hosting(listing({ tools: [speak], prompts: [{ name: 'p' }] }))
    await Promise.all([host.tools(), host.prompts()])
    await host.stop('a')
    expect(statusOf(host)).toEqual({
      name: 'a',
      state: 'stopped',
      since: expect.any(Number),
      launch: { type: 'program' },
      isEmpty: false,
      tokens: 0,
    })
  })
})

describe('a server without tools', () => {
  test('is empty if it has nothing else, which is told once', async () => {
    const host = hosting(listing({}))
    const events = host.events()
    await host.tools()
    await host.tools()
    expect(statusOf(host)?.isEmpty).toBe(true)
    await host.close()
    let count = 0
    for await (const event of events) if (event.type === 'server' && event.status.isEmpty) count += 1
    expect(count).toBe(1)
  })

  test.each([{ prompts: [{ name: 'p' }] }, { resources: [{ uri: 'a:b', name: 'r' }] }])(
    'is not empty with %j',
    async (lists) => {
      const host = hosting(listing(lists))
      expect(await host.tools()).toEqual([])
      expect(statusOf(host)).toMatchObject({ isEmpty: false, tools: 0 })
    },
  )

  test('is empty no more once it has a prompt', async () => {
    const lists: Parameters<typeof listing>[0] = {}
    const server = listing(lists)
    const host = hosting(server)
    await host.tools()
    expect(statusOf(host)?.isEmpty).toBe(true)
    lists.prompts = [{ name: 'p' }]
    server.notify('notifications/prompts/list_changed')
    await expect.poll(() => statusOf(host)?.isEmpty).toBe(false)
  })
})

describe('a change of a list', () => {
  test.each(['prompts', 'resources'] as const)('of %s is told, and nothing is listed for it', async (type) => {
    const server = listing({ tools: [speak] })
    const host = hosting(server)
    await host.tools()
    const events = host.events()
    const before = server.methods.length
    server.notify(`notifications/${type}/list_changed`)
    expect(await until(events, (event) => event.type === type)).toEqual({ type, server: 'a' })
    await settled()
    expect(server.methods.slice(before)).toEqual([])
  })

  test('of tools is told with what changed', async () => {
    const lists: Parameters<typeof listing>[0] = { tools: [speak] }
    const server = listing(lists)
    const host = hosting(server)
    await host.tools()
    const events = host.events()
    lists.tools = [speak, { name: 'ask', inputSchema }]
    server.notify('notifications/tools/list_changed')
    expect(await until(events, ({ type }) => type === 'tools')).toEqual({
      ...{ type: 'tools', server: 'a', added: ['a__ask'], changed: [], removed: [] },
    })
  })

  test('that cannot be read is reported', async () => {
    const errors: unknown[] = []
    let isBroken = false
    const server = listing(
      {},
      {
        'tools/list': () =>
          isBroken ? { error: { code: -32603, message: 'broken' } } : { result: { tools: [speak] } },
      },
    )
    const host = hosting(server, { onError: ({ message }, from) => errors.push([message, from]) })
    await host.tools()
    isBroken = true
    server.notify('notifications/tools/list_changed')
    await expect.poll(() => errors).toEqual([['broken', 'a']])
    expect((await host.callTool('a__speak', {}).catch((reason: unknown) => reason)) instanceof Error).toBe(true)
  })
})

describe('the audit log', () => {
  test('has what became of a server, and not that it was starting', async () => {
    const server = new SimulatedServer('a', true)
    const host = startHost({ servers: { a: server } })
    await host.start('a')
    await host.stop('a')
    await untilWritten(host)
    expect(host.audit.map(({ type, ...rest }) => [type, 'state' in rest && rest.state])).toEqual([
      ['server', 'ready'],
      ['server', 'stopped'],
      ['forget', false],
    ])
  })
})

describe('the tools of a server', () => {
  test('are listed again on the next connection, before one is called', async () => {
    const server = new SimulatedServer('a', true)
    const host = startHost({ servers: { a: server }, policy: () => 'allow', onChangedTool: 'allow' })
    await host.tools()
    await host.stop('a')
    server.change('speak')
    await host.start('a')
    await host.callTool('a__speak', {})
    expect(server.calls.map(({ listed }) => [...listed])).toEqual([['speak of a, version 2']])
  })

  test('are waited for no longer than a call may take', async () => {
    const runtime = new VirtualRuntime()
    const server = listing({}, { 'tools/list': () => undefined })
    const host = hosting(server, { runtime, timeoutMs: 60_000 })
    const over: unknown[] = []
    const wait = (options: object) =>
      host.callAppTool({ server: 'a', tool: 'x' }, {}, options).catch((reason: unknown) => over.push(reason))
    const waits = [wait({ timeoutMs: 1_000 }), wait({ timeoutMs: 9_000, maxTimeoutMs: 2_000 })]
    await runtime.advance(999)
    expect(over).toEqual([])
    await runtime.advance(1)
    expect(over).toMatchObject([{ code: 'timeout', message: 'No answer within 1000 ms' }])
    await runtime.advance(1_000)
    expect(over.slice(1)).toMatchObject([{ code: 'timeout', message: 'No answer within 2000 ms' }])
    await Promise.all(waits)
  })

  test('are offered no more once it is stopped, and a call of one says why', async () => {
    const host = hosting(listing({ tools: [speak] }))
    await host.tools()
    await host.stop('a')
    expect(await host.tools()).toEqual([])
    await expect(host.callTool('a__speak', {})).rejects.toMatchObject({
      code: 'closed',
      message: 'The server a is stopped',
    })
    await expect(host.callTool('a__other', {})).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('pings', () => {
  test('are sent every 30 s to a server in use, unless another time is given', async () => {
    for (const [healthMs, expected] of [
      [undefined, 30_000],
      [100, 100],
    ] as const) {
      const runtime = new VirtualRuntime()
      const server = listing({ tools: [speak] })
      const host = hosting(server, { runtime, healthMs })
      const starting = host.start('a')
      await runtime.advance(0)
      await starting
      await host.tools()
      await runtime.advance(expected - 1)
      expect(server.ofMethod('ping')).toHaveLength(0)
      await host.tools()
      await runtime.advance(1)
      expect(server.ofMethod('ping')).toHaveLength(1)
      await host.close()
    }
  })
})
