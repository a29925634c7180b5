import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectTo } from '../fixtures/connect-to.js'
import type { Answer, WebRequest } from '../fixtures/fake-web.js'
import { answer, refusal } from '../fixtures/replies.js'
import { modernServer } from '../fixtures/servers.js'

const property = (name: string, type = 'string') => ({ type, 'x-mcp-header': name })
const tool = (name: string, properties: object) => ({ name, inputSchema: { type: 'object', properties } })

const query = tool('query', {
  region: property('Region'),
  limit: property('Limit', 'integer'),
  dry: property('Dry', 'boolean'),
  where: { type: 'object', properties: { tenant: property('Tenant') } },
  text: { type: 'string' },
})

const listing =
  (...tools: readonly object[]): Answer =>
  (request) =>
    answer(request, { result: { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' } })

function paramsOf(request: WebRequest | undefined): Record<string, string> {
  return Object.fromEntries([...(request?.headers ?? [])].filter(([name]) => name.startsWith('mcp-param-')))
}

test.each<[string, Record<string, unknown>, Record<string, string>]>([
  [
    'every type, nested ones too',
    { region: 'eu', limit: 7, dry: false, where: { tenant: 'a' }, text: 'x' },
    { 'mcp-param-region': 'eu', 'mcp-param-limit': '7', 'mcp-param-dry': 'false', 'mcp-param-tenant': 'a' },
  ],
  ['only what is there', { limit: 0 }, { 'mcp-param-limit': '0' }],
  ['nothing for null', { region: null, where: null }, {}],
  ['an empty text', { region: '' }, { 'mcp-param-region': '' }],
  [
    'what looks like an encoding',
    { region: '=?base64?YQ==?=' },
    { 'mcp-param-region': '=?base64?PT9iYXNlNjQ/WVE9PT89?=' },
  ],
  ['what no header can carry', { region: 'Zürich' }, { 'mcp-param-region': '=?base64?WsO8cmljaA==?=' }],
])('marked arguments go along as headers: %s', async (_name, args, headers) => {
  verifies('HTTP-77', 'HTTP-68', 'HTTP-73', 'HTTP-75', 'HTTP-76')
  const { client, web } = await connectTo(modernServer({ 'tools/list': listing(query) }))
  await client.listTools()
  await client.callTool('query', args)
  expect(paramsOf(web.ofMethod('tools/call')[0])).toEqual(headers)
  await client.close()
})

test('the tools as they were last listed count; before, none do', async () => {
  verifies('HTTP-80')
  let tools = [query]
  const { client, web } = await connectTo(modernServer({ 'tools/list': (request) => listing(...tools)(request) }))
  const sent = async () => {
    await client.callTool('query', { region: 'eu', zone: 'z' })
    return paramsOf(web.ofMethod('tools/call').at(-1))
  }
  expect(await sent()).toEqual({})
  await client.listTools()
  expect(await sent()).toEqual({ 'mcp-param-region': 'eu' })
  tools = [tool('query', { zone: property('Zone') })]
  await client.listTools()
  expect(await sent()).toEqual({ 'mcp-param-zone': 'z' })
  await client.close()
})

const bad = [
  tool('number', { a: property('A', 'number') }),
  tool('token', { a: property('A b') }),
  tool('twice', { a: property('X'), b: property('x') }),
  { name: 'items', inputSchema: { type: 'object', properties: { a: { type: 'array', items: property('A') } } } },
]

test('tools with marks that are not allowed are left out, and told once while they are the same', async () => {
  verifies('HTTP-72')
  const { client, errors } = await connectTo(modernServer({ 'tools/list': listing(...bad, query) }))
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['query'])
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['query'])
  expect(errors).toEqual([
    'The tool "number" is left out: x-mcp-header of a is for a string, an integer or a boolean',
    'The tool "token" is left out: x-mcp-header of a must be a header token',
    'The tool "twice" is left out: x-mcp-header "x" stands twice in the inputSchema',
    'The tool "items" is left out: x-mcp-header may only be reached through properties',
  ])
  await client.close()
})

/** Refuses a call whose region is not in its headers. */
const refusesWith =
  (code: number): Answer =>
  (request) =>
    request.headers.get('mcp-param-region') === 'eu'
      ? answer(request, { result: { resultType: 'complete', content: [] } })
      : refusal(400, code, 'Header mismatch: Mcp-Param-Region is missing')
const wantsRegion = refusesWith(-32020)

test.each([-32020, -32001])('a call that is refused with %s is sent again once the tools are known', async (code) => {
  verifies('HTTP-79')
  const { client, web } = await connectTo(
    modernServer({ 'tools/list': listing(query), 'tools/call': refusesWith(code) }),
  )
  expect(await client.callTool('query', { region: 'eu' })).toEqual({ content: [] })
  expect(web.log).toEqual(['POST server/discover', 'POST tools/call', 'POST tools/list', 'POST tools/call'])
  await client.close()
})

test.each([
  [-32000, 'Header mismatch'],
  [-32001, 'Request timed out'],
  [-32001, 'No header Mcp-Session-Id'],
  [-32003, 'Header mismatch'],
  [-32019, 'Header mismatch'],
])('%s, %s, is not taken for a header that is missing', async (code, message) => {
  verifies('ERR-08')
  const { client, web } = await connectTo(
    modernServer({ 'tools/list': listing(query), 'tools/call': () => refusal(400, code, message) }),
  )
  await expect(client.callTool('query', { region: 'eu' })).rejects.toMatchObject({ code })
  expect(web.log).toEqual(['POST server/discover', 'POST tools/call'])
  await client.close()
})

test('a call that would be the same again is not sent again', async () => {
  const { client, web } = await connectTo(modernServer({ 'tools/list': listing(), 'tools/call': wantsRegion }))
  await expect(client.callTool('query', { region: 'eu' })).rejects.toMatchObject({ code: -32020 })
  expect(web.log).toEqual(['POST server/discover', 'POST tools/call', 'POST tools/list'])
  await client.close()
})

test('with autoRefresh: false neither the tools are listed again, nor is the call sent again', async () => {
  const { client, web } = await connectTo(modernServer({ 'tools/list': listing(query), 'tools/call': wantsRegion }), {
    autoRefresh: false,
  })
  await expect(client.callTool('query', { region: 'eu' })).rejects.toMatchObject({ code: -32020 })
  expect(web.log).toEqual(['POST server/discover', 'POST tools/call'])
  await client.close()
})

test('a call is sent again once, not more', async () => {
  const tools = [query, tool('query', { zone: property('Zone') })]
  const { client, web } = await connectTo(
    modernServer({
      'tools/list': (request) => listing(tools.shift() ?? {})(request),
      'tools/call': () => refusal(400, -32020, 'Never enough'),
    }),
  )
  await client.listTools()
  await expect(client.callTool('query', { region: 'eu', zone: 'z' })).rejects.toMatchObject({ message: 'Never enough' })
  expect(web.ofMethod('tools/call').map(paramsOf)).toEqual([{ 'mcp-param-region': 'eu' }, { 'mcp-param-zone': 'z' }])
  await client.close()
})
