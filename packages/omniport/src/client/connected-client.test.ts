import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Revision } from '../protocol/revisions/revision.js'
import type { Client } from './client.js'
import { connect } from './connect.js'
import type { ConnectOptions, LogEntry } from './connect-options.js'
import { discovered, FakeServer, initialized, type Replies } from './fixtures/fake-server.js'

const capabilities = { tools: { listChanged: true }, resources: {}, prompts: {}, logging: {} }

/** A server of one era, and a client of it. */
async function start(revision: Revision, answers: Replies, options: ConnectOptions = {}) {
  const server = new FakeServer({
    'server/discover': () => discovered(capabilities),
    initialize: () => initialized(capabilities, revision),
    ...answers,
  })
  const client: Client = await connect(server.target, { revision, ...options })
  await settled()
  server.received.length = 0
  return { server, client }
}

const eras = ['2025-11-25', '2026-07-28'] as const
const done = { result: { resultType: 'complete', content: [] } }

test.each(eras)('%s: an error of the server is an RpcError, as it came', async (revision) => {
  verifies('INT-21')
  const error = { code: -32002, message: 'No such resource', data: { uri: 'x://1' } }
  const { client } = await start(revision, { 'resources/read': () => ({ error }) })
  await expect(client.readResource('x://1')).rejects.toMatchObject({ name: 'RpcError', ...error })
  await client.close()
})

test.each<[string, Revision, unknown, string]>([
  ['a result that is no object', '2025-11-25', 'x', 'tools/call: the result must be an object'],
  ['content that is no array', '2025-11-25', { content: {} }, 'tools/call: content must be an array'],
  [
    'a result type that nobody declared',
    '2026-07-28',
    { resultType: 'other', content: [] },
    'tools/call: the result type "other" is unknown here',
  ],
])('%s is an invalid result', async (_name, revision, result, message) => {
  verifies('BASE-23', 'BASE-24')
  const { client } = await start(revision, { 'tools/call': () => ({ result }) })
  await expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'invalid_result', message })
  await client.close()
})

test('a response with a result and an error is an invalid result', async () => {
  const { client } = await start('2026-07-28', {
    'tools/call': () => ({ result: {}, error: { code: 1, message: '' } }),
  })
  await expect(client.callTool('x', {})).rejects.toMatchObject({
    code: 'invalid_result',
    message: 'The answer is no response: Invalid message: a response has a result or an error, not both',
  })
  await client.close()
})

test('a result without a type is complete', async () => {
  verifies('BASE-22')
  const { client } = await start('2026-07-28', { 'tools/call': () => ({ result: { content: [] } }) })
  expect(await client.callTool('x', {})).toEqual({ content: [] })
  await client.close()
})

test.each<[string, (client: Client) => Promise<unknown>, string]>([
  ['tools', (client) => client.callTool('x', {}), 'tools/call'],
  ['resources', (client) => client.readResource('x://1'), 'resources/read'],
  ['prompts', (client) => client.getPrompt('x'), 'prompts/get'],
  [
    'completions',
    (client) => client.complete({ type: 'ref/prompt', name: 'x' }, { name: 'a', value: '' }),
    'completion/complete',
  ],
  ['tools', (client) => client.request('tools/list'), 'tools/list'],
])('without the capability %s nothing of it is sent', async (capability, call, method) => {
  verifies('VER-10', 'VER-12', 'PROMPT-11')
  const server = new FakeServer({ 'server/discover': () => discovered({}) })
  const client: Client = await connect(server.target)
  await expect(call(client)).rejects.toMatchObject({
    code: 'unsupported',
    message: `The server did not declare the capability ${capability}: ${method} is not sent`,
  })
  expect(server.methods).toEqual(['server/discover'])
  await client.close()
})

test('a server without lists has empty ones', async () => {
  verifies('PROMPT-11')
  const server = new FakeServer({ 'server/discover': () => discovered({}) })
  const client = await connect(server.target)
  expect(await Promise.all([client.listTools(), client.listResources(), client.listResourceTemplates()])).toEqual([
    [],
    [],
    [],
  ])
  expect(await client.listPrompts()).toEqual([])
  expect(server.methods).toEqual(['server/discover'])
  await client.close()
})

