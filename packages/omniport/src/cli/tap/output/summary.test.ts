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
  ['text on a pipe', [line('server', { bytes: 5, text: 'a\u001b[2J' })], ['←  not a message  5 B  a\\u001b[2J']],
  ['an empty line', [line('server', { bytes: 0, text: '' })], []],
  ['stderr, which stands there already', [line('server', { stream: 'stderr', text: 'a' })], []],
  ['what a terminal obeys', [line('client', { message: { method: '\u202ea\n' } })], ['→  \\u202ea\\n']],
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
