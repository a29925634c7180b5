import { describe, expect, test } from 'vitest'
import type { Revision } from '../../../entries/protocol.js'
import { connectTo, describeRule, problemOf, type Said } from '../fixtures/scripted-wire.js'
import { featureRules } from './feature-rules.js'

test('the checks of features, and where they are meant', () => {
  expect(featureRules.map(describeRule)).toEqual([
    'must tools-list: tools/list is answered, and its pages end (PAG-05, PAG-07) all tools',
    'should tools-cursor: tools/list refuses a cursor that it never gave with -32602 (PAG-06) all tools',
    'must tools-cache-hints: tools/list has ttlMs, not negative, and cacheScope (CACHE-01, CACHE-03) 2026-07-28 tools',
    'must resources-list: resources/list is answered, and its pages end (PAG-05, PAG-07) all resources',
    'should resources-cursor: resources/list refuses a cursor that it never gave with -32602 (PAG-06) all resources',
    'must resources-cache-hints: resources/list has ttlMs, not negative, and cacheScope (CACHE-01, CACHE-03) 2026-07-28 resources',
    'must prompts-list: prompts/list is answered, and its pages end (PAG-05, PAG-07) all prompts',
    'should prompts-cursor: prompts/list refuses a cursor that it never gave with -32602 (PAG-06) all prompts',
    'must prompts-cache-hints: prompts/list has ttlMs, not negative, and cacheScope (CACHE-01, CACHE-03) 2026-07-28 prompts',
    'should unknown-tool: a call of an unknown tool is refused (TOOL-23) all tools',
    'should unknown-resource: an unknown resource is answered with -32002 (RES-06, ERR-03) 2024-11-05…2025-11-25 resources',
    'must unknown-resource: an unknown resource is answered with -32602 (RES-07, ERR-11) 2026-07-28 resources',
    'should unknown-prompt: an unknown prompt is answered with -32602 (PROMPT-09) all prompts',
    'should log-level: logging/setLevel takes a level, and refuses one that is unknown with -32602 (LOG-03, LOG-09) 2024-11-05…2025-11-25 logging',
    'should unknown-completion: the completion of an unknown prompt is answered with -32602 (COMP-05) all completions',
    'must tool-schemas: the inputSchema of each tool is an object schema (TOOL-07) all tools',
    'should tool-names: the names of tools are unique (TOOL-10) all tools',
    'must listen: a subscription is acknowledged first, and tagged with its id (SUB-03, SUB-04) 2026-07-28',
  ])
})

const [legacy, modern] = ['2025-11-25', '2026-07-28'] as const

async function check(name: string, response: Said, revision: Revision = legacy) {
  const { connection, sent } = connectTo(() => response, revision)
  const problem = await problemOf(featureRules, name, connection)
  return { problem, asked: sent.map(({ method, params: { _meta, ...params } }) => [method, params]) }
}

describe('what is unknown', () => {
  const unknownUri = { uri: 'omniport-check://unknown' }
  const name = 'omniport-check-unknown'
  const ref = { type: 'ref/prompt', name }

  test.each([
    ['tools-cursor', legacy, 'tools/list', { cursor: 'omniport-check' }, -32602],
    ['resources-cursor', legacy, 'resources/list', { cursor: 'omniport-check' }, -32602],
    ['prompts-cursor', legacy, 'prompts/list', { cursor: 'omniport-check' }, -32602],
    ['unknown-tool', legacy, 'tools/call', { name, arguments: {} }, -32602],
    ['unknown-resource', legacy, 'resources/read', unknownUri, -32002],
    ['unknown-resource', modern, 'resources/read', unknownUri, -32602],
    ['unknown-prompt', legacy, 'prompts/get', { name }, -32602],
    ['unknown-completion', legacy, 'completion/complete', { ref, argument: { name: 'a', value: '' } }, -32602],
  ] satisfies [string, Revision, string, object, number][])(
    'is asked for and refused: %s in %s',
    async (rule, revision, method, params, code) => {
      const asked = [[method, params]]
      expect(await check(rule, { error: code }, revision)).toEqual({ problem: undefined, asked })
      const other = `expected an error with code ${code}; got error -32603`
      expect(await check(rule, { error: -32603 }, revision)).toEqual({ problem: other, asked })
      const answered = `expected an error with code ${code}; got a result`
      expect(await check(rule, { result: {} }, revision)).toEqual({ problem: answered, asked })
    },
  )

  test('a tool may be refused with a result that is an error', async () => {
    expect((await check('unknown-tool', { result: { isError: true } })).problem).toBe(undefined)
    expect((await check('unknown-tool', { result: { isError: 'yes' } })).problem).toBe(
      'expected an error with code -32602; got a result',
    )
  })
})

describe('the lists', () => {
  test.each(['tools', 'resources', 'prompts'])('of %s are read by their member', async (member) => {
    expect(await check(`${member}-list`, { result: { [member]: [] } })).toEqual({
      problem: undefined,
      asked: [[`${member}/list`, {}]],
    })
    expect((await check(`${member}-list`, { result: {} })).problem).toBe(`there is no list "${member}"; got a result`)
  })

  test.each([
    [{ ttlMs: 0, cacheScope: 'private' }, undefined],
    [{ ttlMs: 5, cacheScope: 'public' }, undefined],
    [{ ttlMs: -1, cacheScope: 'public' }, 'ttlMs is -1'],
    [{ ttlMs: '5', cacheScope: 'public' }, 'ttlMs is "5"'],
    [{ cacheScope: 'public' }, 'ttlMs is undefined'],
    [{ ttlMs: 0 }, 'cacheScope is undefined'],
    [{ ttlMs: 0, cacheScope: 'all' }, 'cacheScope is "all"'],
    [undefined, 'ttlMs is undefined'],
  ])('have cache hints: %j', async (result, problem) => {
    expect(await check('prompts-cache-hints', result === undefined ? {} : { result }, modern)).toEqual({
      problem,
      asked: [['prompts/list', {}]],
    })
  })
})

