import { describe, expect, test, vi } from 'vitest'
import { eventually } from './eventually.js'
import { implementations, type Sdk } from './implementations.js'

type Message = {
  jsonrpc?: string
  id?: number | string
  method?: string
  params?: object
  result?: object
  error?: object
}
type Replies = Record<string, unknown>

const capabilities = {
  tools: { listChanged: true },
  prompts: {},
  resources: { subscribe: true },
  logging: {},
  completions: {},
}
const initialize = {
  protocolVersion: '2025-11-25',
  capabilities,
  serverInfo: { name: 's', version: '1' },
  instructions: 'i',
}

/** A transport of the program's own, with a server that answers from a table; an error in the table is an error response. */
class ScriptedTransport {
  readonly sent: Message[] = []
  readonly versions: string[] = []
  isClosed = false
  sessionId?: string
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: never) => void
  readonly #replies: Replies

  constructor(replies: Replies = {}) {
    this.#replies = { initialize, ping: {}, ...replies }
  }

  async start() {}

  async send(message: Message) {
    this.sent.push(structuredClone(message))
    const { id, method = '' } = message
    if (id === undefined || !(method in this.#replies)) return
    const reply = this.#replies[method]
    const value = typeof reply === 'function' ? reply(message) : reply
    const response = value instanceof Error ? { error: { code: -32001, message: value.message } } : { result: value }
    queueMicrotask(() => this.receive({ id, ...response }))
  }

  async close() {
    this.isClosed = true
    this.onclose?.()
  }

  setProtocolVersion(version: string) {
    this.versions.push(version)
  }

  receive(message: Message) {
    this.onmessage?.({ jsonrpc: '2.0', ...message } as never)
  }

  /** Sends a request as the server, and resolves with the response of the client. */
  async ask(method: string, params?: object): Promise<Message> {
    const id = `s${this.sent.length}`
    this.receive({ id, method, ...(params && { params }) })
    return eventually(() => {
      const found = this.sent.find((message) => message.id === id && message.method === undefined)
      if (found === undefined) throw new Error('no answer yet')
      return found
    })
  }
}

type Options = ConstructorParameters<Sdk['Client']>[1]

async function connect(sdk: Sdk, { replies, ...options }: Options & { replies?: Replies } = {}) {
  const transport = new ScriptedTransport(replies)
  const client = new sdk.Client({ name: 'c', version: '0' }, options)
  await client.connect(transport as never)
  return { client, transport }
}

const last = ({ sent }: ScriptedTransport) => sent.at(-1)

describe.each(implementations)('Client of %s', (_, sdk) => {
  test('introduces itself', async () => {
    const declared = { roots: { listChanged: true }, sampling: {} }
    const { client, transport } = await connect(sdk, { capabilities: declared })
    expect(transport.sent).toEqual([
      {
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: declared, clientInfo: { name: 'c', version: '0' } },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ])
    expect(transport.versions).toEqual(['2025-11-25'])
    expect(client.getServerCapabilities()).toEqual(capabilities)
    expect(client.getServerVersion()).toEqual({ name: 's', version: '1' })
    expect(client.getInstructions()).toBe('i')
    expect(() => client.registerCapabilities({ sampling: {} })).toThrow(
      'Cannot register capabilities after connecting to transport',
    )
    await expect(client.connect(new ScriptedTransport() as never)).rejects.toThrow('Already connected to a transport.')
  })

  test('goes on with a session without a handshake', async () => {
    const transport = new ScriptedTransport()
    transport.sessionId = 's'
    await new sdk.Client({ name: 'c', version: '0' }).connect(transport as never)
    expect(transport.sent).toEqual([])
  })

  test.each([
    [
      'an unknown revision',
      { ...initialize, protocolVersion: '2199-01-01' },
      "Server's protocol version is not supported: 2199-01-01",
    ],
    ['an error', new Error('busy'), 'MCP error -32001: busy'],
    ['nothing useful', {}, /protocolVersion/],
  ])('closes the connection when the server answers with %s', async (_name, reply, problem) => {
    const transport = new ScriptedTransport({ initialize: reply })
    const client = new sdk.Client({ name: 'c', version: '0' })
    await expect(client.connect(transport as never)).rejects.toThrow(problem)
    expect(transport.isClosed).toBe(true)
    expect(client.transport).toBe(undefined)
  })

  const page = { nextCursor: 'n' }
  test.each<[string, (client: InstanceType<Sdk['Client']>) => Promise<unknown>, string, object | undefined, object]>([
    ['ping', (c) => c.ping(), 'ping', undefined, {}],
    ['listTools', (c) => c.listTools({ cursor: 'a' }), 'tools/list', { cursor: 'a' }, { tools: [], ...page }],
    ['listPrompts', (c) => c.listPrompts(), 'prompts/list', undefined, { prompts: [], ...page }],
    ['listResources', (c) => c.listResources(), 'resources/list', undefined, { resources: [] }],
    [
      'listResourceTemplates',
      (c) => c.listResourceTemplates(),
      'resources/templates/list',
      undefined,
      { resourceTemplates: [] },
    ],
    ['readResource', (c) => c.readResource({ uri: 'a:b' }), 'resources/read', { uri: 'a:b' }, { contents: [] }],
    ['subscribeResource', (c) => c.subscribeResource({ uri: 'a:b' }), 'resources/subscribe', { uri: 'a:b' }, {}],
    ['unsubscribeResource', (c) => c.unsubscribeResource({ uri: 'a:b' }), 'resources/unsubscribe', { uri: 'a:b' }, {}],
    ['getPrompt', (c) => c.getPrompt({ name: 'p' }), 'prompts/get', { name: 'p' }, { messages: [] }],
    ['setLoggingLevel', (c) => c.setLoggingLevel('info'), 'logging/setLevel', { level: 'info' }, {}],
    [
      'complete',
      (c) => c.complete({ ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: 'b' } }),
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: 'b' } },
      { completion: { values: ['x'] } },
    ],
    [
      'callTool',
      (c) => c.callTool({ name: 't', arguments: { a: 1 } }),
      'tools/call',
      { name: 't', arguments: { a: 1 } },
      { content: [] },
    ],
  ])('%s sends a request and returns the result', async (_name, call, method, params, result) => {
    const { client, transport } = await connect(sdk, { replies: { [method]: result } })
    expect(await call(client)).toEqual(result)
    expect(last(transport)).toEqual({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) })
  })

  test('says what the server lacks, if it is to be strict', async () => {
    const replies = { initialize: { ...initialize, capabilities: { resources: {} } }, 'tools/list': { tools: [] } }
    const { client } = await connect(sdk, { replies, enforceStrictCapabilities: true })
    await expect(client.listTools()).rejects.toThrow('Server does not support tools (required for tools/list)')
    await expect(client.setLoggingLevel('info')).rejects.toThrow(
      'Server does not support logging (required for logging/setLevel)',
    )
    await expect(client.subscribeResource({ uri: 'a:b' })).rejects.toThrow(
      'Server does not support resource subscriptions (required for resources/subscribe)',
    )
    const { client: lax } = await connect(sdk, { replies })
    expect(await lax.listTools()).toEqual({ tools: [] })
  })

  test('says what it did not declare itself', async () => {
    const { client } = await connect(sdk)
    expect(() => client.setRequestHandler(sdk.CreateMessageRequestSchema, () => ({}) as never)).toThrow(
      'Client does not support sampling capability (required for sampling/createMessage)',
    )
    expect(() => client.setRequestHandler(sdk.ElicitRequestSchema, () => ({}) as never)).toThrow(
      'Client does not support elicitation capability (required for elicitation/create)',
    )
    expect(() => client.setRequestHandler(sdk.ListRootsRequestSchema, () => ({}) as never)).toThrow(
      'Client does not support roots capability (required for roots/list)',
    )
    await expect(client.sendRootsListChanged()).rejects.toThrow(
      'Client does not support roots list changed notifications (required for notifications/roots/list_changed)',
    )
  })

  const tool = {
    name: 't',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  }
  const checked: [string, object, unknown][] = [
    ['what matches', { content: [], structuredContent: { n: 1 } }, undefined],
    ['an error without data', { content: [], isError: true }, undefined],
    [
      'nothing',
      { content: [] },
      { code: -32600, message: 'MCP error -32600: Tool t has an output schema but did not return structured content' },
    ],
    [
      'something else',
      { content: [], structuredContent: { n: 'x' } },
      {
        code: -32602,
        message: expect.stringMatching(
          /^MCP error -32602: Structured content does not match the tool's output schema: /,
        ),
      },
    ],
  ]

  test.each(checked)('checks the result of a tool against its schema: %s', async (_name, result, error) => {
    const { client } = await connect(sdk, { replies: { 'tools/list': { tools: [tool] }, 'tools/call': result } })
    expect(await client.callTool({ name: 't' })).toEqual(result)
    await client.listTools()
    const reason = await client.callTool({ name: 't' }).then(
      () => undefined,
      (problem) => problem,
    )
    expect(reason instanceof sdk.McpError).toBe(error !== undefined)
    expect(reason && { code: reason.code, message: reason.message }).toEqual(error)
  })

  test('uses the validator of the program', async () => {
    const getValidator = vi.fn(() => () => ({ valid: false, data: undefined, errorMessage: 'never' }))
    const { client } = await connect(sdk, {
      replies: { 'tools/list': { tools: [tool] }, 'tools/call': { content: [], structuredContent: { n: 1 } } },
      jsonSchemaValidator: { getValidator } as never,
    })
    await client.listTools()
    expect(getValidator.mock.calls).toEqual([[tool.outputSchema]])
    await expect(client.callTool({ name: 't' })).rejects.toThrow('output schema: never')
  })

  test('does not call a tool that only runs as a task, but by way of tasks', async () => {
    const task = (status: string) => ({
      taskId: 'k',
      status,
      createdAt: 'c',
      lastUpdatedAt: 'l',
      ttl: null,
      pollInterval: 1,
    })
    const tasks = { requests: { tools: { call: {} } } }
    const { client, transport } = await connect(sdk, {
      replies: {
        initialize: { ...initialize, capabilities: { ...capabilities, tasks } },
        'tools/list': { tools: [{ ...tool, execution: { taskSupport: 'required' } }] },
        'tools/call': { task: task('working') },
        'tasks/get': task('completed'),
        'tasks/result': { content: [], structuredContent: { n: 'x' } },
        'tasks/list': { tasks: [task('completed')] },
        'tasks/cancel': task('cancelled'),
      },
    })
    await client.listTools()
    await expect(client.callTool({ name: 't' })).rejects.toThrow(
      'MCP error -32600: Tool "t" requires task-based execution. Use client.experimental.tasks.callToolStream() instead.',
    )
    const messages = []
    for await (const message of client.experimental.tasks.callToolStream({ name: 't' })) messages.push(message)
    expect(messages.map(({ type }) => type)).toEqual(['taskCreated', 'taskStatus', 'error'])
    expect(transport.sent.find(({ method }) => method === 'tools/call')?.params).toEqual({ name: 't', task: {} })
    expect(await client.experimental.tasks.getTask('k')).toMatchObject({ status: 'completed' })
    expect(await client.experimental.tasks.listTasks('cur')).toMatchObject({ tasks: [{ taskId: 'k' }] })
    expect(await client.experimental.tasks.cancelTask('k')).toMatchObject({ status: 'cancelled' })
    expect(await client.experimental.tasks.getTaskResult('k', sdk.CallToolResultSchema)).toMatchObject({ content: [] })
  })

  const form = {
    type: 'object',
    properties: { a: { type: 'string', default: 'x' }, b: { type: 'number' }, c: { type: 'boolean', default: false } },
  }

  test.each<[string, object, object, unknown, object]>([
    [
      'fills in defaults',
      { form: { applyDefaults: true } },
      { message: 'm', requestedSchema: form },
      { action: 'accept', content: { b: 1 } },
      { result: { action: 'accept', content: { a: 'x', b: 1, c: false } } },
    ],
    [
      'leaves defaults alone otherwise',
      {},
      { message: 'm', requestedSchema: form },
      { action: 'accept', content: { b: 1 } },
      { result: { action: 'accept', content: { b: 1 } } },
    ],
    [
      'refuses forms where it has pages only',
      { url: {} },
      { message: 'm', requestedSchema: form },
      {},
      { error: { code: -32602, message: 'MCP error -32602: Client does not support form-mode elicitation requests' } },
    ],
    [
      'refuses pages where it has forms only',
      { form: {} },
      { mode: 'url', message: 'm', url: 'http://a/', elicitationId: 'e' },
      {},
      { error: { code: -32602, message: 'MCP error -32602: Client does not support URL-mode elicitation requests' } },
    ],
    [
      'refuses a bad request',
      {},
      { message: 1 },
      {},
      { error: { code: -32603, message: expect.stringContaining('invalid_union') } },
    ],
    [
      'refuses a bad result',
      {},
      { message: 'm', requestedSchema: form },
      { action: 'maybe' },
      { error: { code: -32602, message: expect.stringContaining('Invalid elicitation result: ') } },
    ],
  ])('elicitation: %s', async (_name, elicitation, params, result, answer) => {
    const transport = new ScriptedTransport()
    const client = new sdk.Client({ name: 'c', version: '0' }, { capabilities: { elicitation: elicitation as never } })
    client.setRequestHandler(sdk.ElicitRequestSchema, () => structuredClone(result) as never)
    await client.connect(transport as never)
    expect(await transport.ask('elicitation/create', params)).toMatchObject(answer)
  })

  test('sampling: the result is checked', async () => {
    const transport = new ScriptedTransport()
    const client = new sdk.Client({ name: 'c', version: '0' }, { capabilities: { sampling: {} } })
    const result: Record<string, unknown> = { model: 'm', role: 'assistant', content: { type: 'text', text: 't' } }
    client.setRequestHandler(sdk.CreateMessageRequestSchema, () => result as never)
    await client.connect(transport as never)
    const params = { messages: [], maxTokens: 1 }
    expect(await transport.ask('sampling/createMessage', params)).toMatchObject({ result })
    delete result['model']
    expect(await transport.ask('sampling/createMessage', params)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('Invalid sampling result: ') },
    })
    expect(await transport.ask('sampling/createMessage', {})).toMatchObject({ error: { code: -32603 } })
  })

  test('handles other requests by itself, by a handler, or says that it cannot', async () => {
    const { client, transport } = await connect(sdk, { capabilities: { roots: {} } })
    expect(await transport.ask('ping')).toMatchObject({ result: {} })
    expect(await transport.ask('roots/list')).toMatchObject({ error: { code: -32601, message: 'Method not found' } })
    client.setRequestHandler(sdk.ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///a' }] }))
    expect(await transport.ask('roots/list')).toMatchObject({ result: { roots: [{ uri: 'file:///a' }] } })
    client.fallbackRequestHandler = async ({ method }) => ({ method })
    expect(await transport.ask('own/method')).toMatchObject({ result: { method: 'own/method' } })
  })

  test('tells of changed lists, with the list', async () => {
    const changes: unknown[] = []
    const { transport } = await connect(sdk, {
      replies: { 'tools/list': { tools: [tool] } },
      listChanged: {
        tools: {
          debounceMs: 5,
          onChanged: (error, tools) => void changes.push([error, tools?.map(({ name }) => name)]),
        },
        prompts: { onChanged: () => void changes.push('no such capability') },
      },
    })
    for (const list of ['tools', 'tools', 'prompts'])
      transport.receive({ method: `notifications/${list}/list_changed` })
    await eventually(() => expect(changes).toEqual([[null, ['t']]]))
    expect(transport.sent.filter(({ method }) => method === 'tools/list')).toHaveLength(1)
  })

  test('tells of changed lists, without the list or with the error', async () => {
    const changes: unknown[] = []
    const onChanged = (error: Error | null, items: unknown) => void changes.push([error?.message, items])
    const replies = { 'tools/list': new Error('gone') }
    const first = await connect(sdk, {
      replies,
      listChanged: { tools: { debounceMs: 0, autoRefresh: false, onChanged } },
    })
    first.transport.receive({ method: 'notifications/tools/list_changed' })
    await eventually(() => expect(changes).toEqual([[undefined, null]]))
    const second = await connect(sdk, { replies, listChanged: { tools: { debounceMs: 0, onChanged } } })
    second.transport.receive({ method: 'notifications/tools/list_changed' })
    await eventually(() => expect(changes[1]).toEqual(['MCP error -32001: gone', null]))
    await expect(connect(sdk, { listChanged: { tools: { debounceMs: -1, onChanged } } })).rejects.toThrow(
      'Invalid tools listChanged options: ',
    )
    await expect(connect(sdk, { listChanged: { tools: { onChanged: 1 as never } } })).rejects.toThrow(
      'Invalid tools listChanged options: onChanged must be a function',
    )
  })

  test('a call ends by time, by its signal, or with the connection', async () => {
    const { client, transport } = await connect(sdk)
    const late = await client.callTool({ name: 't' }, undefined, { timeout: 5 }).catch((error) => error)
    expect(late).toMatchObject({ code: -32001, message: 'MCP error -32001: Request timed out', data: { timeout: 5 } })
    expect(last(transport)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 1 } })
    const abort = new AbortController()
    const aborted = client.callTool({ name: 't' }, undefined, { signal: abort.signal }).catch((error) => error)
    abort.abort('enough')
    expect(await aborted).toMatchObject({ code: -32001, message: 'MCP error -32001: enough' })
    expect(last(transport)).toMatchObject({ params: { requestId: 2, reason: 'enough' } })
    const lost = client.callTool({ name: 't' }).catch((error) => error)
    await client.close()
    expect(await lost).toMatchObject({ code: -32000, message: 'MCP error -32000: Connection closed' })
    await expect(client.ping()).rejects.toThrow('Not connected')
  })

  test('delivers progress', async () => {
    const { client, transport } = await connect(sdk)
    const seen: unknown[] = []
    const call = client.callTool({ name: 't' }, undefined, { onprogress: (progress) => void seen.push(progress) })
    expect(last(transport)?.params).toEqual({ name: 't', _meta: { progressToken: 1 } })
    transport.receive({ method: 'notifications/progress', params: { progressToken: 1, progress: 1, total: 2 } })
    await eventually(() => expect(seen).toHaveLength(1))
    transport.receive({ id: 1, result: { content: [] } })
    await call
    expect(seen).toEqual([{ progress: 1, total: 2 }])
  })
})

test('a schema that cannot be used is an error of its own tool only', async () => {
  const [, [, replacement]] = implementations as [[string, Sdk], [string, Sdk]]
  const broken = {
    name: 'broken',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', $ref: 'http://other.example/x' },
  }
  const replies = { 'tools/list': { tools: [broken] }, 'tools/call': { content: [], structuredContent: {} } }
  const { client } = await connect(replacement, { replies })
  expect((await client.listTools()).tools).toHaveLength(1)
  await expect(client.callTool({ name: 'broken' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('Failed to validate structured content: '),
  })
  expect(await client.callTool({ name: 'fine' })).toMatchObject({ structuredContent: {} })
})

test.each(implementations)('the modes of elicitation of %s', (_, sdk) => {
  const modes = (given: object | undefined) => Object.values(sdk.getSupportedElicitationModes(given as never))
  expect([undefined, {}, { form: {} }, { url: {} }, { form: {}, url: {} }].map(modes)).toEqual([
    ...[
      [false, false],
      [true, false],
      [true, false],
      [false, true],
    ],
    [true, true],
  ])
})