const completion = { result: { resultType: 'complete', completion: { values: ['Oslo'], hasMore: false } } }

test.each<[Revision, object, object]>([
  ['2024-11-05', {}, {}],
  ['2025-03-26', { completions: {} }, {}],
  ['2025-06-18', { completions: {} }, { context: { arguments: { country: 'no' } } }],
])('%s: completion is asked with what the revision has', async (revision, declared, context) => {
  verifies('CAP-09')
  const server = new FakeServer({
    initialize: () => initialized(declared, revision),
    'completion/complete': () => completion,
  })
  const client = await connect(server.target, { revision })
  const ref = { type: 'ref/prompt', name: 'travel' } as const
  const options = { arguments: { country: 'no' } }
  expect(await client.complete(ref, { name: 'city', value: 'O' }, options)).toEqual(completion.result.completion)
  expect(server.received[2]?.params).toEqual({ ref, argument: { name: 'city', value: 'O' }, ...context })
  await client.close()
})

test.each<[string, object, object]>([
  ['no suggestions', { values: [] }, { values: [] }],
  ['some of them', { values: ['a'], hasMore: true }, { values: ['a'], hasMore: true }],
  ['more than it sent', { values: ['a'], total: 250, hasMore: true }, { values: ['a'], total: 250, hasMore: true }],
])('a completion may have %s', async (_name, reported, expected) => {
  verifies('COMP-07')
  const server = new FakeServer({
    initialize: () => initialized({ completions: {} }),
    'completion/complete': () => ({ result: { completion: reported } }),
  })
  const client = await connect(server.target, { revision: '2025-11-25' })
  expect(await client.complete({ type: 'ref/prompt', name: 'p' }, { name: 'a', value: '' })).toEqual(expected)
  await client.close()
})

test.each([{}, { completion: {} }, { completion: { values: 'a' } }, { completion: { values: [1] } }])(
  'a completion that is none rejects, and nothing else: %j',
  async (result) => {
    verifies('COMP-07')
    const server = new FakeServer({
      initialize: () => initialized({ completions: {} }),
      'completion/complete': () => ({ result }),
      ping: () => ({ result: {} }),
    })
    const client = await connect(server.target, { revision: '2025-11-25' })
    const completed = client.complete({ type: 'ref/prompt', name: 'p' }, { name: 'a', value: '' })
    await expect(completed).rejects.toMatchObject({ code: 'invalid_result' })
    await client.ping()
    await client.close()
  },
)

test('a legacy server is told the log level once, a modern one with every request', async () => {
  const answers = { 'logging/setLevel': () => ({ result: {} }), 'tools/call': () => done }
  const { server, client } = await start('2025-11-25', answers)
  await client.setLogLevel('warning')
  await client.callTool('x', {})
  expect(server.received.map(({ params }) => params)).toEqual([{ level: 'warning' }, { name: 'x', arguments: {} }])
  await client.close()
  const { server: modern, client: modernClient } = await start('2026-07-28', answers)
  await modernClient.setLogLevel('warning')
  await modernClient.callTool('x', {})
  expect(modern.methods).toEqual(['tools/call'])
  expect(modern.received[0]?.params?.['_meta']).toMatchObject({ 'io.modelcontextprotocol/logLevel': 'warning' })
  await modernClient.close()
})

test('an unknown log level is a TypeError', async () => {
  const { client } = await start('2026-07-28', {})
  await expect(client.setLogLevel('loud' as 'debug')).rejects.toThrow(
    new TypeError(
      'setLogLevel: level must be one of debug, info, notice, warning, error, critical, alert, emergency, got "loud"',
    ),
  )
  await client.close()
})

