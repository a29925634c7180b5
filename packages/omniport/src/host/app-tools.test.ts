import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { FakeServer, initialized } from '../client/fixtures/fake-server.js'
import { isVisibleTo } from '../protocol/apps/is-visible-to.js'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import { describeConsentRequest } from './consent/descriptions/describe-consent-request.js'
import type { CallConsent, ConsentRequest } from './consent/requests/consent-request.js'
import { startHost } from './fixtures/start-host.js'
import type { HostOptions } from './host-options.js'

test.each<[unknown, boolean, boolean]>([
  [undefined, true, true],
  [{}, true, true],
  [{ ui: {} }, true, true],
  [{ ui: { resourceUri: 'ui://a' } }, true, true],
  [{ ui: 1 }, true, true],
  [{ ui: { visibility: ['model', 'app'] } }, true, true],
  [{ ui: { visibility: ['model'] } }, true, false],
  [{ ui: { visibility: ['app'] } }, false, true],
  [{ ui: { visibility: ['app', 'other'] } }, false, true],
  [{ ui: { visibility: [] } }, false, false],
  [{ ui: { visibility: 'app' } }, false, false],
  [{ ui: { visibility: null } }, false, false],
])('a tool with the metadata %j is for models: %s, and for apps: %s', (meta, model, app) => {
  const one = { _meta: meta } as Parameters<typeof isVisibleTo>[1]
  expect([isVisibleTo('model', one), isVisibleTo('app', one)]).toEqual([model, app])
})

/** A clock whose app can set it, and what was called. */
function clock() {
  const called: unknown[] = []
  const of = (name: string, visibility: readonly string[]) =>
    tool({
      description: `The ${name} of the clock`,
      _meta: { ui: { visibility } },
      run: (args) => {
        called.push([name, args])
        return name
      },
    })
  const tools = { show: of('show', ['model', 'app']), set: of('set', ['app']), ask: of('ask', ['model']) }
  return { server: createServer({ name: 'clock', version: '1', tools }), called }
}

function start(options: Partial<HostOptions> = {}) {
  const { server, called } = clock()
  return { host: startHost({ servers: { clock: server }, policy: () => 'allow', ...options }), called }
}

