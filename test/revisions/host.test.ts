import { describe, expect, test } from 'vitest'
import { loadApp } from '../../packages/omniport/src/client/apps/load-app.js'
import { connect } from '../../packages/omniport/src/client/connect.js'
import { discovered, FakeServer, initialized } from '../../packages/omniport/src/client/fixtures/fake-server.js'
import type { ConsentRequest } from '../../packages/omniport/src/host/consent/requests/consent-request.js'
import { startHost } from '../../packages/omniport/src/host/fixtures/start-host.js'
import type { HostOptions } from '../../packages/omniport/src/host/host-options.js'
import { type Revision, revisions } from '../../packages/omniport/src/protocol/revisions/revision.js'
import type { Context } from '../../packages/omniport/src/server/requests/context.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { verifiesIn } from '../requirements/verifies.js'
import { type DefineOptions, defineServer } from '../support/define-server.js'

/** A host of one server, which it speaks one revision with, and what it asked. */
function hostOf(revision: Revision, tools: DefineOptions['tools'], options: Partial<HostOptions> = {}) {
  const { server } = defineServer({ tools })
  const asked: ConsentRequest[] = []
  const ask = (request: ConsentRequest) => {
    asked.push(request)
    return 'deny' as const
  }
  const host = startHost({ servers: { notes: { target: server, revision } }, ask, ...options })
  return { host, asked }
}

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

test.each(revisions)(
  '%s: a tool that calls itself harmless is asked about all the same, and denied',
  async (revision) => {
    verifiesIn(revision, 'TOOL-08', 'HOST-07')
    const ran: string[] = []
    const of = (name: string) => tool({ annotations, run: () => String(ran.push(name)) })
    const { host, asked } = hostOf(revision, { wipe: of('wipe') })
    await expect(host.callTool('notes__wipe', {})).rejects.toMatchObject({ code: 'denied' })
    expect((await host.client('notes')).revision).toBe(revision)
    expect([asked.map(({ type }) => type), ran]).toEqual([['call'], []])
  },
)

const uri = 'ui://clock/face'
const html = '<!doctype html><p>12:00'
const mimeType = 'text/html;profile=mcp-app'

const inputSchema = { type: 'object' }
const listed = [
  { name: 'show', inputSchema, _meta: { ui: { resourceUri: uri } } },
  { name: 'set', inputSchema, _meta: { ui: { visibility: ['app'] } } },
  { name: 'ask', inputSchema, _meta: { ui: { visibility: ['model'] } } },
] as const

/** A server of any revision whose tools have an app, of which it gives this page. */
function appServer(revision: Revision, content: object = { uri, mimeType, text: html }) {
  const common = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
  const capabilities = { tools: {}, resources: {} }
  return new FakeServer({
    'server/discover': () => discovered(capabilities),
    initialize: () => initialized(capabilities, revision),
    'tools/list': () => ({ result: { ...common, tools: listed } }),
    'tools/call': ({ params }) => ({
      result: { resultType: 'complete', content: [{ type: 'text', text: params?.['name'] }] },
    }),
    'resources/read': () => ({ result: { ...common, contents: [content] } }),
  })
}

const called = (server: FakeServer) => server.ofMethod('tools/call').map(({ params }) => params?.['name'])

describe.each(revisions)('%s: the app of a tool', (revision) => {
  test('is read from the server, and calls what is for apps', async () => {
    verifiesIn(revision, 'APPS-07', 'APPS-09')
    const server = appServer(revision)
    const client = await connect(server.target, { revision })
    const loaded = await loadApp(client, 'show')
    expect([client.revision, loaded.uri, loaded.html]).toEqual([revision, uri, html])
    expect(server.ofMethod('resources/read').map(({ params }) => params?.['uri'])).toEqual([uri])
    expect((await loaded.callTool('set')).content).toEqual([{ type: 'text', text: 'set' }])
    await expect(loaded.callTool('ask')).rejects.toMatchObject({
      code: 'denied',
      message: 'ask cannot be called: its server does not offer it to apps',
    })
    expect(called(server)).toEqual(['set'])
    await client.close()
  })

  test('has tools that no model sees or calls', async () => {
    verifiesIn(revision, 'APPS-08', 'APPS-09')
    const server = appServer(revision)
    const host = startHost({
      servers: { notes: { target: server.target, revision } },
      policy: () => 'allow',
      apps: true,
    })
    expect((await host.tools()).map(({ name }) => name)).toEqual(['notes__show', 'notes__ask'])
    await expect(host.callTool('notes__set', {})).rejects.toMatchObject({
      code: 'denied',
      message: 'notes__set cannot be called: its server offers it to apps only',
    })
    await expect(host.callAppTool({ server: 'notes', tool: 'ask' }, {})).rejects.toMatchObject({ code: 'denied' })
    expect((await host.callAppTool({ server: 'notes', tool: 'set' }, {})).content).toMatchObject([{ text: 'set' }])
    expect(called(server)).toEqual(['set'])
  })

  test.each([
    ['of another address', { uri: 'ui://other', mimeType, text: html }],
    ['of another type', { uri, mimeType: 'text/html', text: html }],
  ])('is no page %s', async (_name, content) => {
    verifiesIn(revision, 'APPS-24')
    const server = appServer(revision, content)
    const client = await connect(server.target, { revision })
    await expect(loadApp(client, 'show')).rejects.toMatchObject({ code: 'invalid_result' })
    expect(server.ofMethod('resources/read').map(({ params }) => params?.['uri'])).toEqual([uri])
    await client.close()
  })
})

const url = 'https://example.com/connect?id=7#top'
const schema = { type: 'object', properties: { name: { type: 'string' } } } as const

describe.each(['2025-11-25', '2026-07-28'] as const)('%s: a question of a server', (revision) => {
  const tools = {
    page: tool({ run: async (_args, ctx: Context) => (await ctx.elicitUrl('Sign in', url)).action }),
    form: tool({ run: async (_args, ctx: Context) => (await ctx.elicit('Who?', schema)).action }),
  }
  /** The call of a tool that asks, by a host that answers questions like this. */
  async function call(name: keyof typeof tools, verdict: 'allow' | 'deny', action: 'accept' | 'decline' | 'cancel') {
    const shown: unknown[] = []
    const show = (question: object) => {
      shown.push(question)
      return action
    }
    const { host } = hostOf(revision, tools, {
      policy: ({ type }) => (type === 'call' ? 'allow' : verdict),
      elicitUrl: async (question) => show(question),
      elicit: (question) => ({ action: show(question) }) as never,
    })
    const { content } = await host.callTool(`notes__${name}`, {})
    expect((await host.client('notes')).revision).toBe(revision)
    return [shown, content]
  }
  const says = (action: string) => [{ type: 'text', text: action }]

  test('for a page shows its whole address, with the server that asks, before it is opened', async () => {
    verifiesIn(revision, 'ELI-09', 'ELI-29')
    const shown = { server: 'notes', message: 'Sign in', url }
    expect(await call('page', 'allow', 'accept')).toEqual([[expect.objectContaining(shown)], says('accept')])
    expect(await call('page', 'deny', 'accept')).toEqual([[], says('decline')])
  })

  test.each(['decline', 'cancel'] as const)('for a form can be answered with %s', async (action) => {
    verifiesIn(revision, 'ELI-09')
    const shown = { server: 'notes', message: 'Who?' }
    expect(await call('form', 'allow', action)).toEqual([[expect.objectContaining(shown)], says(action)])
  })
})
