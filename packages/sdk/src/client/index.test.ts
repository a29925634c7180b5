import { describe, expect, test } from 'vitest'
import { Pipe, settled } from '../../test/pipe.js'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  EmptyResultSchema,
  ListRootsRequestSchema,
  type ServerCapabilities,
} from '../types.js'
import { Client, type ClientOptions, getSupportedElicitationModes } from './index.js'

const about = { name: 's', version: '2' }

/** Connects a client to a server that declares what is given. */
async function open(capabilities: ServerCapabilities = {}, options: ClientOptions = {}) {
  const client = new Client({ name: 'c', version: '1' }, options)
  const pipe = new Pipe()
  const connecting = client.connect(pipe)
  await pipe.until(1)
  pipe.receive({ id: 0, result: { protocolVersion: '2025-06-18', capabilities, serverInfo: about } })
  await connecting
  return { client, pipe }
}

/** The answer of a client to a request. */
async function ask(pipe: Pipe, request: object): Promise<unknown> {
  const count = pipe.sent.length
  pipe.receive({ id: 'asked', ...request })
  await pipe.until(count + 1)
  return pipe.sent.at(-1)
}

describe('connecting', () => {
  test('introduces the client, and reads what the server declares', async () => {
    const versions: string[] = []
    const client = new Client({ name: 'c', version: '1' }, { capabilities: { roots: {} } })
    const pipe = Object.assign(new Pipe(), { setProtocolVersion: (version: string) => versions.push(version) })
    expect([client.getServerCapabilities(), client.getServerVersion(), client.getInstructions()]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const connecting = client.connect(pipe as Pipe)
    await pipe.until(1)
    const capabilities = { tools: { listChanged: true } }
    pipe.receive({
      id: 0,
      result: { protocolVersion: '2025-06-18', capabilities, serverInfo: about, instructions: 'read' },
    })
    await connecting
    const clientInfo = { name: 'c', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: { roots: {} }, clientInfo }
    expect(pipe.sent).toEqual([
      { jsonrpc: '2.0', id: 0, method: 'initialize', params },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ])
    expect([client.getServerCapabilities(), client.getServerVersion()]).toEqual([capabilities, about])
    expect([client.getInstructions(), versions]).toEqual(['read', ['2025-06-18']])
  })

  test('declares nothing unless it is said', async () => {
    const { client, pipe } = await open()
    const clientInfo = { name: 'c', version: '1' }
    expect(pipe.sent[0]?.['params']).toEqual({ protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    expect(client.getInstructions()).toBeUndefined()
  })

  test('goes on with a session that the transport has', async () => {
    const client = new Client({ name: 'c', version: '1' })
    const pipe = new Pipe('the-session')
    await client.connect(pipe)
    expect(pipe.sent).toEqual([])
    expect(client.transport).toBe(pipe)
  })

  test('takes the options of a request', async () => {
    const client = new Client({ name: 'c', version: '1' })
    const pipe = new Pipe()
    const connecting = client.connect(pipe, { timeout: 1 })
    await expect(connecting).rejects.toMatchObject({ code: -32001, message: 'MCP error -32001: Request timed out' })
    expect(client.transport).toBeUndefined()
  })

  test('ends with an error where the server speaks no revision of the client', async () => {
    const client = new Client({ name: 'c', version: '1' })
    const pipe = new Pipe()
    const connecting = client.connect(pipe)
    await pipe.until(1)
    pipe.receive({ id: 0, result: { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: about } })
    await expect(connecting).rejects.toThrow(new Error("Server's protocol version is not supported: 1999-01-01"))
    expect([client.transport, client.getServerVersion()]).toEqual([undefined, undefined])
    expect(pipe.sent).toHaveLength(1)
  })

  test('ends with the error of the server', async () => {
    const client = new Client({ name: 'c', version: '1' })
    const pipe = new Pipe()
    const connecting = client.connect(pipe)
    await pipe.until(1)
    pipe.receive({ id: 0, error: { code: -32000, message: 'not you' } })
    await expect(connecting).rejects.toMatchObject({ code: -32000, message: 'MCP error -32000: not you' })
    expect(client.transport).toBeUndefined()
  })
})

describe('what a client declares', () => {
  test('can be added before it connects, and not later', async () => {
    const client = new Client({ name: 'c', version: '1' }, { capabilities: { roots: {} } })
    client.registerCapabilities({ roots: { listChanged: true }, sampling: {} })
    const pipe = new Pipe()
    const connecting = client.connect(pipe)
    await pipe.until(1)
    expect(pipe.sent[0]).toMatchObject({ params: { capabilities: { roots: { listChanged: true }, sampling: {} } } })
    expect(() => client.registerCapabilities({})).toThrow(
      new Error('Cannot register capabilities after connecting to transport'),
    )
    pipe.receive({ id: 0, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: about } })
    await connecting
  })

  test('is what its handlers need', async () => {
    const { client } = await open({}, { capabilities: { sampling: {} } })
    expect(() => client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [] }))).toThrow(
      new Error('Client does not support roots capability (required for roots/list)'),
    )
    client.setRequestHandler(CreateMessageRequestSchema, () => ({}) as never)
    expect(() => client.assertCanSetRequestHandler('sampling/createMessage')).toThrow(
      new Error('A request handler for sampling/createMessage already exists, which would be overridden'),
    )
  })

  test('tells of roots that change only if they may', async () => {
    const fixed = await open({}, { capabilities: { roots: {} } })
    await expect(fixed.client.sendRootsListChanged()).rejects.toThrow(
      new Error(
        'Client does not support roots list changed notifications (required for notifications/roots/list_changed)',
      ),
    )
    const changing = await open({}, { capabilities: { roots: { listChanged: true } } })
    await changing.client.sendRootsListChanged()
    expect(changing.pipe.sent.at(-1)).toEqual({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' })
  })
})

describe('what the server asks', () => {
  test('of a person is checked, and the result too', async () => {
    const { client, pipe } = await open({}, { capabilities: { elicitation: { form: {} } } })
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'perhaps' }) as never)
    const url = { mode: 'url', message: 'm', elicitationId: 'e', url: 'https://a.example/' }
    expect(await ask(pipe, { method: 'elicitation/create', params: url })).toMatchObject({
      error: { code: -32602, message: 'MCP error -32602: Client does not support URL-mode elicitation requests' },
    })
    const form = { message: 'm', requestedSchema: { type: 'object', properties: {} } }
    expect(await ask(pipe, { method: 'elicitation/create', params: form })).toMatchObject({
      error: { code: -32602, message: expect.stringMatching(/^MCP error -32602: Invalid elicitation result: /) },
    })
  })

  test('of a model is checked, and the result too', async () => {
    const { client, pipe } = await open({}, { capabilities: { sampling: {} } })
    client.setRequestHandler(CreateMessageRequestSchema, () => ({ no: 1 }) as never)
    const params = { messages: [], maxTokens: 1 }
    expect(await ask(pipe, { method: 'sampling/createMessage', params })).toMatchObject({
      error: { code: -32602, message: expect.stringMatching(/^MCP error -32602: Invalid sampling result: /) },
    })
  })

  test('else is answered with what the handler gives', async () => {
    const { client, pipe } = await open({}, { capabilities: { roots: {} } })
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: 'anything' }) as never)
    expect(await ask(pipe, { method: 'roots/list' })).toEqual({
      ...{ jsonrpc: '2.0', id: 'asked', result: { roots: 'anything' } },
    })
  })

  test('as a task needs the capability', async () => {
    const { client, pipe } = await open({}, { capabilities: { sampling: {} } })
    client.setRequestHandler(CreateMessageRequestSchema, () => ({}) as never)
    const params = { messages: [], maxTokens: 1, task: {} }
    expect(await ask(pipe, { method: 'sampling/createMessage', params })).toMatchObject({
      error: { message: 'Client does not support task creation (required for sampling/createMessage)' },
    })
  })
})

