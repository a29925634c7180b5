import { expect, test } from 'vitest'
import type { RecordedMessage } from '../../packages/omniport/src/wire/conversation-problems.js'
import { createRecorder } from './recorder.js'

const revision = '2025-11-25'
const asked = (id: unknown, method = 'ping', params?: object) =>
  ({ revision, from: 'client', message: { jsonrpc: '2.0', id, method, ...(params && { params }) } }) as const
const answered = (id: unknown, result: object = {}) =>
  ({ revision, from: 'server', message: { jsonrpc: '2.0', id, result } }) as const

const problemsOf = (...messages: RecordedMessage[]) => {
  const recorder = createRecorder()
  for (const message of messages) recorder.record(message)
  try {
    recorder.assertValid()
  } catch (error) {
    return String(error).split('\n')
  }
  return []
}

test('a right conversation passes', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const pong = { jsonrpc: '2.0', id: 1, result: {} }
  const fromServer = { revision, from: 'server', message: ping } as const
  expect(problemsOf(asked(1, 'tools/list'), fromServer, { ...fromServer, from: 'client', message: pong })).toEqual([])
})

test('a response is checked against the method of its request', () => {
  expect(problemsOf(asked(1, 'tools/list'), asked('1'), answered('1'), answered(1))).toEqual([
    'Error: the wire has 1 problem(s):',
    '#3 server 2025-11-25 /result/tools: is required',
  ])
})

test('an id is another one with another JSON type', () => {
  expect(problemsOf(asked(1), answered('1'))).toEqual([
    'Error: the wire has 1 problem(s):',
    '#1 server 2025-11-25 message: "1" answers no open request',
  ])
})

test('a request is answered once', () => {
  expect(problemsOf(asked(1), answered(1), answered(1))).toEqual([
    'Error: the wire has 1 problem(s):',
    '#2 server 2025-11-25 message: 1 answers no open request',
  ])
})

test('an id is not in use twice at a time', () => {
  expect(problemsOf(asked(1), asked(1))).toEqual([
    'Error: the wire has 1 problem(s):',
    '#1 client 2025-11-25 message: 1 is the id of an open request',
  ])
})

test('a side does not answer itself', () => {
  expect(problemsOf(asked(1), { ...answered(1), from: 'client' })).toEqual([
    'Error: the wire has 1 problem(s):',
    '#1 client 2025-11-25 message: 1 answers no open request',
  ])
})

test('the responses of a batch go with their requests, in any order', () => {
  const call = (id: number, method: string) => ({ jsonrpc: '2.0', id, method })
  const batch = [call(1, 'tools/list'), call(2, 'ping')]
  const answers = [
    { jsonrpc: '2.0', id: 2, result: {} },
    { jsonrpc: '2.0', id: 1, result: { tools: [{}] } },
  ]
  const conversation: RecordedMessage[] = [
    { revision: '2025-03-26', from: 'client', message: batch },
    { revision: '2025-03-26', from: 'server', message: answers },
  ]
  expect(problemsOf(...conversation)).toEqual([
    'Error: the wire has 2 problem(s):',
    '#1 server 2025-03-26 [1] /result/tools/0/inputSchema: is required',
    '#1 server 2025-03-26 [1] /result/tools/0/name: is required',
  ])
})

test('what was recorded can be read, and is checked anew each time', () => {
  const recorder = createRecorder()
  recorder.record(asked(1))
  recorder.record(answered(1))
  recorder.assertValid()
  recorder.assertValid()
  expect(recorder.messages).toEqual([asked(1), answered(1)])
})
