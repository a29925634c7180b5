import { expect, test } from 'vitest'
import { checkConversation } from '../wire/check-messages.js'
import { parseRecording } from './parse-recording.js'

const header = {
  format: 'omniport-recording',
  version: 1,
  started: '2026-11-23T12:00:00.000Z',
  target: { url: 'http://a' },
}
const toText = (...lines: readonly unknown[]) => lines.map((line) => JSON.stringify(line)).join('\n')
const http = (connection: number, from: string, rest: object) => ({
  ms: 1,
  transport: 'http',
  connection,
  from,
  ...rest,
})
const stdio = (from: string, rest: object) => ({ ms: 1, transport: 'stdio', connection: 1, from, ...rest })
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const pong = { jsonrpc: '2.0', id: 1, result: {} }

test('connections are conversations of their own, with the lines of their messages', async () => {
  const text = toText(
    header,
    http(1, 'client', { message: ping }),
    http(2, 'client', { message: ping }),
    http(2, 'server', { status: 200, message: pong }),
    http(1, 'server', { message: pong }),
  )
  const { conversations, lines, problems, header: found } = parseRecording(text, { revision: '2025-06-18' })
  expect([found, problems, lines.length]).toEqual([header, [], 4])
  expect(
    conversations.map((one) => [one.connection, one.lines, one.messages.map(({ http: isHttp }) => isHttp)]),
  ).toEqual([
    [1, [2, 5], [true, true]],
    [2, [3, 4], [true, true]],
  ])
  for (const { messages } of conversations) expect(await checkConversation(messages)).toEqual([])
})

test('of a pipe, text that is no message is a problem; over HTTP, and on stderr, it is not', () => {
  const text = toText(
    stdio('server', { text: 'started' }),
    stdio('server', { base64: 'AA==' }),
    stdio('server', { text: ' ' }),
    stdio('server', { text: 'started', stream: 'stderr' }),
    stdio('server', { text: '{"jsonr', cut: true }),
    stdio('server', { hidden: true, bytes: 7 }),
    stdio('client', { end: 'complete' }),
    http(1, 'server', { text: ': wait\n\n' }),
  )
  expect(parseRecording(text)).toMatchObject({
    conversations: [],
    problems: [
      { line: 1, text: 'message: must be JSON' },
      { line: 2, text: 'message: must be JSON' },
    ],
  })
})

test('lines written by hand are one conversation', () => {
  const text = toText(ping, { from: 'server', message: pong, http: true })
  expect(parseRecording(text)).toMatchObject({
    header: undefined,
    lines: [],
    conversations: [
      {
        connection: 0,
        messages: [
          { from: 'client', http: false },
          { from: 'server', http: true },
        ],
      },
    ],
  })
})

test('a recording that a newer version wrote is refused', () => {
  const text = toText({ ...header, version: 2 })
  expect(() => parseRecording(text)).toThrow(
    'The recording has version 2; versions up to 1 can be read: use a newer omniport',
  )
})

test('a message that states its revision has it, and those after it too', () => {
  const stated = (version: unknown) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/list' },
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': version } },
  })
  const initialize = { jsonrpc: '2.0', id: 2, method: 'initialize', params: { protocolVersion: '2025-06-18' } }
  const agreed = { jsonrpc: '2.0', id: 2, result: { protocolVersion: '2025-03-26' } }
  const revisionsOf = (...lines: readonly unknown[]) =>
    parseRecording(toText(header, ...lines)).conversations.flatMap(({ messages }) =>
      messages.map(({ revision }) => revision),
    )
  expect(revisionsOf(stdio('client', { message: stated('2025-11-25') }), stdio('server', { message: pong }))).toEqual([
    '2025-11-25',
    '2025-11-25',
  ])
  expect(revisionsOf(stdio('client', { message: stated('2020-01-01') }), stdio('client', { message: ping }))).toEqual([
    '2026-07-28',
    '2026-07-28',
  ])
  expect(
    revisionsOf(
      ...[
        stdio('client', { message: initialize }),
        stdio('server', { message: agreed }),
        stdio('client', { message: ping }),
      ],
    ),
  ).toEqual(['2025-06-18', '2025-03-26', '2025-03-26'])
})

test('a line that is no JSON is a problem, and those around it are read', () => {
  const { problems, conversations } = parseRecording(`${JSON.stringify(ping)}\n{"jsonrpc"\n \n${JSON.stringify(pong)}`)
  expect(problems).toEqual([{ line: 2, text: 'message: must be JSON' }])
  expect(conversations.map(({ lines }) => lines)).toEqual([[1, 4]])
})

test('what is no object belongs to no connection, and states nothing', () => {
  const { problems, lines, conversations, header: found } = parseRecording('5\nnull\n[1]')
  expect([problems, lines, found]).toEqual([[], [], undefined])
  expect(conversations.map(({ connection, messages }) => [connection, messages.map(({ message }) => message)])).toEqual(
    [[0, [5, null, [1]]]],
  )
})
