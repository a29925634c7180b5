import { describe, expect, test } from 'vitest'
import type { Revision } from '../../../entries/protocol.js'
import { connectTo, describeRule, problemOf, type ScriptedServer } from '../fixtures/scripted-wire.js'
import { messageRules } from './message-rules.js'

test('the checks of messages, and where they are meant', () => {
  expect(messageRules.map(describeRule)).toEqual([
    'must string-ids: a response has the id of its request with its type (BASE-06) all',
    'must unknown-method: an unknown method is answered with -32601 (ERR-01) all',
    'must unknown-method-status: an unknown method is answered with HTTP status 404 (HTTP-56, ERR-14) 2026-07-28 http',
    'must silent-notifications: notifications are not answered, known or not (BASE-12) all',
    'must notification-status: a notification is answered with HTTP status 202 and no body (HTTP-11) 2024-11-05…2025-11-25 http',
    'must stray-cancellation: the cancellation of an unknown request changes nothing (CAN-09, CAN-08) all',
    'must malformed-json: text that is not JSON is survived (ERR-01) all',
    'must invalid-envelope: a message without jsonrpc is refused and survived (BASE-01) all',
    'must batch: a batch of requests is answered (BASE-13) 2025-03-26',
    'should no-batch: a batch, which this revision has not, is refused and survived (BASE-16) 2025-06-18…2026-07-28',
    'must result-type: results have resultType (BASE-21) 2026-07-28',
  ])
})

const good: ScriptedServer = ({ method }) => (method === 'ping' || method === 'server/discover' ? { result: {} } : {})
const dead: ScriptedServer = () => ({})
const always =
  (response: ReturnType<ScriptedServer>): ScriptedServer =>
  () =>
    response

function check(name: string, server: ScriptedServer, revision?: Revision, transport?: 'stdio' | 'http') {
  const { connection, sent } = connectTo(server, revision, transport)
  return { problem: problemOf(messageRules, name, connection), sent }
}

describe('ids', () => {
  test.each([
    ['come back as they are', good, undefined],
    ['are turned into numbers', ({ id }) => ({ result: {}, id: Number(id) }), 'the id "7" came back as 7'],
    ['have no response', dead, 'no response has the id "7"; got nothing in time'],
    [
      'are cut',
      ({ id }) => ({ result: {}, id: String(id).startsWith('a-') ? 'a-' : id }),
      'the id "a-\\"quoted\\"-é" came back as "a-"',
    ],
    [
      'are rounded',
      ({ id }) => ({ result: {}, id: typeof id === 'number' ? 9_007_199_254_740_990 : id }),
      'the id 9007199254740991 came back as 9007199254740990',
    ],
  ] satisfies [string, ScriptedServer, string | undefined][])('%s', async (_name, server, problem) => {
    expect(await check('string-ids', server).problem).toBe(problem)
  })

  test.each([
    ['2025-11-25', 'ping'],
    ['2026-07-28', 'server/discover'],
  ] satisfies [Revision, string][])(
    'are those of requests that every server of %s answers',
    async (revision, method) => {
      const { problem, sent } = check('string-ids', good, revision)
      expect([await problem, sent.map((each) => [each.method, each.id, each.options.awaits])]).toEqual([
        undefined,
        ['7', 'a-"quoted"-é', 9_007_199_254_740_991].map((id) => [method, id, id]),
      ])
    },
  )
})

describe('an unknown method', () => {
  test.each([
    ['is refused', always({ error: -32601 }), undefined],
    ['is refused otherwise', always({ error: -32602 }), 'expected an error with code -32601; got error -32602'],
    ['is answered', always({ result: {} }), 'expected an error with code -32601; got a result'],
  ] satisfies [string, ScriptedServer, string | undefined][])('%s', async (_name, server, problem) => {
    const { problem: found, sent } = check('unknown-method', server)
    expect([await found, sent.map(({ method }) => method)]).toEqual([problem, ['omniport/unknown']])
  })

  test.each([
    [404, undefined],
    [400, 'expected HTTP status 404; got error -32601 with HTTP status 400'],
  ])('over HTTP has status %i', async (status, problem) => {
    const found = check('unknown-method-status', always({ error: -32601, status }), '2026-07-28', 'http')
    expect([await found.problem, found.sent[0]?.method]).toEqual([problem, 'omniport/unknown'])
  })
})

describe('notifications', () => {
  const silent: ScriptedServer = ({ id }) => (id === undefined ? {} : { result: {} })
  const stray =
    (message: object): ScriptedServer =>
    (sent) =>
      sent.id === undefined ? { before: [{ ...message }] } : { result: {} }

  test.each([
    ['are not answered', silent, undefined],
    [
      'are answered at once, with an id of null',
      stray({ jsonrpc: '2.0', id: null, result: {} }),
      'it answered {"jsonrpc":"2.0","id":null,"result":{}}',
    ],
    ['are answered without an id', stray({ error: { code: 1 } }), 'it answered {"error":{"code":1}}'],
    ['are followed by one of the server', stray({ jsonrpc: '2.0', method: 'notifications/message' }), undefined],
    ['are followed by a late answer', stray({ jsonrpc: '2.0', id: 7, result: {} }), undefined],
    [
      'are answered before the next response',
      ({ id }) => (id === undefined ? {} : { result: {}, before: [{ id: null, error: {} }] }),
      'it answered {"id":null,"error":{}}',
    ],
    [
      'are answered at length',
      stray({ id: null, error: { message: 'x'.repeat(300) } }),
      `it answered {"id":null,"error":{"message":"${'x'.repeat(169)}`,
    ],
  ] satisfies [string, ScriptedServer, string | undefined][])('%s', async (_name, server, problem) => {
    const found = check('silent-notifications', server)
    expect([await found.problem, found.sent.map(({ method }) => method)]).toEqual([
      problem,
      ['notifications/omniport-unknown', 'ping'],
    ])
  })

  test.each([
    ['202 without a body', { status: 202, text: '' }, undefined],
    ['202 with a body', { status: 202, text: 'ok' }, 'there is a body'],
    ['200', { status: 200, text: '' }, 'expected HTTP status 202; got HTTP status 200'],
    ['500 with a text', { status: 500, text: 'oh' }, 'expected HTTP status 202; got HTTP status 500 and "oh"'],
    ['nothing', { failure: 'ECONNRESET' }, 'expected HTTP status 202; got no reply: ECONNRESET'],
  ])('get %s', async (_name, response, problem) => {
    const found = check('notification-status', always(response), '2025-11-25', 'http')
    expect([await found.problem, found.sent.map(({ message }) => message)]).toEqual([
      problem,
      [
        {
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: 'unknown', reason: 'a check' },
        },
      ],
    ])
  })
})

