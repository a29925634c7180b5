import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { FakeServer, initialized } from '../../client/fixtures/fake-server.js'
import { app } from '../../server/apps/app.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { describeConsentRequest } from '../consent/descriptions/describe-consent-request.js'
import type { ConsentRequest } from '../consent/requests/consent-request.js'
import { startHost } from '../fixtures/start-host.js'
import type { HostOptions } from '../host-options.js'

const uri = 'ui://clock/face'
let html = '<!doctype html><p>12:00'
const csp = { connectDomains: ['https://time.example'], resourceDomains: ['https://cdn.example'] }
const face = app({ uri, html: () => html, csp, permissions: { camera: {} }, domain: 'clock.example' })

function clock() {
  return createServer({
    name: 'clock',
    version: '1',
    tools: {
      show: tool({ app: face, run: () => 'shown' }),
      set: tool({ visibility: ['app'], run: () => 'set' }),
      ask: tool({ visibility: ['model'], run: () => 'asked' }),
    },
  })
}

function start(options: Partial<HostOptions> = {}) {
  return startHost({ servers: { clock: clock() }, apps: true, policy: () => 'allow', ...options })
}

const show = { server: 'clock', tool: 'show' }

describe('an app of a host', () => {
  test('is loaded after it was allowed, and written down with all that it may reach', async () => {
    verifies('APPS-07', 'APPS-39', 'APPS-40')
    const asked: ConsentRequest[] = []
    const host = start({
      policy: () => 'ask',
      ask: (request) => {
        asked.push(request)
        return 'allow'
      },
    })
    const loaded = await host.loadApp(show)
    expect(loaded).toMatchObject({
      uri,
      html,
      csp,
      permissions: { camera: {} },
      domain: 'clock.example',
      server: 'clock',
    })
    expect(loaded.tool.tool).toBe('show')
    expect(asked).toMatchObject([{ type: 'app', server: 'clock', app: { uri, csp, bytes: html.length } }])
    expect(asked[0]).not.toHaveProperty('app.html')
    expect(describeConsentRequest(asked[0] as ConsentRequest)).toEqual({
      title: 'Show a user interface of clock?',
      lines: [
        { label: 'Server', text: 'clock', isUntrusted: false },
        { label: 'Tool', text: 'show', isUntrusted: true },
        { label: 'Page', text: `${uri} (${html.length} bytes)`, isUntrusted: true },
        { label: 'It connects to', text: 'https://time.example', isUntrusted: true },
        { label: 'It loads scripts, styles, images and fonts from', text: 'https://cdn.example', isUntrusted: true },
        { label: 'It asks for', text: 'the camera', isUntrusted: false },
        { label: 'It wants the origin', text: 'clock.example', isUntrusted: true },
      ],
      warnings: [
        'The page can send what it is shown, and what is typed into it, to these addresses.',
        'The page may run scripts of these addresses, which can change without notice.',
      ],
    })
    expect(host.audit.filter(({ type }) => ['resource', 'decision', 'app'].includes(type))).toMatchObject([
      { type: 'resource', server: 'clock', uri },
      { type: 'decision', question: 'app', subject: uri, answer: 'allow', by: 'person' },
      {
        type: 'app',
        tool: 'show',
        uri,
        definition: loaded.definition,
        domains: ['https://time.example', 'https://cdn.example'],
        permissions: ['camera'],
      },
    ])
  })

  test('is not loaded when it is denied, or when nobody decides', async () => {
    await expect(start({ policy: () => 'deny' }).loadApp(show)).rejects.toMatchObject({ code: 'denied' })
    const host = start({ policy: undefined })
    await expect(host.loadApp(show)).rejects.toMatchObject({ code: 'denied' })
    expect(host.audit.filter(({ type }) => type === 'app')).toEqual([])
  })

  test('is asked about again when its page or what it declares changes', async () => {
    verifies('APPS-40')
    let asked = 0
    const host = start({
      policy: () => 'ask',
      ask: () => {
        asked += 1
        return { answer: 'allow', remember: 'always' }
      },
    })
    const counts: number[] = []
    for (const page of ['<!doctype html>1', '<!doctype html>1', '<!doctype html>2', '<!doctype html>1']) {
      html = page
      await host.loadApp(show)
      counts.push(asked)
    }
    html = '<!doctype html><p>12:00'
    expect(counts).toEqual([1, 1, 2, 2])
  })

  test('calls tools as an app of its server, and reads its resources', async () => {
    verifies('APPS-09')
    const host = start()
    const loaded = await host.loadApp(show)
    expect((await loaded.listTools()).map((one) => [one.name, one._meta])).toEqual([
      ['show', { ui: { resourceUri: uri } }],
      ['set', { ui: { visibility: ['app'] } }],
    ])
    expect((await loaded.callTool('set', { hours: 3 })).content).toEqual([{ type: 'text', text: 'set' }])
    expect(host.audit.filter(({ type }) => type === 'call')).toMatchObject([{ tool: 'set', isFromApp: true }])
    expect((await loaded.readResource(uri)).contents).toMatchObject([{ text: html }])
    await expect(loaded.callTool('clock__set')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('reaches no other server that gets the name of its own', async () => {
    verifies('APPS-09')
    const host = start()
    const loaded = await host.loadApp(show)
    await host.setServers({ clock: clock() })
    const closed = { code: 'closed', message: 'The server clock of this app was removed or replaced' }
    await expect(loaded.callTool('set')).rejects.toMatchObject(closed)
    await expect(loaded.readResource(uri)).rejects.toMatchObject(closed)
    await expect(loaded.listTools()).rejects.toMatchObject(closed)
  })

  test.each([
    ['a tool without one', { server: 'clock', tool: 'set' }, 'unsupported', 'The tool set has no user interface'],
    ['a tool that is not there', { server: 'clock', tool: 'x' }, 'not_found', 'The server clock has no tool x'],
  ])('is missing for %s', async (_, which, code, message) => {
    await expect(start().loadApp(which)).rejects.toMatchObject({ code, message })
  })

  test('is checked before anybody is asked', async () => {
    verifies('APPS-41')
    const _meta = { ui: { resourceUri: uri } }
    const bad = {
      uri,
      mimeType: 'text/html;profile=mcp-app',
      text: html,
      _meta: { ui: { csp: { connectDomains: ['*'] } } },
    }
    const server = new FakeServer({
      initialize: () => initialized({ tools: {}, resources: {} }),
      'tools/list': () => ({ result: { tools: [{ name: 'show', inputSchema: { type: 'object' }, _meta }] } }),
      'resources/read': () => ({ result: { contents: [bad] } }),
    })
    let asked = 0
    const policy = () => {
      asked += 1
      return 'allow' as const
    }
    const host = startHost({ servers: { clock: server.target }, policy })
    await expect(host.loadApp(show)).rejects.toMatchObject({ code: 'invalid_result' })
    expect(asked).toBe(0)
  })
})

test.each([
  [true, { mimeTypes: ['text/html;profile=mcp-app'] }],
  [undefined, undefined],
] as const)('a host with apps: %s declares %j', async (apps, settings) => {
  verifies('APPS-01')
  const server = new FakeServer({
    initialize: () => initialized({ tools: {} }),
    'tools/list': () => ({ result: { tools: [] } }),
  })
  const host = startHost({ servers: { a: server.target }, apps })
  await host.tools()
  const [initialize] = server.ofMethod('initialize')
  const declared = initialize?.params?.['capabilities'] as { readonly extensions?: Record<string, unknown> }
  expect(declared.extensions?.['io.modelcontextprotocol/ui']).toEqual(settings)
})
