import { afterEach, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { connectTo } from '../fixtures/connect-to.js'
import { FakeStream } from '../fixtures/fake-stream.js'
import type { Answer, WebRequest } from '../fixtures/fake-web.js'
import { answer, empty, refusal } from '../fixtures/replies.js'
import { type Replies, SessionServer } from '../fixtures/servers.js'

const legacy = { revision: '2025-11-25' } as const

afterEach(() => {
  vi.unstubAllGlobals()
})

const query = {
  name: 'query',
  inputSchema: {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      limit: { type: 'integer', 'x-mcp-header': 'Limit' },
    },
  },
}
const bad = { name: 'bad', inputSchema: { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } } }

const lists = (request: WebRequest) => answer(request, { result: { tools: [bad, query] } })

function mirrored(request: WebRequest | undefined): Record<string, string> {
  const names = [...(request?.headers ?? [])].filter(([name]) => /^mcp-(?:method|name|param-)/.test(name))
  return Object.fromEntries(names)
}

/** A client of a session, and the headers with which a method was sent. */
async function start(answers: Replies, options: object = {}) {
  const connection = await connectTo(new SessionServer({ 'tools/list': lists, ...answers }).answer, {
    ...legacy,
    ...options,
  })
  const { web } = connection
  return { ...connection, sent: (method: string) => web.ofMethod(method).map(mirrored) }
}

test('messages of a session repeat their method, name and marked arguments in headers', async () => {
  const { client, web, sent } = await start({})
  await client.listTools()
  await client.callTool('query', { region: 'eu', limit: 7 })
  await client.callTool('Zürich', {})
  await client.readResource('a:b')
  expect([sent('initialize'), sent('notifications/initialized'), sent('tools/list')]).toEqual([
    [{ 'mcp-method': 'initialize' }],
    [{ 'mcp-method': 'notifications/initialized' }],
    [{ 'mcp-method': 'tools/list' }],
  ])
  expect(sent('tools/call')).toEqual([
    { 'mcp-method': 'tools/call', 'mcp-name': 'query', 'mcp-param-region': 'eu', 'mcp-param-limit': '7' },
    { 'mcp-method': 'tools/call', 'mcp-name': '=?base64?WsO8cmljaA==?=' },
  ])
  expect(sent('resources/read')).toEqual([{ 'mcp-method': 'resources/read', 'mcp-name': 'a:b' }])
  await client.close()
  expect(web.requests.filter(({ method }) => method !== 'POST').map(mirrored)).toEqual([{}, {}])
})

test('tools with marks that are not allowed are left out in sessions too, and reported', async () => {
  verifies('HTTP-72')
  const { client, errors } = await start({})
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['query'])
  expect(errors).toEqual(['The tool "bad" is left out: x-mcp-header of a is for a string, an integer or a boolean'])
  await client.close()
})

/** Refuses a call whose region is not in its headers. */
const wantsRegion =
  (code: number, message: string): Answer =>
  (request) =>
    request.headers.get('mcp-param-region') === 'eu'
      ? answer(request, { result: { content: [] } })
      : refusal(400, code, message)

test.each([
  [-32001, 'Header mismatch: Mcp-Param-Region is missing'],
  [-32001, 'HeaderMismatch'],
  [-32001, 'Header mismatch: Mcp-Name says "get_session", the body says "query"'],
  [-32020, 'No'],
])('a call that is refused with %s, %s, is sent again in its session once the tools are known', async (code, text) => {
  verifies('HTTP-79')
  const { client, web } = await start({ 'tools/call': wantsRegion(code, text) })
  expect(await client.callTool('query', { region: 'eu' })).toEqual({ content: [] })
  await settled()
  expect(web.log.filter((what) => what !== 'GET')).toEqual([
    'POST initialize',
    'POST notifications/initialized',
    'POST tools/call',
    'POST tools/list',
    'POST tools/call',
  ])
  await client.close()
})

test.each([
  ['with autoRefresh: false', { autoRefresh: false }, 'Header mismatch'],
  ['for another reason', {}, 'Request timed out'],
])('a call that is refused with -32001 %s is not sent again', async (_name, options, text) => {
  const { client, sent } = await start({ 'tools/call': wantsRegion(-32001, text) }, options)
  await expect(client.callTool('query', { region: 'eu' })).rejects.toMatchObject({ code: -32001, message: text })
  expect([sent('tools/list'), sent('tools/call').length]).toEqual([[], 1])
  await client.close()
})

/** A page has a process too, where a bundler left one there. Messages of the runner of the tests come in by `nextTick`. */
const bePage = () => vi.stubGlobal('process', { nextTick: process.nextTick })

test('a web page sends none of these headers while the server does not ask for them', async () => {
  bePage()
  const { client, sent } = await start({})
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['query'])
  await client.callTool('query', { region: 'eu' })
  expect([sent('initialize'), sent('notifications/initialized'), sent('tools/call')]).toEqual([[{}], [{}], [{}]])
  await client.close()
})

const wantsMethod: Answer = (request) =>
  request.headers.get('mcp-method') === request.message.method
    ? answer(request, { result: { contents: [] } })
    : refusal(400, -32001, 'Header mismatch: Mcp-Method is missing')

test('a web page sends them from the first refusal that asks for them', async () => {
  bePage()
  const { client, sent } = await start({
    'resources/read': wantsMethod,
    'tools/call': wantsRegion(-32001, 'Header mismatch'),
  })
  expect(await client.readResource('a:b')).toEqual({ contents: [] })
  expect(await client.callTool('query', { region: 'eu' })).toEqual({ content: [] })
  expect(sent('resources/read')).toEqual([{}, { 'mcp-method': 'resources/read', 'mcp-name': 'a:b' }])
  expect(sent('tools/list')).toEqual([{ 'mcp-method': 'tools/list' }])
  expect(sent('tools/call')).toEqual([
    { 'mcp-method': 'tools/call', 'mcp-name': 'query' },
    { 'mcp-method': 'tools/call', 'mcp-name': 'query', 'mcp-param-region': 'eu' },
  ])
  await client.close()
})

test('a web page is refused once more at most, with initialize too', async () => {
  bePage()
  const never = () => refusal(400, -32001, 'Header mismatch: never enough')
  const server = new SessionServer({ initialize: never, GET: () => empty(405) })
  const connecting = connectTo(server.answer, legacy)
  await expect(connecting).rejects.toMatchObject({ code: -32001 })
  expect(server.sessions).toBe(2)
})

test('the old HTTP+SSE transport has none of them, and leaves no tool out', async () => {
  const stream = new FakeStream()
  const { client, web } = await connectTo(
    (request) => {
      if (request.method === 'GET') return stream.send({ event: 'endpoint', data: '/messages' }).response
      const { id, method, params } = request.message
      if (request.path !== '/messages') return empty(405)
      const serverInfo = { name: 'a', version: '1' }
      const capabilities = { tools: {} }
      const opened = { protocolVersion: params?.['protocolVersion'], capabilities, serverInfo }
      const result = method === 'initialize' ? opened : { tools: [bad, query] }
      if (id !== undefined) stream.send({ data: { jsonrpc: '2.0', id, result } })
      return empty(202)
    },
    { revision: '2024-11-05' },
  )
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['bad', 'query'])
  const posts = web.requests.filter(({ path }) => path === '/messages')
  expect(posts.map(mirrored)).toEqual([{}, {}, {}])
  await client.close()
})
