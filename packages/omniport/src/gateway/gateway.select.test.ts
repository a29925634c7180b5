import { expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { settled } from '#test/support/virtual-runtime.js'
import { connect } from '../client/connect.js'
import { textOf } from '../client/tools/text-of.js'
import type { ServeTarget } from '../transport/environment.js'
import { createNamedServer, startGateway } from './fixtures/behind.js'
import type { GatewayEvent } from './gateway-events.js'
import { allow } from './policy/allow.js'

async function toolsOf(target: ServeTarget): Promise<readonly string[]> {
  await using client = await connect(target)
  return (await client.listTools()).map(({ name }) => name)
}

test('a selection has its upstreams only, with a policy of its own', async () => {
  const { gateway } = startGateway({ a: createNamedServer('a', ['x', 'y']), b: createNamedServer('b', ['x']) })
  const selected = gateway.select({ upstreams: ['a'], use: [allow({ tools: ['a__x'] })] })
  expect([await toolsOf(gateway), await toolsOf(selected)]).toEqual([['a__x', 'a__y', 'b__x'], ['a__x']])
  await using client = await connect(selected)
  await expect(client.callTool('b__x', {})).rejects.toMatchObject({ code: -32602 })
  await expect(client.callTool('a__y', {})).rejects.toMatchObject({ code: -32602 })
  expect(selected.status().map(({ name }) => name)).toEqual(['a'])
  await gateway.close()
})

test('an upstream in several selections is started once for those who share a connection', async () => {
  const events: GatewayEvent[] = []
  const { gateway } = startGateway(
    { a: createNamedServer('a', ['x']), b: createNamedServer('b', ['x']) },
    { onEvent: (event) => events.push(event) },
  )
  const selections = [gateway.select({ upstreams: ['a'] }), gateway.select({ upstreams: ['a', 'b'] })]
  for (const selected of selections) {
    await using client = await connect(asPrincipal(selected, 'ann'))
    expect(textOf(await client.callTool('a__x', {}))).toBe('a x')
  }
  await using other = await connect(asPrincipal(gateway, 'bob'))
  expect(textOf(await other.callTool('a__x', {}))).toBe('a x')
  const started = events.flatMap((event) => (event.type === 'upstream-connected' ? [event.upstream] : []))
  expect(started.filter((name) => name === 'a')).toHaveLength(2) // one for each person
  await gateway.close()
})

test('clients of a selection hear of its upstreams only when those are replaced', async () => {
  const { gateway } = startGateway({ a: createNamedServer('a', ['x']), b: createNamedServer('b', ['x']) })
  const [of, others] = [gateway.select({ upstreams: ['a'] }), gateway.select({ upstreams: ['b'] })]
  const clients = await Promise.all([connectRaw(of), connectRaw(others)])
  for (const client of clients) await client.request('tools/list')
  await settled()
  for (const client of clients) client.messages.length = 0
  const b = createNamedServer('b', ['z'])
  const [a] = gateway.status()
  gateway.replaceUpstreams({ b })
  await settled()
  const hasChange = clients.map(({ messages }) =>
    messages.map(({ method }) => method).includes('notifications/tools/list_changed'),
  )
  expect([hasChange, a?.name]).toEqual([[true, true], 'a'])
  const lists = await Promise.all(clients.map((client) => client.request('tools/list')))
  expect(lists.map(({ result }) => JSON.stringify(result?.['tools']).match(/[ab]__./g))).toEqual([null, ['b__z']])
  for (const client of clients) client.messages.length = 0
  gateway.replaceUpstreams({ b, c: createNamedServer('c', ['x']) })
  await settled()
  expect(clients.map(({ messages }) => messages)).toEqual([[], []])
  for (const client of clients) client.close()
  await gateway.close()
})

test('search is that of the selection', async () => {
  const { gateway } = startGateway({ a: createNamedServer('a', ['x']), b: createNamedServer('b', ['x']) })
  expect(await toolsOf(gateway.select({ upstreams: ['a'], discovery: 'search' }))).toEqual(['find_tools', 'call_tool'])
  await gateway.close()
})

test('a selection of what is not there is refused', async () => {
  const { gateway } = startGateway({ a: createNamedServer('a', ['x']) })
  expect(() => gateway.select({ upstreams: ['a', 'nope'] })).toThrow('select: the gateway has no upstream "nope"')
  expect(() => gateway.select({ upstreams: 'a' as never })).toThrow('an array of names')
  expect(() => gateway.select({ upstreams: ['a'], tools: [] } as never)).toThrow('tools')
  await gateway.close()
})
