import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { connect } from '../connect.js'
import { discovered, FakeServer, initialized, type Replies, type Reply } from '../fixtures/fake-server.js'

const refusal = (code: number, supported?: unknown): Reply => ({
  error: { code, message: 'No', ...(supported !== undefined && { data: { supported, requested: '2026-07-28' } }) },
})
const answering = (probe: Reply, initialize: Reply = initialized()): Replies => ({
  'server/discover': () => probe,
  initialize: () => initialize,
})
const legacyPath = ['server/discover', 'initialize', 'notifications/initialized']

test.each<[string, Replies, string, string[]]>([
  ['a modern server is only discovered', answering(discovered()), '2026-07-28', ['server/discover']],
  [
    'the newest revision in common is taken from a list that mixes eras',
    answering(discovered({}, ['2027-01-01', '2026-07-28', '2025-11-25'])),
    '2026-07-28',
    ['server/discover'],
  ],
  [
    'a list with legacy revisions in common only leads to initialize with the newest of them',
    answering(discovered({}, ['2027-01-01', '2025-06-18', '2025-03-26']), initialized({}, '2025-06-18')),
    '2025-06-18',
    legacyPath,
  ],
  [
    'a refusal that lists legacy revisions leads to initialize with the newest of them',
    answering(refusal(-32022, ['2025-06-18', '2024-11-05']), initialized({}, '2025-06-18')),
    '2025-06-18',
    legacyPath,
  ],
  ...[-32601, -32602, -32600, -32603, -32000, -32001, -1].map((code): [string, Replies, string, string[]] => [
    `the error ${code} means legacy`,
    answering(refusal(code)),
    '2025-11-25',
    legacyPath,
  ]),
  ['-32022 without a list means legacy', answering(refusal(-32022)), '2025-11-25', legacyPath],
  ['a result that is no discovery means legacy', answering({ result: {} }), '2025-11-25', legacyPath],
  [
    'a legacy server answers with an older revision',
    answering(refusal(-32601), initialized({}, '2024-11-05')),
    '2024-11-05',
    legacyPath,
  ],
])('%s', async (_name, answers, revision, methods) => {
  verifies('INT-03', 'INT-05', 'VER-04', 'VER-07', 'INT-01', 'ERR-08')
  const server = new FakeServer(answers)
  const client = await connect(server.target)
  await settled()
  expect([client.revision, server.methods]).toEqual([revision, methods])
  await client.close()
})

test('initialize offers the revision, the capabilities and the name of this client', async () => {
  verifies('VER-01', 'VER-02')
  const server = new FakeServer(answering(undefined, initialized({}, '2025-06-18')))
  const client = await connect(server.target, { revision: '2025-06-18', name: 'me', version: '3' })
  expect(server.received[0]).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'me', version: '3' } },
  })
  await client.close()
})

test('a modern request says its revision, who asks and what they can do', async () => {
  verifies('VER-15', 'CAP-02', 'INT-01')
  const server = new FakeServer(answering(discovered()))
  const client = await connect(server.target, { name: 'me', version: '3' })
  expect(server.received[0]).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'server/discover',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
        'io.modelcontextprotocol/clientInfo': { name: 'me', version: '3' },
      },
    },
  })
  await client.close()
})

test.each([
  ['2026-07-28', ['server/discover']],
  ['2025-03-26', ['initialize', 'notifications/initialized']],
] as const)('with revision %s nothing is probed', async (revision, methods) => {
  verifies('INT-06')
  const server = new FakeServer(answering(discovered(), initialized({}, revision)))
  const client = await connect(server.target, { revision })
  await settled()
  expect([client.revision, server.methods]).toEqual([revision, methods])
  await client.close()
})

