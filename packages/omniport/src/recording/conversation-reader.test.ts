import { describe, expect, test } from 'vitest'
import type { Revision } from '../protocol/revisions/revision.js'
import { ConversationReader } from './conversation-reader.js'

const ping = (id: unknown = 1) => ({ jsonrpc: '2.0', id, method: 'ping' })
const result = (id: unknown = 1, value: object = {}) => ({ jsonrpc: '2.0', id, result: value })
const initialize = (protocolVersion: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion },
})
const stated = (version: unknown) => ({
  ...ping(),
  params: { _meta: { 'io.modelcontextprotocol/protocolVersion': version } },
})

function read(lines: readonly unknown[], revision?: Revision) {
  const reader = new ConversationReader(7, revision)
  for (const [index, line] of lines.entries()) reader.read(line, index + 1)
  return reader
}

const sendersOf = (...lines: readonly unknown[]) => read(lines).messages.map(({ from }) => from)
const revisionsOf = (...lines: readonly unknown[]) => read(lines).messages.map(({ revision }) => revision)

test('a message is read with its line and its revision', () => {
  const reader = read([ping()], '2025-06-18')
  expect({ connection: reader.connection, messages: reader.messages, lines: reader.lines }).toEqual({
    connection: 7,
    messages: [{ revision: '2025-06-18', from: 'client', message: ping(), http: false }],
    lines: [1],
  })
})

describe('a line of a recorder', () => {
  const at = { ms: 1, transport: 'stdio', from: 'server' }

  test.each<[what: string, line: object]>([
    ['that ends a side', { end: 'complete' }],
    ['of stderr', { stream: 'stderr', text: 'x' }],
    ['that was cut', { text: 'x', cut: true }],
    ['that is hidden', { text: 'x', hidden: true }],
    ['that is empty', { text: ' \t' }],
    ['over HTTP', { transport: 'http', text: 'x' }],
  ])('%s is no message', (_what, line) => {
    expect(
      read([
        { ...at, ...line },
        { ...at, message: ping() },
      ]).lines,
    ).toEqual([2])
  })

  test.each([[{ text: 'x' }], [{ base64: 'AA==' }], [{ text: 'x', cut: false, hidden: false }]])(
    'of a pipe must hold one: %j',
    (line) => {
      expect(() => read([{ ...at, ...line }])).toThrow(new TypeError('message: must be JSON'))
    },
  )

  test.each([[{ ms: '1', transport: 'stdio', text: 'x' }], [{ ms: 1, transport: 5, text: 'x' }]])(
    'is told by its time and transport: %j',
    (line) => {
      expect(read([line]).messages).toMatchObject([{ message: line }])
    },
  )

  test.each<[line: object, http: boolean]>([
    [{ ...at, message: ping() }, false],
    [{ ...at, transport: 'http', message: ping() }, true],
    [{ from: 'server', http: true, message: ping() }, true],
    [{ from: 'server', http: 'yes', message: ping() }, false],
  ])('was sent over HTTP or not: %j', (line, http) => {
    expect(read([line]).messages).toMatchObject([{ from: 'server', http, message: ping() }])
  })

  test.each([undefined, 'other', 1])('must name its sender: %j', (from) => {
    expect(() => read([{ from, message: ping() }])).toThrow(new TypeError('from: must be "client" or "server"'))
  })
})

test('a message with a member of that name is a message', () => {
  const message = { ...ping(), message: 'x', http: true }
  expect(read([message]).messages).toEqual([{ revision: '2026-07-28', from: 'client', message, http: false }])
})

test.each([5, null, 'x'])('what is no object is a message as well: %j', (message) => {
  expect(read([message]).messages).toMatchObject([{ from: 'server', message }])
})