describe('what is wrong', () => {
  test.each([
    ['stray-cancellation', good, undefined],
    ['stray-cancellation', dead, 'the server does not answer any more'],
    ['stray-cancellation', always({ error: -32603 }), 'the server does not answer any more'],
    ['malformed-json', good, undefined],
    ['malformed-json', dead, 'the server does not answer any more'],
    ['invalid-envelope', good, undefined],
    ['invalid-envelope', dead, 'the server does not answer any more'],
    ['invalid-envelope', always({ result: {} }), 'it was answered with a result'],
    ['no-batch', good, undefined],
    ['no-batch', dead, 'the server does not answer any more'],
  ] satisfies [string, ScriptedServer, string | undefined][])('%s, case %#', async (name, server, problem) => {
    expect(await check(name, server).problem).toBe(problem)
  })

  test('a batch that gets results in a revision without batches is a problem', async () => {
    const server: ScriptedServer = ({ method, message }) => {
      const [first] = Array.isArray(message) ? message : []
      return method === 'ping' ? { result: {} } : { before: [{ jsonrpc: '2.0', id: first.id, result: { tools: [] } }] }
    }
    expect(await check('no-batch', server).problem).toBe('it was answered with a result')
  })

  test('an error to it is right, and a result of another id is no matter', async () => {
    const refuses: ScriptedServer = ({ method, id }) =>
      method === 'ping'
        ? { result: {} }
        : { error: -32600, before: [{ jsonrpc: '2.0', id: Number(id) + 100, result: {} }] }
    expect(await check('invalid-envelope', refuses).problem).toBe(undefined)
  })

  test('is sent as it is meant, and waited for over HTTP only', async () => {
    const sentBy = async (name: string, transport: 'stdio' | 'http') => {
      const { problem, sent } = check(name, always({ result: {}, status: 400 }), '2025-11-25', transport)
      await problem
      return [sent[0]?.message, sent[0]?.options.awaits, sent[1]?.method]
    }
    expect(await sentBy('malformed-json', 'stdio')).toEqual(['{"jsonrpc":"2.0","id":1,', undefined, 'ping'])
    expect(await sentBy('invalid-envelope', 'stdio')).toEqual([{ id: 1, method: 'tools/list' }, undefined, 'ping'])
    expect(await sentBy('invalid-envelope', 'http')).toEqual([{ id: 1, method: 'tools/list' }, 1, 'ping'])
    const batch = [{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }]
    expect(await sentBy('no-batch', 'stdio')).toEqual([batch, undefined, 'ping'])
    expect(await sentBy('stray-cancellation', 'stdio')).toEqual([
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'unknown' } },
      undefined,
      'ping',
    ])
  })

  test.each([
    [400, undefined],
    [499, undefined],
    [399, 'expected an HTTP status from 400; got 399'],
    [500, 'expected an HTTP status from 400; got 500'],
    [undefined, 'expected an HTTP status from 400; got no reply'],
  ])('text that is not JSON over HTTP gets the status %s', async (status, problem) => {
    const response = status === undefined ? {} : { status }
    const found = check('malformed-json', always({ result: {}, ...response }), '2025-11-25', 'http')
    expect(await found.problem).toBe(problem)
  })
})

describe('a batch', () => {
  const answers =
    (...picked: readonly number[]): ScriptedServer =>
    ({ message }) => ({
      before: (message as readonly { readonly id: number }[])
        .filter((_, at) => picked.includes(at))
        .map(({ id }) => ({ jsonrpc: '2.0', id, result: {} })),
    })

  test.each([
    ['whole', answers(0, 1), undefined],
    ['in part', answers(1), '1 of 2 have no response; got nothing in time'],
    ['not at all', dead, '2 of 2 have no response; got nothing in time'],
  ] satisfies [string, ScriptedServer, string | undefined][])('is answered %s', async (_name, server, problem) => {
    const found = check('batch', server, '2025-03-26')
    expect([await found.problem, found.sent.map(({ message, options }) => [message, options.awaits])]).toEqual([
      problem,
      [[[1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' })), 2]],
    ])
  })
})

test.each([
  ['complete', always({ result: { resultType: 'complete' } }), undefined],
  ['missing', always({ result: {} }), 'resultType is undefined'],
  ['another', always({ result: { resultType: 'task' } }), 'resultType is "task"'],
  ['that of an error', always({ error: -32603 }), 'expected a result; got error -32603'],
] satisfies [string, ScriptedServer, string | undefined][])('the resultType is %s', async (_name, server, problem) => {
  const found = check('result-type', server, '2026-07-28')
  expect([await found.problem, found.sent.map(({ method }) => method)]).toEqual([problem, ['server/discover']])
})
