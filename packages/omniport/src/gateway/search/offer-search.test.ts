import { describe, expect, test } from 'vitest'
import type { RawConnection } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { connect } from '../../client/connect.js'
import { textOf } from '../../client/tools/text-of.js'
import { commonServers } from '../../host/catalogue/fixtures/common-servers.js'
import type { Middleware } from '../../protocol/exchange/exchange.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { jsonSchema } from '../../schema/standard/json-schema.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { createFetchHandler } from '../../transport/http/create-fetch-handler.js'
import { allow } from '../policy/allow.js'
import { audit } from '../policy/audit.js'
import { connectBehind, listed } from '../policy/fixtures/connect-behind.js'
import { offerSearch } from './offer-search.js'

/** The tools of common servers, as a gateway offers them; each says its name and arguments. */
const tools = Object.fromEntries(
  [...commonServers].flatMap(([server, list]) =>
    list.map(({ name, description, inputSchema }) => {
      const run = (args: unknown) => `${name} ${JSON.stringify(args)}`
      return [`${server}__${name}`, tool({ description: description ?? '', input: jsonSchema(inputSchema), run })]
    }),
  ),
)

const define = { tools }

/** Calls one of the two tools; gives its text. */
async function answerOf({ request }: RawConnection, name: string, args: object): Promise<string> {
  const { result, error } = await request('tools/call', { name, arguments: args })
  if (error !== undefined) return `error ${error.code} ${error.message}`
  return (result?.['content'] as { text: string }[] | undefined)?.[0]?.text ?? ''
}

const namesIn = (text: string) => (JSON.parse(text) as { name: string }[]).map(({ name }) => name)

describe.each(revisions)('at %s', (revision) => {
  test('two tools are listed in place of all, in the shape of the revision', async () => {
    const { request, close } = await connectBehind([offerSearch()], { revision, define })
    const listing = await request('tools/list')
    expect(listed(listing, 'tools')).toEqual(['find_tools', 'call_tool'])
    const { titles, structured } = profileOf(revision)
    expect(listed(listing, 'tools', 'title')[0]).toBe(titles ? 'Find tools' : undefined)
    expect(listed(listing, 'tools', 'outputSchema')[0] !== undefined).toBe(structured !== 'none')
    close()
  })

  test('tools are found by words and called with their arguments', async () => {
    const connection = await connectBehind([offerSearch()], { revision, define })
    const found = await answerOf(connection, 'find_tools', { query: 'create an issue', limit: 2 })
    expect(namesIn(found)[0]).toBe('github__create_issue')
    expect(JSON.parse(found)).toHaveLength(2)
    expect(JSON.parse(found)[0]).toMatchObject({ description: expect.any(String), inputSchema: { type: 'object' } })
    const args = { owner: 'o', repo: 'r', title: 't' }
    const called = await answerOf(connection, 'call_tool', { name: 'github__create_issue', arguments: args })
    expect(called).toBe(`create_issue ${JSON.stringify(args)}`)
    connection.close()
  })

  test('arguments that do not fit are told to the model, and the tool does not run', async () => {
    const passed: string[] = []
    const noting: Middleware = (next) => (message, exchange) => {
      passed.push(message.method)
      return next(message, exchange)
    }
    const connection = await connectBehind([offerSearch(), noting], { revision, define })
    const { request } = connection
    const call = { name: 'github__create_issue', arguments: { owner: 5, repo: 'r' } }
    expect((await request('tools/call', { name: 'call_tool', arguments: call })).result).toMatchObject({
      isError: true,
      content: [{ text: 'Invalid arguments for github__create_issue: owner must be a string' }],
    })
    expect(passed).not.toContain('tools/call')
    connection.close()
  })
})

test('a client that checks results accepts what is found', async () => {
  const server = createServer({ name: 's', version: '1', tools, use: [offerSearch()] })
  await using client = await connect(server, { name: 'c', version: '1' })
  const { structuredContent } = await client.callTool('find_tools', { query: 'weather forecast', limit: 1 })
  expect(structuredContent).toMatchObject({ tools: [{ name: 'weather__getForecast' }] })
  await server.close()
})