describe('a tool for apps only', () => {
  test('is not offered to a model: neither in the list, nor by the search, nor in events and counts', async () => {
    verifies('APPS-08')
    const { host } = start()
    const events = host.events()[Symbol.asyncIterator]()
    expect((await host.tools()).map(({ name }) => name)).toEqual(['clock__show', 'clock__ask'])
    expect((await host.tools({ servers: ['clock'] })).map(({ tool }) => tool)).toEqual(['show', 'ask'])
    expect((await host.searchTools('set of the clock')).map(({ tool }) => tool.tool).sort()).toEqual(['ask', 'show'])
    expect(host.servers.map(({ tools }) => tools)).toEqual([2])
    for (let event = await events.next(); event.value.type !== 'tools'; ) event = await events.next()
    await events.return?.()
    const later = host.events()[Symbol.asyncIterator]()
    await host.stop('clock')
    let removed: unknown
    while (removed === undefined) {
      const { value } = await later.next()
      if (value.type === 'tools') removed = value.removed
    }
    expect(removed).toEqual(['clock__show', 'clock__ask'])
  })

  test('cannot be called by a model, whether it was listed before or not', async () => {
    verifies('APPS-08')
    const { host, called } = start()
    const denied = {
      code: 'denied',
      message: 'clock__set cannot be called: its server offers it to apps only',
    }
    await expect(host.callTool('clock__set', {})).rejects.toMatchObject(denied)
    await host.tools()
    await expect(host.callTool('clock__set', {})).rejects.toMatchObject(denied)
    expect([called, host.audit.filter(({ type }) => type === 'call')]).toEqual([[], []])
  })

  test('can be called by an app, which is asked about and written down as such', async () => {
    verifies('APPS-09')
    const asked: ConsentRequest[] = []
    const { host, called } = start({
      policy: () => 'ask',
      ask: (request) => {
        asked.push(request)
        return 'allow'
      },
    })
    const result = await host.callAppTool({ server: 'clock', tool: 'set' }, { hours: 3 })
    expect(result.content).toEqual([{ type: 'text', text: 'set' }])
    expect(called).toEqual([['set', { hours: 3 }]])
    expect(asked).toMatchObject([{ type: 'call', server: 'clock', args: { hours: 3 }, isFromApp: true }])
    expect(describeConsentRequest(asked[0] as CallConsent).lines).toContainEqual({
      label: 'Called by',
      text: 'a user interface of this server',
      isUntrusted: false,
    })
    expect(host.audit.filter(({ type }) => type === 'call')).toMatchObject([{ tool: 'set', isFromApp: true }])
  })

  test('is pinned, and blocked when it changes', async () => {
    const listed = (description: string) => [
      { name: 'set', description, inputSchema: { type: 'object' }, _meta: { ui: { visibility: ['app'] } } },
    ]
    let tools = listed('one')
    const server = new FakeServer({
      initialize: () => initialized({ tools: { listChanged: true } }),
      'tools/list': () => ({ result: { tools } }),
      'tools/call': () => ({ result: { content: [] } }),
    })
    const host = startHost({ servers: { a: server.target }, policy: () => 'allow' })
    await host.callAppTool({ server: 'a', tool: 'set' }, {})
    const events = host.events()[Symbol.asyncIterator]()
    tools = listed('two')
    server.notify('notifications/tools/list_changed')
    expect((await events.next()).value).toMatchObject({ type: 'pin', change: { change: 'changed', isBlocked: true } })
    await expect(host.callAppTool({ server: 'a', tool: 'set' }, {})).rejects.toMatchObject({
      code: 'denied',
      message: 'set cannot be called: its pin denies it, since its definition is not the pinned one; see changedTools',
    })
    const denial = { type: 'decision', question: 'call', server: 'a', subject: 'set', answer: 'deny', by: 'pin' }
    expect(host.audit.at(-1)).toMatchObject(denial)
    await host.approveTool('a', 'set')
    await host.callAppTool({ server: 'a', tool: 'set' }, {})
    expect(server.ofMethod('tools/call').length).toBe(2)
  })
})

describe('an app', () => {
  test('cannot call a tool for models only, nor what is not there', async () => {
    verifies('APPS-09')
    const { host, called } = start()
    await expect(host.callAppTool({ server: 'clock', tool: 'ask' }, {})).rejects.toMatchObject({
      code: 'denied',
      message: 'ask cannot be called: its server does not offer it to apps',
    })
    await expect(host.callAppTool({ server: 'clock', tool: 'clock__set' }, {})).rejects.toMatchObject({
      code: 'not_found',
      message: 'The server clock has no tool clock__set',
    })
    await expect(host.callAppTool({ server: 'other', tool: 'set' }, {})).rejects.toMatchObject({ code: 'not_found' })
    expect(called).toEqual([])
  })

  test('is not allowed by an answer about calls of a model', async () => {
    let asked = 0
    const { host } = start({
      policy: () => 'ask',
      ask: () => {
        asked += 1
        return { answer: 'allow', remember: 'always' }
      },
    })
    await host.callTool('clock__show', {})
    await host.callAppTool({ server: 'clock', tool: 'show' }, {})
    await host.callAppTool({ server: 'clock', tool: 'show' }, {})
    await host.callTool('clock__show', {})
    expect(asked).toBe(2)
  })
})

test('a tool that is for models from now on is offered then', async () => {
  const server = new FakeServer({
    initialize: () => initialized({ tools: { listChanged: true } }),
    'tools/list': () => ({ result: { tools: [{ name: 'set', inputSchema: { type: 'object' }, _meta: { ui } }] } }),
  })
  let ui: object = { visibility: ['app'] }
  const host = startHost({ servers: { a: server.target } })
  expect(await host.tools()).toEqual([])
  const events = host.events()[Symbol.asyncIterator]()
  ui = {}
  server.notify('notifications/tools/list_changed')
  expect((await events.next()).value).toMatchObject({ type: 'tools', added: ['a__set'] })
})
