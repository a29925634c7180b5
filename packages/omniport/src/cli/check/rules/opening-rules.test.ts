import { expect, test } from 'vitest'
import type { Revision } from '../../../entries/protocol.js'
import { connectTo, describeRule, problemOf, type Said } from '../fixtures/scripted-wire.js'
import { initializeRules, openingRules } from './opening-rules.js'

test('the checks of how a connection opens, and where they are meant', () => {
  expect([...openingRules, ...initializeRules].map(describeRule)).toEqual([
    'must initialize-result: initialize has protocolVersion, capabilities and serverInfo with name and version (VER-03) 2024-11-05…2025-11-25',
    'must discover-result: server/discover has supportedVersions and capabilities (VER-22, VER-24) 2026-07-28',
    'should server-info-in-meta: results name the server in _meta (VER-18) 2026-07-28',
    'must unsupported-version: a version that is unknown is refused with -32022 and the supported ones (VER-20, ERR-07, HTTP-55) 2026-07-28',
    'must missing-meta: a request without its fields in _meta is refused with -32602 (VER-17, ERR-14) 2026-07-28',
    'must no-ping: ping, which this revision has not, is answered with -32601 (PING-04, HTTP-56) 2026-07-28',
    'must ping: ping is answered with an empty result (PING-01) 2024-11-05…2025-11-25',
    'must counter-offer: initialize with a version that is unknown is answered with one that is supported (VER-08) 2024-11-05…2025-11-25',
    'must modern-initialize: initialize never agrees to a revision that has no initialize (INT-23) 2026-07-28',
  ])
})

const [legacy, modern] = ['2025-11-25', '2026-07-28'] as const
const serverInfo = { name: 'a', version: '1' }

test.each([
  ['is whole', 'initialize-result', legacy, { capabilities: {}, serverInfo }, undefined],
  ['lacks capabilities', 'initialize-result', legacy, { serverInfo }, 'capabilities is no object'],
  ['has null', 'initialize-result', legacy, { capabilities: null, serverInfo }, 'capabilities is no object'],
  ['has text', 'initialize-result', legacy, { capabilities: 'all', serverInfo }, 'capabilities is no object'],
  ['lacks serverInfo', 'initialize-result', legacy, { capabilities: {} }, 'serverInfo.name is no string'],
  [
    'has a number for a name',
    'initialize-result',
    legacy,
    { capabilities: {}, serverInfo: { name: 1, version: '1' } },
    'serverInfo.name is no string',
  ],
  [
    'lacks a version',
    'initialize-result',
    legacy,
    { capabilities: {}, serverInfo: { name: 'a' } },
    'serverInfo.version is no string',
  ],
  ['is whole', 'discover-result', modern, { supportedVersions: [], capabilities: {} }, undefined],
  ['lacks versions', 'discover-result', modern, { capabilities: {} }, 'supportedVersions is no list'],
  ['lacks capabilities', 'discover-result', modern, { supportedVersions: [] }, 'capabilities is no object'],
  ['has null', 'discover-result', modern, { supportedVersions: [], capabilities: null }, 'capabilities is no object'],
  [
    'names the server',
    'server-info-in-meta',
    modern,
    { _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } },
    undefined,
  ],
  ['names no server', 'server-info-in-meta', modern, { _meta: {} }, 'there is no serverInfo'],
  ['has no _meta', 'server-info-in-meta', modern, {}, 'there is no serverInfo'],
] satisfies [string, string, Revision, object, string | undefined][])(
  'the first result %s: %s',
  async (_what, name, revision, result, problem) => {
    const { connection, sent } = connectTo(() => ({}), revision)
    connection.opening = { messages: [], response: { result: { ...result } } }
    expect([await problemOf(openingRules, name, connection), sent]).toEqual([problem, []])
  },
)

test('an opening without a result is no object of anything', async () => {
  const problemIn = (name: string, revision: Revision) =>
    problemOf(openingRules, name, connectTo(() => ({}), revision).connection)
  expect(await problemIn('initialize-result', legacy)).toBe('capabilities is no object')
  expect(await problemIn('discover-result', modern)).toBe('supportedVersions is no list')
  expect(await problemIn('server-info-in-meta', modern)).toBe('there is no serverInfo')
})

const refusal = { code: -32022, data: { supported: ['2025-11-25', modern] } }