describe('the level of logs', () => {
  test.each([
    ['is taken, and another one refused', {}, -32602, undefined],
    ['is not taken', undefined, -32602, 'expected a result; got error -32601'],
    ['is taken whatever it is', {}, undefined, 'expected an error with code -32602; got a result'],
  ])('%s', async (_name, known, unknown, problem) => {
    const { connection, sent } = connectTo(({ params: { level } }) => {
      if (level === 'error') return known === undefined ? { error: -32601 } : { result: known }
      return unknown === undefined ? { result: {} } : { error: unknown }
    })
    expect(await problemOf(featureRules, 'log-level', connection)).toBe(problem)
    const levels = known === undefined ? ['error'] : ['error', 'loud']
    expect(sent.map(({ method, params }) => [method, params])).toEqual(
      levels.map((level) => ['logging/setLevel', { level }]),
    )
  })
})

describe('tools', () => {
  const object = { type: 'object' }

  test.each([
    [[], undefined],
    [[{ name: 'a', inputSchema: object }], undefined],
    [
      [
        { name: 'a', inputSchema: object },
        { name: 'b', inputSchema: { type: 'string' } },
      ],
      'that of "b" has not type "object"',
    ],
    [[{ name: 'c' }], 'that of "c" has not type "object"'],
    [[null], 'that of undefined has not type "object"'],
    ['none', undefined],
  ])('have object schemas: %j', async (tools, problem) => {
    expect(await check('tool-schemas', { result: { tools } })).toEqual({ problem, asked: [['tools/list', {}]] })
  })

  test('that are not listed have no schema to look at', async () => {
    expect((await check('tool-schemas', {})).problem).toBe(undefined)
  })

  test.each([
    [['a', 'b'], undefined],
    [['a', 'b', 'a'], 'there are several "a"'],
    [['a', 'b', 'b', 'a'], 'there are several "b"'],
    [[], undefined],
  ])('have names of their own: %j', async (names, problem) => {
    expect(await check('tool-names', { result: { tools: names.map((name) => ({ name })) } })).toEqual({
      problem,
      asked: [['tools/list', {}]],
    })
  })
})

describe('a subscription', () => {
  const acknowledged = (subscriptionId: unknown) => ({
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: { 'io.modelcontextprotocol/subscriptionId': subscriptionId } },
  })

  async function listen(response: Said, transport: 'stdio' | 'http' = 'stdio', listChanged?: unknown) {
    const { connection, sent } = connectTo(
      ({ method }) => (method === 'subscriptions/listen' ? response : {}),
      modern,
      transport,
    )
    connection.opening = { messages: [], response: { result: { capabilities: { tools: { listChanged } } } } }
    return { problem: await problemOf(featureRules, 'listen', connection), sent }
  }

  test.each([
    ['is acknowledged', { before: [acknowledged(1)] }, undefined],
    ['has the id of another', { before: [acknowledged('1')] }, 'its subscriptionId is "1", not 1'],
    [
      'has no tag',
      { before: [{ method: 'notifications/subscriptions/acknowledged' }] },
      'its subscriptionId is undefined, not 1',
    ],
    [
      'begins with something else',
      { before: [{ method: 'notifications/message' }, acknowledged(1)] },
      'the first message was notifications/message',
    ],
    ['is refused', { error: -32601 }, undefined],
    ['is answered at once', { result: {} }, 'got a result'],
    ['is met with silence', {}, 'got nothing in time'],
  ] satisfies [string, Said, string | undefined][])('%s', async (_name, response, problem) => {
    expect((await listen(response)).problem).toBe(problem)
  })

  test.each([
    [true, 'got error -32601'],
    [false, undefined],
    ['yes', undefined],
  ])('may not be refused by who announces changes of tools: %j', async (listChanged, problem) => {
    expect((await listen({ error: -32601 }, 'stdio', listChanged)).problem).toBe(problem)
  })

  test('is asked for with an id, and awaits any other message', async () => {
    const { sent } = await listen({ before: [acknowledged(1)] }, 'http')
    expect(sent.map(({ message, options }) => [message, options.awaits])).toEqual([
      [
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'subscriptions/listen',
          params: {
            notifications: { toolsListChanged: true },
            _meta: {
              'io.modelcontextprotocol/protocolVersion': modern,
              'io.modelcontextprotocol/clientCapabilities': {},
              'io.modelcontextprotocol/clientInfo': { name: 'omniport-check', version: '1' },
            },
          },
        },
        1,
      ],
    ])
    const [until] = sent.map(({ options }) => options.until)
    expect([until?.({ method: 'a' }), until?.({ id: 1 })]).toEqual([true, false])
  })

  test('is cancelled over pipes, where nothing else would end it', async () => {
    const { sent } = await listen({ before: [acknowledged(1)] })
    expect(sent.slice(1).map(({ method, params }) => [method, params['requestId']])).toEqual([
      ['notifications/cancelled', 1],
    ])
  })
})