describe('the sender of a message alone', () => {
  test.each([
    ['elicitation/create', 'server'],
    ['roots/list', 'server'],
    ['sampling/createMessage', 'server'],
    ['notifications/elicitation/complete', 'server'],
    ['notifications/message', 'server'],
    ['notifications/progress', 'server'],
    ['notifications/prompts/list_changed', 'server'],
    ['notifications/resources/list_changed', 'server'],
    ['notifications/resources/updated', 'server'],
    ['notifications/subscriptions/acknowledged', 'server'],
    ['notifications/tasks/status', 'server'],
    ['notifications/tools/list_changed', 'server'],
    ['notifications/initialized', 'client'],
    ['tools/call', 'client'],
  ])('of %s is the %s', (method, sender) => {
    expect(sendersOf({ jsonrpc: '2.0', method })).toEqual([sender])
  })

  test('of an answer is who was asked', () => {
    expect(sendersOf({ ...ping(1), method: 'roots/list' }, result(1))).toEqual(['server', 'client'])
    expect(sendersOf(ping(1), result(1))).toEqual(['client', 'server'])
  })

  test('of an answer to both is the server, then the client', () => {
    const asked = { ...ping(1), method: 'roots/list' }
    expect(sendersOf(ping(1), asked, result(1), result(1))).toEqual(['client', 'server', 'server', 'client'])
  })

  test('of an answer to nothing is the server', () => {
    expect(sendersOf({ jsonrpc: '2.0', method: 'notifications/message' }, result(undefined))).toEqual([
      'server',
      'server',
    ])
  })

  test('of a batch is that of its first part', () => {
    expect(sendersOf([{ ...ping(), method: 'roots/list' }, ping(2)], [])).toEqual(['server', 'server'])
  })
})

describe('the revision', () => {
  test('is the newest before one is named', () => {
    expect(revisionsOf(ping())).toEqual(['2026-07-28'])
  })

  test('is the one that is given, whatever messages say', () => {
    const { messages } = read(
      [initialize('2025-03-26'), { from: 'client', revision: '2025-11-25', message: ping() }],
      '2024-11-05',
    )
    expect(messages.map(({ revision }) => revision)).toEqual(['2024-11-05', '2024-11-05'])
  })

  test('is the one that a line names, for those after it too', () => {
    expect(revisionsOf({ from: 'client', revision: '2025-03-26', message: stated('2025-11-25') }, ping(2))).toEqual([
      '2025-03-26',
      '2025-03-26',
    ])
  })

  test.each(['2020-01-01', 5, null])('of a line must be one: %j', (revision) => {
    expect(() => read([{ from: 'client', revision, message: ping() }])).toThrow(
      new TypeError('revision: must be one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28'),
    )
  })

  test('is what initialize asks for, then what is agreed on', () => {
    expect(revisionsOf(initialize('2025-06-18'), result(1, { protocolVersion: '2025-03-26' }), ping(2))).toEqual([
      '2025-06-18',
      '2025-03-26',
      '2025-03-26',
    ])
  })

  test('of initialize is not in its _meta', () => {
    expect(revisionsOf({ ...stated('2025-06-18'), method: 'initialize' })).toEqual(['2026-07-28'])
  })

  test('of another request is not in its parameters', () => {
    expect(revisionsOf({ ...initialize('2025-06-18'), method: 'ping' })).toEqual(['2026-07-28'])
  })

  test('of an answer is that of its request, and of no other', () => {
    const older = { ...stated('2025-06-18'), id: 2 }
    expect(revisionsOf(stated('2025-11-25'), older, result(1), result(2), result(1))).toEqual([
      ...['2025-11-25', '2025-06-18', '2025-11-25', '2025-06-18', '2025-06-18'],
    ])
  })

  test('of an answer of the client is that of the request of the server', () => {
    const asked = { ...stated('2025-11-25'), method: 'roots/list' }
    const later = { ...stated('2025-06-18'), id: 2 }
    expect(revisionsOf(asked, later, result(1))).toEqual(['2025-11-25', '2025-06-18', '2025-11-25'])
  })

  test('of each request of a batch is that of the batch', () => {
    const batch = [stated('2025-03-26'), ping(2)]
    expect(revisionsOf(batch, { ...stated('2025-11-25'), id: 3 }, result(2))).toEqual([
      ...['2025-03-26', '2025-11-25', '2025-03-26'],
    ])
  })
})