test.each([
  ['unsupported-version', 'stdio', { error: refusal }, undefined],
  ['unsupported-version', 'http', { error: refusal, status: 400 }, undefined],
  [
    'unsupported-version',
    'http',
    { error: refusal, status: 200 },
    'expected HTTP status 400; got error -32022 with HTTP status 200',
  ],
  ['unsupported-version', 'stdio', { error: -32022 }, 'data.supported lacks 2026-07-28'],
  [
    'unsupported-version',
    'stdio',
    { error: { code: -32022, data: { supported: ['2025-11-25'] } } },
    'data.supported lacks 2026-07-28',
  ],
  [
    'unsupported-version',
    'stdio',
    { error: { code: -32022, data: { supported: modern } } },
    'data.supported lacks 2026-07-28',
  ],
  ['unsupported-version', 'stdio', { result: {} }, 'expected an error with code -32022; got a result'],
  ['missing-meta', 'stdio', { error: -32602 }, undefined],
  ['missing-meta', 'http', { error: -32602, status: 400 }, undefined],
  [
    'missing-meta',
    'http',
    { error: -32602, status: 404 },
    'expected HTTP status 400; got error -32602 with HTTP status 404',
  ],
  ['missing-meta', 'stdio', { result: {} }, 'expected an error with code -32602; got a result'],
  ['no-ping', 'stdio', { error: -32601 }, undefined],
  ['no-ping', 'http', { error: -32601, status: 404 }, undefined],
  [
    'no-ping',
    'http',
    { error: -32601, status: 400 },
    'expected HTTP status 404; got error -32601 with HTTP status 400',
  ],
  ['no-ping', 'stdio', { result: {} }, 'expected an error with code -32601; got a result'],
] satisfies [string, 'stdio' | 'http', Said, string | undefined][])(
  '%s over %s, case %#',
  async (name, transport, response, problem) => {
    const { connection } = connectTo(() => response, modern, transport)
    expect(await problemOf(openingRules, name, connection)).toBe(problem)
  },
)

test('a version that is unknown is named in the header and the body', async () => {
  const { connection, sent } = connectTo(() => ({}), modern, 'http')
  await problemOf(openingRules, 'unsupported-version', connection)
  const [first] = sent
  expect([first?.method, first?.params['_meta'], first?.options.headers?.['mcp-protocol-version']]).toEqual([
    'server/discover',
    {
      'io.modelcontextprotocol/protocolVersion': '2099-01-01',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'omniport-check', version: '1' },
    },
    '2099-01-01',
  ])
})

test('a request without its fields has the version alone', async () => {
  const { connection, sent } = connectTo(() => ({}), modern)
  await problemOf(openingRules, 'missing-meta', connection)
  expect(sent.map(({ method, params }) => [method, params])).toEqual([
    ['server/discover', { _meta: { 'io.modelcontextprotocol/protocolVersion': modern } }],
  ])
})

test.each([
  [{ result: {} }, undefined],
  [{ result: { _meta: {} } }, undefined],
  [{ result: { pong: true, at: 1, _meta: {} } }, 'the result has pong, at'],
  [{ error: -32601 }, 'expected a result; got error -32601'],
])('ping is answered with %j', async (response, problem) => {
  const { connection, sent } = connectTo(() => response)
  expect([await problemOf(openingRules, 'ping', connection), sent[0]?.method]).toEqual([problem, 'ping'])
})

test('a ping of the modern revision is sent too, to be refused', async () => {
  const { connection, sent } = connectTo(() => ({}), modern)
  await problemOf(openingRules, 'no-ping', connection)
  expect(sent.map(({ method }) => method)).toEqual(['ping'])
})

test.each([
  ['counter-offer', legacy, { result: { protocolVersion: legacy } }, undefined],
  ['counter-offer', legacy, { result: { protocolVersion: '1999-01-01' } }, 'it offered "1999-01-01"'],
  ['counter-offer', legacy, { result: {} }, 'it offered nothing; got a result'],
  ['counter-offer', legacy, { error: -32602 }, 'it offered nothing; got error -32602'],
  ['modern-initialize', modern, { result: { protocolVersion: legacy } }, undefined],
  ['modern-initialize', modern, { error: -32601 }, undefined],
  ['modern-initialize', modern, {}, undefined],
  ['modern-initialize', modern, { result: { protocolVersion: modern } }, 'it agreed to 2026-07-28'],
] satisfies [string, Revision, Said, string | undefined][])(
  '%s in %s, case %#',
  async (name, revision, response, problem) => {
    const { connection } = connectTo(() => response, revision)
    expect(await problemOf(initializeRules, name, connection)).toBe(problem)
  },
)

test.each([
  ['counter-offer', legacy, '1999-01-01'],
  ['modern-initialize', modern, modern],
] satisfies [string, Revision, string][])(
  '%s sends an initialize as if it were the first',
  async (name, revision, protocolVersion) => {
    const { connection, sent } = connectTo(() => ({}), revision, 'http')
    await problemOf(initializeRules, name, connection)
    expect(sent.map(({ message, options }) => [message, options.awaits, options.headers])).toEqual([
      [
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion, capabilities: {}, clientInfo: { name: 'omniport-check', version: '1' } },
        },
        1,
        { 'mcp-protocol-version': undefined, 'mcp-method': undefined },
      ],
    ])
  },
)