test.each<[string, Replies, { code: unknown; message: string }, { revision?: '2025-06-18' | '2026-07-28' }]>([
  [
    'no revision in common names both lists',
    answering(discovered({}, ['2027-01-01'])),
    {
      code: 'unsupported',
      message:
        'No revision in common: this client speaks 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28, the server 2027-01-01',
    },
    {},
  ],
  [
    'a refusal without a revision in common is not followed by initialize',
    answering(refusal(-32022, ['2027-01-01'])),
    {
      code: 'unsupported',
      message:
        'No revision in common: this client speaks 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28, the server 2027-01-01',
    },
    {},
  ],
  ['-32021 is the answer of a modern server', answering(refusal(-32021)), { code: -32021, message: 'No' }, {}],
  ['-32020 is the answer of a modern server', answering(refusal(-32020)), { code: -32020, message: 'No' }, {}],
  [
    'initialize never grants 2026-07-28',
    answering(refusal(-32601), initialized({}, '2026-07-28')),
    {
      code: 'unsupported',
      message:
        'The server answered initialize with the revision "2026-07-28", which this client does not speak after initialize',
    },
    {},
  ],
  [
    'an unknown revision ends the connection',
    answering(refusal(-32601), initialized({}, '2019-01-01')),
    {
      code: 'unsupported',
      message:
        'The server answered initialize with the revision "2019-01-01", which this client does not speak after initialize',
    },
    {},
  ],
  [
    'a revision other than the wanted one ends the connection',
    answering(undefined, initialized({}, '2025-11-25')),
    {
      code: 'unsupported',
      message: 'The server answered initialize with the revision "2025-11-25", which is not 2025-06-18',
    },
    { revision: '2025-06-18' },
  ],
  [
    'a legacy server is not forced to be modern',
    answering(refusal(-32601)),
    { code: 'unsupported', message: 'The server does not speak 2026-07-28: No' },
    { revision: '2026-07-28' },
  ],
  [
    'what a server refuses initialize with is told',
    answering(refusal(-32601), refusal(-32000)),
    { code: -32000, message: 'No' },
    {},
  ],
  [
    'a result of initialize that is none is told',
    answering(refusal(-32601), { result: { protocolVersion: '2025-11-25' } }),
    { code: 'invalid_result', message: 'initialize: capabilities must be an object' },
    {},
  ],
])('%s', async (_name, answers, error, options) => {
  verifies('VER-10', 'VER-09', 'VER-12', 'INT-06')
  const server = new FakeServer(answers)
  await expect(connect(server.target, options)).rejects.toMatchObject(error)
  await settled()
  expect(server.closed).toBe(true)
})

test('a refusal that lists the version it refuses is asked again, once', async () => {
  verifies('VER-21')
  const supported = ['2026-07-28', '2025-11-25']
  let refusals = 1
  const answers: Replies = {
    'server/discover': () => (refusals-- > 0 ? refusal(-32022, supported) : discovered()),
  }
  const server = new FakeServer(answers)
  const client = await connect(server.target)
  expect([client.revision, server.methods]).toEqual(['2026-07-28', ['server/discover', 'server/discover']])
  await client.close()
  refusals = 2
  await expect(connect(new FakeServer(answers).target)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'No revision in common: this client speaks 2026-07-28, the server 2025-11-25',
  })
})

test.each([-32022, -32602])(
  'initialize refused with %i and a list is tried again with the newest of it',
  async (code) => {
    const server = new FakeServer({
      'server/discover': () => refusal(-32601),
      initialize: ({ params }) =>
        params?.['protocolVersion'] === '2024-11-05' ? initialized({}, '2024-11-05') : refusal(code, ['2024-11-05']),
    })
    const client = await connect(server.target)
    expect(client.revision).toBe('2024-11-05')
    await client.close()
  },
)

test('a server that is silent for a second is initialized as well, and a late answer to the probe is ignored', async () => {
  verifies('INT-04', 'INT-01')
  const runtime = new VirtualRuntime()
  const server = new FakeServer({ 'server/discover': () => undefined, initialize: () => initialized() })
  const connecting = connect(server.target, { runtime })
  await runtime.advance(999)
  expect(server.methods).toEqual(['server/discover'])
  await runtime.advance(1)
  expect(server.methods).toEqual(['server/discover', 'initialize'])
  await runtime.advance(250)
  const client = await connecting
  server.send({ id: server.received[0]?.id, ...discovered() })
  await settled()
  expect([client.revision, server.methods]).toEqual(['2025-11-25', legacyPath])
  await client.close()
  expect(runtime.timers).toBe(0)
})

