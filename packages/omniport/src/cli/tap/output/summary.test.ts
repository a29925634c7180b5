import { expect, test } from 'vitest'
import type { RecordedLine } from '../../../entries/protocol.js'
import { Summary } from './summary.js'

const line = (from: 'client' | 'server', rest: Partial<RecordedLine>): RecordedLine => {
  return { ms: 0, transport: 'stdio', connection: 1, from, ...rest }
}
const call = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'add' } }

const rows: readonly [string, readonly RecordedLine[], readonly string[]][] = [
  [
    'a call and its result',
    [
      line('client', { bytes: 96, message: call }),
      line('server', { ms: 4.2, bytes: 2_048, message: { jsonrpc: '2.0', id: 3, result: {} } }),
    ],
    ['→  tools/call  add  #3  96 B', '←  tools/call  #3  2.0 KiB  4 ms'],
  ],
  [
    'an error, after seconds',
    [
      line('client', { bytes: 96, message: call }),
      line('server', { ms: 1_500, bytes: 8, message: { id: 3, error: { code: -32602, message: 'Unknown tool' } } }),
    ],
    ['→  tools/call  add  #3  96 B', '←  tools/call  #3  8 B  1.5 s  error -32602 Unknown tool'],
  ],
  [
    'the same id in both directions',
    [
      line('client', { message: call }),
      line('server', { message: { id: 3, method: 'roots/list' } }),
      line('client', { message: { id: 3, result: {} } }),
      line('server', { message: { id: 3, result: {} } }),
    ],
    ['→  tools/call  add  #3', '←  roots/list  #3', '→  roots/list  #3  0 ms', '←  tools/call  #3  0 ms'],
  ],
  [
    'a notification',
    [line('server', { message: { method: 'notifications/progress' } })],
    ['←  notifications/progress'],
  ],
  ['a response to nothing', [line('server', { message: { id: 9, result: {} } })], ['←  response  #9']],
  ['a batch', [line('client', { message: [call, { method: 'a' }] })], ['→  tools/call  add  #3', '→  a']],
  [
    'parts of a batch that are no messages',
    [line('client', { message: [null, { method: 'a', params: null }, { id: 3, error: null }] })],
    ['→  response', '→  a', '→  response  #3  error undefined undefined'],
  ],
  [
    'what a message is about',
    [
      line('client', { message: { method: 'a', params: { uri: 'a:1' } } }),
      line('client', { message: { method: 'b', params: { level: 'info' } } }),
      line('client', { message: { method: 'c', params: { name: 7, uri: 'a:2', level: 'info' } } }),
      line('client', { message: { method: 'd', params: { other: 'x' } } }),
      line('client', { message: { id: 'x', method: 'e' } }),
    ],
    ['→  a  a:1', '→  b  info', '→  c  a:2', '→  d', '→  e  #x'],
  ],
  [
    'times and sizes at their limits',
    [
      ...[0, 1_000, 3_000, 7_000].map((ms, id) => line('client', { ms, message: { id, method: 'a' } })),
      line('server', { ms: 999.4, bytes: 1_024, message: { id: 0 } }),
      line('server', { ms: 2_000, bytes: 1_048_575, message: { id: 1 } }),
      line('server', { ms: 3_999, bytes: 1_048_576, message: { id: 2 } }),
      line('server', { ms: 7_000, bytes: 0, message: { id: 3 } }),
    ],
    [
      ...[0, 1, 2, 3].map((id) => `→  a  #${id}`),
      ...[
        '←  a  #0  1.0 KiB  999 ms',
        '←  a  #1  1024.0 KiB  1.0 s',
        '←  a  #2  1.0 MiB  999 ms',
        '←  a  #3  0 B  0 ms',
      ],
    ],
  ],
  [
    'a second answer',
    [call, { id: 3 }, { id: 3 }].map((message, at) => line(at === 0 ? 'client' : 'server', { message })),
    ['→  tools/call  add  #3', '←  tools/call  #3  0 ms', '←  response  #3'],
  ],
  [
    'the same id on two connections',
    [
      line('client', { message: { id: 1, method: 'a' } }),
      line('client', { connection: 2, message: { id: 1, method: 'b' } }),
      line('server', { connection: 2, message: { id: 1 } }),
      line('server', { message: { id: 1 } }),
      line('server', { message: { id: '1' } }),
    ],
    ['→  a  #1', '→  b  #1', '←  b  #1  0 ms', '←  a  #1  0 ms', '←  response  #1'],
  ],
  ['text on a pipe', [line('server', { bytes: 5, text: 'a\u001b[2J' })], ['←  not a message  5 B  a\\u001b[2J']],
  ['bytes that are no text', [line('server', { bytes: 2, base64: 'AAA=' })], ['←  not a message  2 B']],
  [
    'a message in part',
    [line('client', { bytes: 2_097_152, cut: true, text: '{"id' })],
    ['→  message in part  2.0 MiB  {"id'],
  ],
  [
    'a message in part whose start is hidden',
    [line('client', { bytes: 1_023, cut: true })],
    ['→  message in part  1023 B'],
  ],
  ['white space', [line('client', { bytes: 2, text: '  ' })], []],
  ['a refusal without a text', [line('server', { transport: 'http', status: 400 })], ['←  HTTP 400']],
  ['text over HTTP', [line('server', { transport: 'http', status: 399, text: 'fine' })], []],
  ['the start of a POST', [line('client', { transport: 'http', request: { method: 'POST', path: '/mcp' } })], []],
  ['an empty line', [line('server', { bytes: 0, text: '' })], []],
  ['stderr, which stands there already', [line('server', { stream: 'stderr', text: 'a' })], []],
  ['what a terminal obeys', [line('client', { message: { method: '\u202ea\n' } })], ['→  \\u202ea\\n']],
  ['a name of the longest kind', [line('client', { message: { method: 'a'.repeat(120) } })], [`→  ${'a'.repeat(120)}`]],
  ['a long name', [line('client', { message: { method: 'a'.repeat(200) } })], [`→  ${'a'.repeat(120)}…`]],
  ['the end of the program', [line('server', { end: 'exit', code: 3 })], ['← exit 3']],
  ['the end of the program by a signal', [line('server', { end: 'exit', signal: 'SIGKILL' })], ['← exit SIGKILL']],
  ['a client that left', [line('client', { transport: 'http', end: 'aborted' })], ['→ broke off']],
  ['why a request was not sent on', [line('server', { end: 'aborted', error: 'refused' })], ['! refused']],
  [
    'a stream that is opened',
    [line('client', { transport: 'http', request: { method: 'GET', path: '/mcp' } })],
    ['→  GET  /mcp'],
  ],
  ['a refusal', [line('server', { transport: 'http', status: 404, text: 'gone' })], ['←  HTTP 404  gone']],
  ['a response without a body', [line('server', { transport: 'http', status: 202 })], []],
]

test.each(rows)('%s', (_, lines, expected) => {
  const summary = new Summary()
  expect(lines.flatMap((each) => summary.describe(each))).toEqual(expected)
})

test('the oldest of more than 10,000 open requests is forgotten', () => {
  const summary = new Summary()
  for (let id = 0; id <= 10_000; id += 1) summary.describe(line('client', { message: { id, method: 'a' } }))
  const answerTo = (id: number) => summary.describe(line('server', { message: { id } }))
  expect([answerTo(0), answerTo(1), answerTo(10_000)]).toEqual([
    ['←  response  #0'],
    ['←  a  #1  0 ms'],
    ['←  a  #10000  0 ms'],
  ])
})