test.each(eras)('%s: log messages are handed over, broken ones ignored', async (revision) => {
  const entries: LogEntry[] = []
  const { server, client } = await start(revision, {}, { onLog: (entry) => entries.push(entry) })
  server.notify('notifications/message', { level: 'info', logger: 'db', data: { a: 1 } })
  server.notify('notifications/message', { level: 3, data: 'x' })
  server.notify('notifications/message', { level: 'error', logger: 7, data: 'y' })
  server.notify('notifications/unheard-of', {})
  await settled()
  expect(entries).toEqual([
    { level: 'info', logger: 'db', data: { a: 1 } },
    { level: 'error', data: 'y' },
  ])
  await client.close()
})

test.each([
  ['2025-11-25', 'ping'],
  ['2026-07-28', 'server/discover'],
] as const)('%s: liveness is asked for by %s', async (revision, method) => {
  const { server, client } = await start(revision, { ping: () => ({ result: {} }) })
  await client.ping()
  expect(server.methods).toEqual([method])
  await client.close()
})

test('a legacy server is answered when it pings, and refused what was not declared', async () => {
  verifies('PING-01', 'BASE-06', 'BASE-12')
  const { server, client } = await start('2025-11-25', {})
  server.send({ id: 'p', method: 'ping' })
  server.send({ id: 7, method: 'sampling/createMessage', params: {} })
  server.send({ id: 8, method: 'roots/list' })
  server.notify('notifications/tools/list_changed')
  await settled()
  expect(server.received).toEqual([
    { jsonrpc: '2.0', id: 'p', result: {} },
    { jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'Method not found: sampling/createMessage' } },
    { jsonrpc: '2.0', id: 8, error: { code: -32601, message: 'Method not found: roots/list' } },
  ])
  await client.close()
})

test('a modern server that asks is never answered', async () => {
  verifies('BASE-20', 'STDIO-10')
  const errors: string[] = []
  const { server, client } = await start('2026-07-28', {}, { onError: ({ message }) => errors.push(message) })
  server.send({ id: 1, method: 'ping' })
  await settled()
  expect([server.received, errors]).toEqual([[], ['The server asked ping, which 2026-07-28 forbids']])
  await client.close()
})

test('closing rejects what is pending, tells once, and can be done twice', async () => {
  let closed = 0
  const { server, client } = await start(
    '2026-07-28',
    { 'tools/call': () => undefined },
    {
      onClose: () => {
        closed += 1
      },
    },
  )
  const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ code: 'closed' })
  await settled()
  await Promise.all([client.close(), client.close()])
  await rejected
  await expect(client.callTool('x', {})).rejects.toMatchObject({
    code: 'closed',
    message: 'The client is closed; connect again',
  })
  await settled()
  expect([closed, server.closed]).toEqual([1, true])
})

test('a connection that is lost and cannot be made again closes the client', async () => {
  let closed = 0
  const { server, client } = await start(
    '2026-07-28',
    { 'tools/call': () => undefined },
    {
      onClose: () => {
        closed += 1
      },
    },
  )
  const rejected = expect(client.callTool('x', {})).rejects.toMatchObject({ message: 'The stream of messages ended' })
  await settled()
  server.exit()
  await rejected
  await settled()
  await expect(client.ping()).rejects.toMatchObject({ code: 'closed', message: 'The stream of messages ended' })
  await client.close()
  expect(closed).toBe(1)
})

test('a task is not called yet', async () => {
  const { client } = await start('2025-11-25', {})
  await expect(client.callTask('x', {})).rejects.toMatchObject({ code: 'unsupported' })
  await client.close()
})

test('what a modern server says of itself is there, as far as it says it', async () => {
  const serverInfo = { name: 's', version: '2', title: 'Server' }
  const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo }
  const result = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, instructions: 'Ask.', _meta }
  const named = await connect(new FakeServer({ 'server/discover': () => ({ result }) }).target)
  const nameless = await connect(new FakeServer({ 'server/discover': () => discovered() }).target)
  expect([named.server, named.capabilities]).toEqual([{ ...serverInfo, instructions: 'Ask.' }, { tools: {} }])
  expect([nameless.server, nameless.pid]).toEqual([{ name: '', version: '' }, undefined])
  await named.close()
  await nameless.close()
})
