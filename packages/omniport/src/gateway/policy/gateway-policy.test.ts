import { afterEach, describe, expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { connect } from '../../client/connect.js'
import { textOf } from '../../client/tools/text-of.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { createServer } from '../../server/create-server.js'
import { resource } from '../../server/resources/resource.js'
import { tool } from '../../server/tools/tool.js'
import { startGateway } from '../fixtures/behind.js'
import type { GatewayEvent } from '../gateway-events.js'
import type { GatewayOptions } from '../gateway-options.js'
import { offerSearch } from '../search/offer-search.js'
import { allow } from './allow.js'
import { audit } from './audit.js'
import { limitRate } from './limit-rate.js'
import { limitResultSize } from './limit-result-size.js'
import { rename } from './rename.js'

const opened: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]()
})

const form = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] } as const

/** A server of one revision, whose tools add, keep a secret, ask and say much. */
function createUpstream(name: string, revision: Revision) {
  const server = createServer({
    name,
    version: '1',
    revisions: [revision],
    tools: {
      add: tool({ run: () => `added by ${name}` }),
      secret: tool({ run: () => 'secret' }),
      ask: tool({ run: async (_args, ctx) => JSON.stringify((await ctx.elicit('Sure?', form)).action) }),
      long: tool({ run: () => 'x'.repeat(2_000) }),
    },
    resources: {
      open: resource({ uri: `${name}:open`, read: () => 'open' }),
      secret: resource({ uri: `${name}:secret`, read: () => 'secret' }),
    },
  })
  opened.push(server)
  return server
}

interface Through {
  readonly client: Revision
  readonly upstream: Revision
}

/** Connects a client through a gateway with two upstreams. */
async function connectThrough({ client, upstream }: Through, options: Partial<GatewayOptions>, principal = 'ada') {
  const upstreams = { notes: createUpstream('notes', upstream), work: createUpstream('work', upstream) }
  const { gateway } = startGateway(upstreams, options)
  opened.push(gateway)
  const connected = await connect(asPrincipal(gateway, principal), {
    ...{ name: 'c', version: '1', revision: client },
    elicit: () => ({ action: 'accept', content: { ok: true } }),
  })
  opened.push(connected)
  return { client: connected, gateway }
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    ({ code, message }: { code: number; message: string }) => [code, message],
  )

const newest = '2026-07-28'
const older = '2025-11-25'

describe.each<Through>([
  { client: newest, upstream: newest },
  { client: newest, upstream: older },
  { client: older, upstream: newest },
  { client: older, upstream: older },
])('through a gateway, client $client, upstream $upstream', (through) => {
  test('what is hidden is neither listed nor called nor suggested, and that is announced', async () => {
    const events: GatewayEvent[] = []
    const isOpen = (name: string, { principal }: Exchange) => principal?.id === 'ada' && !name.includes('secret')
    const use = [allow({ tools: isOpen, resources: isOpen, onEvent: (event) => events.push(event) })]
    const { client } = await connectThrough(through, { use })
    const names = (await client.listTools()).map(({ name }) => name)
    expect(names).toEqual(['notes', 'work'].flatMap((up) => ['add', 'ask', 'long'].map((each) => `${up}__${each}`)))
    expect((await client.listResources()).map(({ uri }) => uri)).toEqual(['notes:open', 'work:open'])
    expect(textOf(await client.callTool('work__add', {}))).toBe('added by work')
    const unknown = (name: string) => [-32602, `Unknown tool: ${name}`]
    for (const name of ['notes__secret', 'notes__secre', 'nobody__secret']) {
      expect(await errorOf(client.callTool(name, {}))).toEqual(unknown(name))
    }
    const hidden = await errorOf(client.readResource('notes:secret'))
    expect(hidden).toEqual([through.client === newest ? -32602 : -32002, 'Resource not found: notes:secret'])
    expect(events).toMatchObject([
      {
        type: 'request-refused',
        rule: 'allow',
        method: 'tools/call',
        name: 'notes__secret',
        client: { principal: 'ada' },
      },
      { name: 'nobody__secret' },
      { method: 'resources/read', name: 'notes:secret' },
    ])
  })

  test('a question of a tool that has another name is asked and answered', async () => {
    const use = [rename({ tools: { notes__ask: 'confirm' } })]
    const { client } = await connectThrough(through, { use })
    expect(textOf(await client.callTool('confirm', {}))).toBe('"accept"')
    expect(await errorOf(client.callTool('notes__ask', {}))).toEqual([-32602, 'Unknown tool: notes__ask'])
  })

  test('a question of a tool that was searched for is asked and answered', async () => {
    const { client } = await connectThrough(through, { use: [offerSearch()] })
    const found = textOf(await client.callTool('find_tools', { query: 'ask', limit: 1 }))
    expect(JSON.parse(found)).toMatchObject([{ name: expect.stringMatching(/__ask$/) }])
    expect(textOf(await client.callTool('call_tool', { name: 'work__ask' }))).toBe('"accept"')
  })

  test('calls are audited with their upstream, and limited in number and size', async () => {
    const audited = audit()
    const use = [limitResultSize({ maxBytes: 1_500 }), audited, limitRate({ tools: { work__add: 1 } })]
    const { client } = await connectThrough(through, { use })
    const long = await client.callTool('work__long', {})
    expect([long.isError, textOf(long)]).toEqual([
      true,
      expect.stringContaining('more than the 1500 that are passed on'),
    ])
    await client.callTool('work__add', {})
    expect(await errorOf(client.callTool('work__add', {}))).toEqual([
      -32603,
      'Too many calls of work__add per minute: the limit is 1',
    ])
    expect(audited.records.map((record) => 'outcome' in record && record.outcome).filter(Boolean)).toEqual([
      'ok',
      'ok',
      'failed',
    ])
  })
})

test('the audit log has the names that upstreams use', async () => {
  const { client, gateway } = await connectThrough({ client: newest, upstream: newest }, {})
  const audited = audit({ gateway })
  gateway.use(audited)
  await client.listResources()
  await client.callTool('work__add', {})
  await client.readResource('notes:open')
  expect(audited.records).toMatchObject([
    { type: 'call', server: 'work', tool: 'add', principal: 'ada' },
    { type: 'result', server: 'work', tool: 'add' },
    { type: 'resource', server: 'notes', uri: 'notes:open' },
  ])
})