test('a modern server that was silent for too long says so when it is initialized', async () => {
  const runtime = new VirtualRuntime()
  let isAwake = false
  const server = new FakeServer({
    'server/discover': () => (isAwake ? discovered() : undefined),
    initialize: () => {
      isAwake = true
      return refusal(-32022, ['2026-07-28'])
    },
  })
  const connecting = connect(server.target, { runtime })
  await runtime.advance(10_000)
  const client = await connecting
  expect([client.revision, server.methods]).toEqual([
    '2026-07-28',
    ['server/discover', 'initialize', 'server/discover'],
  ])
  await client.close()
})

test('giving up closes everything, and initialize is not cancelled', async () => {
  verifies('CAN-03')
  const server = new FakeServer({ initialize: () => undefined, 'server/discover': () => refusal(-32601) })
  const controller = new AbortController()
  const connecting = connect(server.target, { signal: controller.signal })
  const rejected = expect(connecting).rejects.toThrow('enough')
  await settled()
  controller.abort(new Error('enough'))
  await rejected
  await settled()
  expect([server.methods, server.closed]).toEqual([['server/discover', 'initialize'], true])
})

test('giving up with an error of this library gives exactly that one', async () => {
  const server = new FakeServer({ initialize: () => undefined, 'server/discover': () => refusal(-32601) })
  const controller = new AbortController()
  const given = new OmniportError('closed', 'The host is closed')
  const rejected = expect(connect(server.target, { signal: controller.signal })).rejects.toBe(given)
  await settled()
  controller.abort(given)
  await rejected
})

test('a server that never answers initialize times out', async () => {
  verifies('VER-12', 'VER-13', 'VER-05')
  const runtime = new VirtualRuntime()
  const server = new FakeServer({ 'server/discover': () => undefined, initialize: () => undefined })
  const connecting = connect(server.target, { runtime, timeoutMs: 5_000 })
  const rejected = expect(connecting).rejects.toMatchObject({ code: 'timeout', message: 'No answer within 5000 ms' })
  await runtime.advance(15_000)
  await rejected
  expect([server.methods, runtime.timers]).toEqual([['server/discover', 'initialize'], 0])
})

test('until initialize is answered nothing else is said, but what the server pings for', async () => {
  verifies('VER-05')
  const runtime = new VirtualRuntime()
  const server = new FakeServer({ initialize: () => undefined })
  const connecting = connect(server.target, { runtime, revision: '2025-11-25', roots: [], pingMs: 10 })
  await runtime.advance(30_000)
  server.send({ id: 'p', method: 'ping' })
  await settled()
  expect(server.received.slice(1)).toEqual([{ jsonrpc: '2.0', id: 'p', result: {} }])
  server.send({ id: server.received[0]?.id, ...initialized() })
  const client = await connecting
  await settled()
  expect(server.methods).toEqual(['initialize', undefined, 'notifications/initialized'])
  await client.close()
})

test('a connection that ends before the handshake was not made', async () => {
  const server = new FakeServer({ 'server/discover': (_message, self) => void self.exit() as undefined })
  await expect(connect(server.target)).rejects.toMatchObject({
    code: 'unreachable',
    message: 'The stream of messages ended',
    cause: { code: 'closed', message: 'The stream of messages ended' },
  })
})

test.each<[string, Replies]>([
  ['discovered', answering(discovered({ experimental: { x: 'x'.repeat(2_000) } }))],
  ['initialized', answering(refusal(-32601), initialized({ experimental: { x: 'x'.repeat(2_000) } }))],
])('a server that says more of itself than may be kept is not connected to: %s', async (_name, answers) => {
  const server = new FakeServer(answers)
  const connecting = connect(server.target, { limits: { peerBytes: 4_000 } })
  await expect(connecting).rejects.toMatchObject({
    code: 'limit',
    message: expect.stringMatching(
      /^The name, capabilities and instructions of the server take \d+ bytes; .* is 4000$/,
    ),
  })
})