test.each([
  ['find_tools', {}, 'Invalid arguments for find_tools: query must be some words'],
  ['find_tools', { query: '  ' }, 'Invalid arguments for find_tools: query must be some words'],
  ['find_tools', { query: 'x', limit: 0 }, 'Invalid arguments for find_tools: limit must be 1 to 20'],
  ['find_tools', { query: 'x', limit: 21 }, 'Invalid arguments for find_tools: limit must be 1 to 20'],
  ['find_tools', { query: 'qqqq zzzz' }, 'No tool was found. Other words may find one.'],
  ['call_tool', {}, 'Invalid arguments for call_tool: name must be the name of a tool'],
  ['call_tool', { name: 'x', arguments: [] }, 'Invalid arguments for call_tool: arguments must be an object'],
  [
    'call_tool',
    { name: 'github__create_isue' },
    'Unknown tool: github__create_isue; did you mean "github__create_issue"? find_tools finds tools.',
  ],
  ['call_tool', { name: 'constructor' }, 'Unknown tool: constructor. find_tools finds tools.'],
])('%s of %j is answered with words for a model', async (name, args, text) => {
  const connection = await connectBehind([offerSearch()], { define })
  expect(await answerOf(connection, name, args)).toBe(text)
  connection.close()
})

test('only what the caller may see is found, named and called', async () => {
  const policy = [
    offerSearch(),
    allow({ tools: (name, { principal }) => principal?.id === 'ada' || !/github/.test(name) }),
  ]
  const [ada, bob] = [
    await connectBehind(policy, { define, principal: 'ada' }),
    await connectBehind(policy, { define, principal: 'bob' }),
  ]
  const query = { query: 'github create issue' }
  expect(namesIn(await answerOf(ada, 'find_tools', query))).toContain('github__create_issue')
  expect(await answerOf(bob, 'find_tools', query)).not.toContain('github')
  const call = { name: 'github__create_isssue', arguments: {} }
  expect(await answerOf(bob, 'call_tool', call)).toBe('Unknown tool: github__create_isssue. find_tools finds tools.')
  for (const { close } of [ada, bob]) close()
})

test('a tool that is new is found, one that is gone is not', async () => {
  const { server } = defineServer({ tools: {}, use: [offerSearch()] })
  server.tools.set('first', tool({ description: 'apples', run: () => '' }))
  await using client = await connect(server, { name: 'c', version: '1' })
  const find = async () => namesIn(textOf(await client.callTool('find_tools', { query: 'apples' })))
  expect(await find()).toEqual(['first'])
  server.tools.set('second', tool({ description: 'apples and pears', run: () => '' }))
  expect((await find()).sort()).toEqual(['first', 'second'])
  server.tools.delete('first')
  expect(await find()).toEqual(['second'])
  await server.close()
})

test('all pages of a list are searched', async () => {
  const connection = await connectBehind([offerSearch()], { define: { ...define, pageSize: 7 } })
  expect(namesIn(await answerOf(connection, 'find_tools', { query: 'convert timezone' }))[0]).toBe('time__convert_time')
  connection.close()
})

test('other policy sees the calls as they are meant', async () => {
  const audited = audit()
  const connection = await connectBehind([offerSearch(), audited], { define })
  await answerOf(connection, 'find_tools', { query: 'time' })
  await answerOf(connection, 'call_tool', { name: 'time__get_current_time', arguments: { timezone: 'UTC' } })
  expect(audited.records.map((record) => 'tool' in record && record.tool)).toEqual([
    'time__get_current_time',
    'time__get_current_time',
  ])
  connection.close()
})

test('a question of a tool is asked, and answered, in each round', async () => {
  const form = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] } as const
  const asks = tool({ run: async (_args, ctx) => JSON.stringify(await ctx.elicit('Sure?', form)) })
  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    const server = createServer({ name: 's', version: '1', tools: { asks } })
    const search = offerSearch()
    const target = { serve: search(server.serve), environment: server.environment }
    await using client = await connect(target, {
      ...{ name: 'c', version: '1', revision },
      elicit: () => ({ action: 'accept', content: { ok: true } }),
    })
    const result = await client.callTool('call_tool', { name: 'asks' })
    expect(JSON.parse(textOf(result))).toMatchObject({ action: 'accept', content: { ok: true } })
    await server.close()
  }
})

test('arguments that a tool wants in headers are there over HTTP', async () => {
  const input = jsonSchema({ type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } })
  const deploy = tool({ input, run: (args) => JSON.stringify(args) })
  const server = createServer({ name: 's', version: '1', tools: { deploy }, use: [offerSearch()] })
  const handler = createFetchHandler(server, { allowedHosts: 'any' })
  const fetch = (url: string | URL | Request, init?: RequestInit) => handler(new Request(url, init))
  await using client = await connect('http://gateway.test/mcp', { name: 'c', version: '1', fetch })
  const call = { name: 'deploy', arguments: { region: 'Österreich' } }
  expect(textOf(await client.callTool('call_tool', call))).toBe('{"region":"Österreich"}')
  await client.close()
  await handler.close()
  await server.close()
})

test('an option that cannot be used is refused', () => {
  expect(() => offerSearch({ serverInfo: 5 } as never)).toThrow(
    new TypeError('offerSearch: serverInfo must be an object, got 5'),
  )
})
