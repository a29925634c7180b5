import { expect, test } from 'vitest'
import * as z3 from 'zod/v3'
import * as z from 'zod/v4'
import { thrownBy } from '#test/support/thrown-by.js'
import { expectSame, type Package } from '../../test/packages.js'

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })

function createServer({ McpServer, ResourceTemplate, completable, McpError, UrlElicitationRequiredError }: Package) {
  const server = new McpServer({ name: 's', version: '1' }, { capabilities: { logging: {} }, maxToolInputElements: 50 })
  const add = { a: z.number(), b: z.number().optional() }
  server.registerTool('add', { title: 'Add', description: 'adds', inputSchema: add }, async ({ a, b = 1 }) =>
    text(String(a + b)),
  )
  server.tool('old', 'an old one', { a: z3.string().describe('an a') }, { readOnlyHint: true }, ({ a }) => text(a))
  server.tool('bare', () => text('bare'))
  const typed = { inputSchema: z.object({ n: z.string().transform(Number) }), outputSchema: { n: z.number() } }
  server.registerTool('typed', typed, ({ n }) => ({ content: [], structuredContent: { n } }))
  server.registerTool('throws', {}, async () => {
    throw new Error('secret')
  })
  server.registerTool('throws-mcp', {}, async () => {
    throw new McpError(-32602, 'wrong', { a: 1 })
  })
  server.registerTool('asks-page', {}, async () => {
    throw new UrlElicitationRequiredError([
      { mode: 'url', message: 'm', elicitationId: 'e', url: 'https://example.com/' },
    ])
  })
  server.registerTool('bad-output', { outputSchema: { n: z.number() } }, () => ({
    content: [],
    structuredContent: { n: 'x' },
  }))
  server.registerTool('no-output', { outputSchema: { n: z.number() } }, () => ({ content: [] }))
  server.registerTool('bad-result', {}, () => ({ content: 'x' }) as never)
  const image = { type: 'image' as const, data: 'AA==', mimeType: 'image/png', more: 1 }
  server.registerTool('image', {}, () => ({ content: [image], isError: false, _meta: { a: 1 } }))
  const refined = z.object({ a: z.string().refine(async (value) => value !== 'no', 'must not be no') })
  server.registerTool('refined', { inputSchema: refined }, ({ a }) => text(a))
  server.registerResource('fixed', 'test://fixed', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, text: 'fixed' }],
  }))
  const each = new ResourceTemplate('test://each/{id}', {
    list: () => ({ resources: [{ uri: 'test://each/1', name: 'one' }] }),
    complete: { id: (value, context) => [`${value}1`, ...Object.values(context?.arguments ?? {})] },
  })
  server.registerResource('each', each, { description: 'each' }, (uri, { id }) => ({
    contents: [{ uri: uri.href, text: String(id) }],
  }))
  const name = completable(z.string().describe('who'), (value) => Array.from({ length: 120 }, (_, at) => value + at))
  server.registerPrompt('greet', { title: 'Greet', argsSchema: { name, mood: z.string().optional() } }, (args) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Hi ${args.name}` } }],
  }))
  server.prompt('plain', 'a plain one', () => ({ messages: [] }))
  return server
}

async function open(sdk: Package) {
  const server = createServer(sdk)
  const [clientTransport, serverTransport] = sdk.InMemoryTransport.createLinkedPair()
  const client = new sdk.Client({ name: 'c', version: '1' }, { capabilities: {} })
  const notifications: unknown[] = []
  client.fallbackNotificationHandler = async (notification) => void notifications.push(notification)
  await server.connect(serverTransport)
  await client.connect(clientTransport)
  return { server, client, notifications, sdk }
}

/** The result of a request, or the error. */
async function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise
  } catch (error) {
    const { code, message, data } = error as { code?: unknown; message: string; data?: unknown }
    return { code, message, data }
  }
}

test('what was registered is listed', async () => {
  const listed = await expectSame(async (sdk) => {
    const { client } = await open(sdk)
    const lists = [client.listTools(), client.listResources(), client.listResourceTemplates(), client.listPrompts()]
    return [client.getServerCapabilities(), client.getServerVersion(), ...(await Promise.all(lists))]
  })
  expect(listed).toHaveLength(6)
})

test.each<[string, string, Record<string, unknown>?]>([
  ['arguments', 'add', { a: 1, b: 2 }],
  ['wrong arguments', 'add', { a: 'x' }],
  ['no arguments', 'add'],
  ['more arguments than there may be', 'add', { a: 1, c: Array(60).fill(0) }],
  ['a schema of zod 3', 'old', { a: 'x' }],
  ['wrong arguments for zod 3', 'old', { a: 1 }],
  ['arguments that it does not take', 'bare', { a: 1 }],
  ['a transforming schema', 'typed', { n: '7' }],
  ['an error', 'throws'],
  ['an error of the protocol', 'throws-mcp'],
  ['a page to open', 'asks-page'],
  ['output that does not fit', 'bad-output'],
  ['no output', 'no-output'],
  ['a result that is none', 'bad-result'],
  ['an image', 'image'],
  ['an asynchronous refinement', 'refined', { a: 'yes' }],
  ['one that fails', 'refined', { a: 'no' }],
  ['no such tool', 'nothing'],
])('a call with %s', async (_, name, args) => {
  await expectSame(async (sdk) => {
    const { client } = await open(sdk)
    const params = args === undefined ? { name } : { name, arguments: args }
    return outcomeOf(client.request({ method: 'tools/call', params }, sdk.CallToolResultSchema))
  })
})

test('a name or an address that is taken is refused', async () => {
  const messages = await expectSame(async (sdk) => {
    const server = new sdk.McpServer({ name: 's', version: '1' })
    const template = new sdk.ResourceTemplate('test://{id}', { list: undefined })
    const registrations = [
      () => server.registerTool('add', {}, () => text('x')),
      () => server.registerResource('fixed', 'test://fixed', {}, () => ({ contents: [] })),
      () => server.registerResource('each', template, {}, () => ({ contents: [] })),
      () => server.registerPrompt('greet', {}, () => ({ messages: [] })),
    ]
    for (const register of registrations) register()
    const again = [...registrations, () => server.tool('add', () => text('x'))]
    return again.map((register) => (thrownBy(register) as Error).message)
  })
  expect(messages).toEqual([
    'Tool add is already registered',
    'Resource test://fixed is already registered',
    'Resource template each is already registered',
    'Prompt greet is already registered',
    'Tool add is already registered',
  ])
})

test('a definition has its members as there, and a copy of it takes its place', async () => {
  await expectSame(async (sdk) => {
    const server = new sdk.McpServer({ name: 's', version: '1' })
    const tool = server.registerTool('add', { inputSchema: { a: z.number() } }, ({ a }) => text(String(a)))
    const template = new sdk.ResourceTemplate('test://{id}', { list: undefined })
    const definitions = [
      tool,
      server.registerTool('bare', {}, () => text('bare')),
      server.registerResource('fixed', 'test://fixed', {}, () => ({ contents: [] })),
      server.registerResource('each', template, {}, () => ({ contents: [] })),
      server.registerPrompt('greet', { argsSchema: { who: z.string() } }, () => ({ messages: [] })),
    ]
    const tools = Reflect.get(server, '_registeredTools') as Record<string, object>
    tools['add'] = { ...tool, handler: ({ a }: { a: number }) => text(`copied ${a}`) }
    const [clientTransport, serverTransport] = sdk.InMemoryTransport.createLinkedPair()
    const client = new sdk.Client({ name: 'c', version: '1' })
    await server.connect(serverTransport)
    await client.connect(clientTransport)
    const called = await client.callTool({ name: 'add', arguments: { a: 1 } })
    const copy = { ...tool }
    copy.disable()
    const { tools: listed } = await client.listTools()
    await server.close()
    return [
      definitions.map((each) => Object.keys(each)),
      JSON.stringify(definitions.slice(1, 3)),
      called,
      listed.length,
      tool.enabled,
    ]
  })
})

test.each(['constructor', '__proto__', 'toString'])('a tool named %s is not found', async (name) => {
  const { McpServer, InMemoryTransport, Client, CallToolResultSchema } = await import('../../test/packages.js').then(
    ({ packages }) => packages[1].load(),
  )
  const server = new McpServer({ name: 's', version: '1' }, { capabilities: { tools: {} } })
  const [a, b] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'c', version: '1' })
  await server.connect(b)
  await client.connect(a)
  const result = await client.request({ method: 'tools/call', params: { name } }, CallToolResultSchema)
  expect(result.content).toEqual([{ type: 'text', text: `MCP error -32602: Tool ${name} not found` }])
})

test('resources, prompts and completions are served', async () => {
  await expectSame(async (sdk) => {
    const { client } = await open(sdk)
    const argument = { name: 'name', value: 'a' }
    const variable = { name: 'id', value: 'a' }
    const prompt = { type: 'ref/prompt' as const, name: 'greet' }
    const resource = { type: 'ref/resource' as const, uri: 'test://each/{id}' }
    return Promise.all(
      [
        client.readResource({ uri: 'test://fixed' }),
        client.readResource({ uri: 'test://each/5' }),
        client.readResource({ uri: 'test://none' }),
        client.readResource({ uri: 'none' }),
        client.getPrompt({ name: 'greet', arguments: { name: 'A' } }),
        client.getPrompt({ name: 'greet', arguments: {} }),
        client.getPrompt({ name: 'plain' }),
        client.getPrompt({ name: 'none' }),
        client.complete({ ref: prompt, argument }),
        client.complete({ ref: prompt, argument: { name: 'mood', value: '' } }),
        client.complete({ ref: { type: 'ref/prompt', name: 'none' }, argument }),
        client.complete({ ref: resource, argument: variable, context: { arguments: { b: 'c' } } }),
        client.complete({ ref: { type: 'ref/resource', uri: 'test://fixed' }, argument: variable }),
        client.complete({ ref: { type: 'ref/resource', uri: 'test://none' }, argument: variable }),
        client.setLoggingLevel('error'),
        client.ping(),
        client.request({ method: 'no/such' } as never, sdk.EmptyResultSchema),
      ].map(outcomeOf),
    )
  })
})

test('registered definitions change, and the client hears of it', async () => {
  const seen = await expectSame(async (sdk) => {
    const { server, client, notifications } = await open(sdk)
    const { remove, disable, enable } = server.registerTool('temporary', { inputSchema: { a: z.string() } }, () =>
      text('1'),
    )
    disable()
    const disabled = await outcomeOf(client.callTool({ name: 'temporary', arguments: { a: '' } }))
    enable()
    const tool = server.registerTool('changing', {}, () => text('before'))
    tool.update({ description: 'd', paramsSchema: { b: z.number() }, callback: ({ b }) => text(`after ${b}`) })
    const changed = await outcomeOf(client.callTool({ name: 'changing', arguments: { b: 2 } }))
    tool.update({ name: 'renamed' })
    remove()
    const { tools } = await client.listTools()
    const resource = server.resource('r', 'test://r', () => ({ contents: [] }))
    resource.update({ uri: 'test://r2', metadata: { mimeType: 'a/b' } })
    const { resources } = await client.listResources()
    resource.remove()
    const prompt = server.prompt('p', { x: z.string() }, () => ({ messages: [] }))
    prompt.disable()
    const { prompts } = await client.listPrompts()
    const again = await outcomeOf((async () => server.registerTool('add', {}, () => text('')))())
    await server.sendLoggingMessage({ level: 'info', data: 'x' })
    return { disabled, changed, tools, resources, prompts, again, notifications }
  })
  expect(seen.tools.map(({ name }) => name)).toContain('renamed')
  expect(seen.notifications.length).toBeGreaterThan(10)
})
