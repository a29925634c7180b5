import { expect, test } from 'vitest'
import type { RecordedLine } from '../../entries/protocol.js'
import { readMessage } from './read-message.js'

const line: RecordedLine = { ms: 1, transport: 'stdio', connection: 1, from: 'server' }

test.each<[string, Partial<RecordedLine>, object]>([
  [
    'a call',
    { message: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'add', arguments: { a: 1 } } } },
    { kind: 'request', method: 'tools/call', id: '7', name: 'add', summary: '{"a":1}', isFailure: false },
  ],
  [
    'progress',
    { message: { method: 'notifications/progress', params: { progressToken: 1, progress: 2, total: 5 } } },
    { kind: 'notification', method: 'notifications/progress', summary: '2 of 5', isFailure: false },
  ],
  [
    'a result',
    { message: { id: 'a', result: { content: [{ type: 'text', text: 'two\nlines' }] } } },
    { kind: 'response', id: '"a"', summary: 'two lines', isFailure: false },
  ],
  [
    'a failed result',
    { message: { id: 1, result: { isError: true, content: [] } } },
    { kind: 'response', id: '1', isFailure: true },
  ],
  [
    'a result that asks for input',
    { message: { id: 1, result: { resultType: 'input_required' } } },
    { kind: 'response', id: '1', summary: 'input required', isFailure: false },
  ],
  [
    'a list',
    { message: { id: 1, result: { tools: [1, 2] } } },
    { kind: 'response', id: '1', summary: '2 tools', isFailure: false },
  ],
  [
    'an error',
    { message: { id: 1, error: { code: -32601, message: 'Method not found' } } },
    { kind: 'error', id: '1', summary: '-32601 Method not found', isFailure: true },
  ],
  ['what is no message', { message: { id: 1 } }, { kind: 'other', id: '1', isFailure: false }],
  ['a batch', { message: [1, 2, 3] }, { kind: 'other', summary: 'batch of 3', isFailure: false }],
  ['text on stdout', { text: 'hello' }, { kind: 'other', summary: 'hello', isFailure: false }],
  ['stderr', { stream: 'stderr', text: 'oh  no' }, { kind: 'stderr', summary: 'oh no', isFailure: false }],
  ['a refusal over HTTP', { transport: 'http', status: 401 }, { kind: 'http', status: 401, isFailure: true }],
  [
    'the head of a request',
    { transport: 'http', from: 'client', request: { method: 'GET', path: '/mcp' } },
    { kind: 'http', requestLine: 'GET /mcp', isFailure: false },
  ],
  ['an exit', { end: 'exit', code: 3 }, { kind: 'event', summary: 'The program exited with 3', isFailure: true }],
  [
    'an end by a signal',
    { end: 'exit', signal: 'SIGTERM' },
    { kind: 'event', summary: 'The program was ended by SIGTERM', isFailure: false },
  ],
  [
    'a broken stream',
    { transport: 'http', end: 'aborted' },
    { kind: 'event', summary: 'The server broke the exchange off', isFailure: true },
  ],
  [
    'a failed connection',
    { transport: 'http', end: 'aborted', error: 'ECONNREFUSED' },
    { kind: 'event', summary: 'ECONNREFUSED', isFailure: true },
  ],
])('%s', (_name, facts, expected) => {
  expect(readMessage({ ...line, ...facts })).toEqual(expected)
})

test('a long text is shortened, whatever it is in', () => {
  const text = 'x'.repeat(1_000_000)
  const { method, id, name, summary } = readMessage({
    ...line,
    message: { id: text, method: text, params: { name: text, message: text } },
  })
  expect([method, id, name, summary].map((shown) => shown?.length)).toEqual([200, 200, 200, 200])
})
