import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { InboundQueue, type ParsedLine } from './inbound-queue.js'

function open(isBlocked?: (received: readonly ParsedLine[]) => boolean) {
  const state = { blocked: false }
  const received: ParsedLine[] = []
  const queue = new InboundQueue(() => isBlocked?.(received) ?? state.blocked)
  const push = (parsedLine: ParsedLine) => {
    if (queue.push(parsedLine, 100)) received.push(parsedLine)
  }
  const take = (force: boolean) => {
    for (const parsedLine of queue.take(force)) received.push(parsedLine)
  }
  return { state, received, queue, push, take }
}

const request = (id: string | number) => ({ bytes: 10, value: { jsonrpc: '2.0', id, method: 'm' } })
const cancel = (id: string | number) => ({
  bytes: 10,
  value: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
})
const answer = { bytes: 10, value: { jsonrpc: '2.0', id: 'q', result: {} } }
const progress = {
  bytes: 10,
  value: { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'q' } },
}
const announcement = { bytes: 10, value: { jsonrpc: '2.0', method: 'notifications/initialized' } }
const broken = { broken: RpcError.parseError('broken'), start: '' }

test('what arrives while nothing blocks is handed on at once', () => {
  const { received, push } = open()
  const all = [request(1), cancel(1), broken, announcement]
  for (const parsedLine of all) push(parsedLine)
  expect(received).toEqual(all)
})

test('while the receiver is blocked, answers, progress and cancellations pass and everything else waits in order', () => {
  const { state, received, queue, push, take } = open()
  state.blocked = true
  const all = [request(1), broken, answer, announcement, cancel('in flight'), progress, request(2)]
  for (const parsedLine of all) push(parsedLine)
  expect(received).toEqual([answer, cancel('in flight'), progress])
  expect(queue.bytes).toBe(400)
  state.blocked = false
  push(request(3))
  take(false)
  expect(received.slice(3)).toEqual([request(1), broken, announcement, request(2), request(3)])
  expect(queue.bytes).toBe(0)
})

test('a line counts with its bytes, and a short one with what it takes in memory', () => {
  const { state, queue } = open()
  state.blocked = true
  expect([queue.push(request(1), 65), queue.push(request(2), 2)]).toEqual([false, false])
  expect(queue.bytes).toBe(65 + 64)
})

test.each([
  ['neither a request nor a response', {}],
  ['an object that could be either', { jsonrpc: '2.0', id: 1 }],
  ['an empty batch', []],
  ['a batch of a response and of neither', [answer.value, {}]],
  ['a batch of a response and a value', [answer.value, 1]],
])('%s waits, since it may have to be answered', (_what, value) => {
  const { state, received, queue, push } = open()
  state.blocked = true
  push({ bytes: 10, value })
  push({ bytes: 10, value: [answer.value, { jsonrpc: '2.0', id: 'r', error: { code: 1, message: 'no' } }] })
  expect([received.length, queue.bytes]).toEqual([1, 100])
})

test('a request that is cancelled while it waits is never handed on, nor is its cancellation', () => {
  verifies('CAN-05')
  const { state, received, queue, push, take } = open()
  state.blocked = true
  for (const parsedLine of [request(1), request('1'), cancel('1')]) push(parsedLine)
  take(true)
  expect(received).toEqual([request(1)])
  expect(queue.bytes).toBe(0)
})

test('what waits is handed on only until the receiver is blocked again', () => {
  const { received, queue, push, take } = open((lines) => lines.length === 1)
  push(request(1))
  push(request(2))
  take(false)
  expect(received).toEqual([request(1)])
  expect(queue.bytes).toBe(100)
})