describe('with strict capabilities', () => {
  const strict = { enforceStrictCapabilities: true }

  test('nothing is sent that the server does not declare', async () => {
    const { client, pipe } = await open({ prompts: {} }, strict)
    await expect(client.listTools()).rejects.toThrow(
      new Error('Server does not support tools (required for tools/list)'),
    )
    client.listPrompts().catch(() => {})
    expect(pipe.sent.at(-1)).toMatchObject({ method: 'prompts/list' })
  })

  test('a call is a task only where the server has tasks', async () => {
    const { client } = await open({ tools: {}, tasks: { requests: {} } }, strict)
    const request = { method: 'tools/call' as const, params: { name: 't' } }
    await expect(client.request(request, EmptyResultSchema, { task: {} })).rejects.toThrow(
      new Error('Server does not support task creation for tools/call (required for tools/call)'),
    )
  })

  test('a subclass can assert a capability', async () => {
    class Own extends Client {
      check(capability: keyof ServerCapabilities) {
        this.assertCapability(capability, 'own/method')
      }
    }
    const client = new Own({ name: 'c', version: '1' })
    const pipe = new Pipe()
    const connecting = client.connect(pipe)
    await pipe.until(1)
    pipe.receive({ id: 0, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: about } })
    await connecting
    expect(client.check('tools')).toBeUndefined()
    expect(() => client.check('logging')).toThrow(
      new Error('Server does not support logging (required for own/method)'),
    )
  })
})

describe('a changed list', () => {
  test.each([
    ['tools', 'tools/list', { name: 't', inputSchema: { type: 'object' } }],
    ['prompts', 'prompts/list', { name: 'p' }],
    ['resources', 'resources/list', { name: 'r', uri: 'a:b' }],
  ] as const)('of %s is fetched', async (kind, method, item) => {
    const seen: unknown[][] = []
    const onChanged = (...given: unknown[]) => void seen.push(given)
    const { pipe } = await open(
      { [kind]: { listChanged: true } },
      { listChanged: { [kind]: { onChanged, debounceMs: 0 } } },
    )
    const count = pipe.sent.length
    pipe.receive({ method: `notifications/${kind}/list_changed` })
    await pipe.until(count + 1)
    expect(pipe.sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 1, method })
    pipe.receive({ id: 1, result: { [kind]: [item] } })
    await settled()
    expect(seen).toEqual([[null, [item]]])
  })

  test('has its handlers from the first connection', async () => {
    const seen: unknown[][] = []
    const onChanged = (...given: unknown[]) => void seen.push(given)
    const { client, pipe } = await open({}, { listChanged: { tools: { onChanged, debounceMs: 0 } } })
    await pipe.close()
    const again = new Pipe()
    const connecting = client.connect(again)
    await again.until(1)
    const capabilities = { tools: { listChanged: true } }
    again.receive({ id: 1, result: { protocolVersion: '2025-11-25', capabilities, serverInfo: about } })
    await connecting
    again.receive({ method: 'notifications/tools/list_changed' })
    await settled()
    expect([seen, again.sent.length]).toEqual([[], 2])
  })
})

test('experimental features are made once', async () => {
  const { client } = await open()
  const { experimental } = client
  expect(client.experimental).toBe(experimental)
  expect(Object.keys(experimental)).toEqual(['tasks'])
})

test('the modes of elicitation can be asked for', () => {
  expect(getSupportedElicitationModes({ url: {} })).toEqual({ supportsFormMode: false, supportsUrlMode: true })
})
