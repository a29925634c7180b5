import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { settled } from '#test/support/virtual-runtime.js'
import { connect } from '../client/connect.js'
import { textOf } from '../client/tools/text-of.js'
import { tool } from '../server/tools/tool.js'
import { createFetchHandler } from '../transport/http/create-fetch-handler.js'
import { createNamedServer, startGateway } from './fixtures/behind.js'
import type { GatewayEvent } from './gateway-events.js'

const added = tool({ run: () => 'new' })
const upstreamRevisions = ['2025-11-25', '2026-07-28'] as const

describe.each(upstreamRevisions)('a change at an upstream of %s', (revision) => {
  test('is one notification for a legacy session, and the next list has it', async () => {
    const [a, b] = ['a', 'b'].map((name) => createNamedServer(name, ['x'], { revisions: [revision] }))
    if (a === undefined || b === undefined) throw new Error('There are two')
    const { gateway } = startGateway({ a, b })
    const client = await connectRaw(gateway)
    await client.request('tools/list')
    await settled()
    client.messages.length = 0
    a.tools.set('y', added)
    await expect.poll(() => client.messages.map(({ method }) => method)).toEqual(['notifications/tools/list_changed'])
    const { result } = await client.request('tools/list')
    expect(namesIn(result)).toEqual(['a__x', 'a__y', 'b__x'])
    await client.request('tools/call', { name: 'b__x' })
    await settled()
    expect(client.messages).toHaveLength(1)
    client.close()
    await gateway.close()
    await Promise.all([a.close(), b.close()])
  })

  test('reaches a modern subscription to that list, and none to another', async () => {
    const server = createNamedServer('a', ['x'], { revisions: [revision] })
    const { gateway } = startGateway({ a: server })
    await using client = await connect(gateway, { revision: '2026-07-28' })
    await using listening = await client.listen({ tools: true })
    await using other = await client.listen({ prompts: true })
    server.tools.set('y', added)
    const iterator = listening[Symbol.asyncIterator]()
    expect(await iterator.next()).toEqual({ done: false, value: { type: 'tools' } })
    expect([listening.filter, other.filter]).toEqual([{ tools: true }, {}])
    await gateway.close()
    await server.close()
  })
})

test('an upstream over HTTP that forgot its session is asked once more on a new one', async () => {
  const server = createNamedServer('a', ['x'], { revisions: ['2025-11-25'] })
  let handler = createFetchHandler(server, { allowedHosts: ['a.test'] })
  const { gateway } = startGateway(
    { a: 'http://a.test/mcp' },
    { fetch: (input, init) => handler(new Request(input, init)) },
  )
  await using client = await connect(gateway, { revision: '2025-11-25' })
  expect(textOf(await client.callTool('a__x', {}))).toBe('a x')
  const former = handler
  handler = createFetchHandler(server, { allowedHosts: ['a.test'] })
  expect(textOf(await client.callTool('a__x', {}))).toBe('a x')
  await gateway.close()
  await Promise.all([former.close(), handler.close()])
  await server.close()
})

test('upstreams are replaced: those that stay keep their connections, sessions go on and hear of it', async () => {
  const events: GatewayEvent[] = []
  const [stays, goes, comes] = ['stays', 'goes', 'comes'].map((name) => createNamedServer(name, ['x']))
  if (stays === undefined || goes === undefined || comes === undefined) throw new Error('There are three')
  const { gateway } = startGateway({ stays, goes }, { onEvent: (event) => events.push(event) })
  const client = await connectRaw(gateway)
  await client.request('tools/list')
  gateway.replaceUpstreams({ stays, comes })
  await expect.poll(() => client.messages.map(({ method }) => method)).toContain('notifications/tools/list_changed')
  const { result } = await client.request('tools/list')
  expect(namesIn(result)).toEqual(['stays__x', 'comes__x'])
  expect((await client.request('tools/call', { name: 'goes__x' })).error?.code).toBe(-32602)
  const replaced = events.filter(({ type }) => type === 'upstreams-replaced')
  expect(replaced).toMatchObject([{ added: ['comes'], removed: ['goes'], changed: [] }])
  const connected = events.flatMap((event) => (event.type === 'upstream-connected' ? [event.upstream] : []))
  expect(connected).toEqual(['stays', 'goes', 'comes'])
  client.close()
  await gateway.close()
})

test('what happens is announced, with what is known of it', async () => {
  const events: GatewayEvent[] = []
  const server = createNamedServer('a', ['x'])
  const { gateway } = startGateway({ a: server }, { onEvent: (event) => events.push(event) })
  const client = await connect(gateway, { revision: '2025-11-25', name: 'me' })
  await client.callTool('a__x', {})
  await client.close()
  await gateway.close()
  expect(events.map(({ type }) => type)).toEqual([
    'session-opened',
    'upstream-connecting',
    'upstream-connected',
    'call-started',
    'call-ended',
    'session-closed',
    'upstream-closed',
  ])
  expect(events[3]).toMatchObject({
    upstream: 'a',
    method: 'tools/call',
    name: 'x',
    client: { name: 'me', revision: '2025-11-25' },
  })
  expect(events[4]).toMatchObject({ outcome: 'result', upstream: 'a' })
  await server.close()
})

function namesIn(result: Readonly<Record<string, unknown>> = {}): readonly string[] {
  return (result['tools'] as { name: string }[]).map(({ name }) => name)
}
