import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { InboundQueue, type ParsedLine } from './inbound-queue.js'

function open() {
  const state = { blocked: false }
  const received: ParsedLine[] = []
  const queue = new InboundQueue({ receive: (parsedLine) => received.push(parsedLine), blocked: () => state.blocked })
  return { state, received, queue }
}

const request = (id: string | number) => ({ value: { jsonrpc: '2.0', id, method: 'm' } })
const cancel = (id: string | number) => ({
  value: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
})
const answer = { value: { jsonrpc: '2.0', id: 'q', result: {} } }
const progress = { value: { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'q' } } }
const announcement = { value: { jsonrpc: '2.0', method: 'notifications/initialized' } }
const broken = { broken: RpcError.parseError('broken'), start: '' }

test('what arrives while nothing blocks is handed on at once', () => {
  const { received, queue } = open()
  const all = [request(1), cancel(1), broken, announcement]
  for (const parsedLine of all) queue.push(parsedLine, 10)
  expect(received).toEqual(all)
})

test('while the receiver is blocked, answers, progress and cancellations pass and everything else waits in order', () => {
  const { state, received, queue } = open()
  state.blocked = true
  const all = [request(1), broken, answer, announcement, cancel('in flight'), progress, request(2)]
  for (const parsedLine of all) queue.push(parsedLine, 10)
  expect(received).toEqual([answer, cancel('in flight'), progress])
  expect(queue.bytes).toBe(40)
  state.blocked = false
  queue.push(request(3), 10)
  queue.pump()
  expect(received.slice(3)).toEqual([request(1), broken, announcement, request(2), request(3)])
  expect(queue.bytes).toBe(0)
})

test('a request that is cancelled while it waits is never handed on, nor is its cancellation', () => {
  verifies('CAN-05')
  const { state, received, queue } = open()
  state.blocked = true
  for (const parsedLine of [request(1), request('1'), cancel('1')]) queue.push(parsedLine, 10)
  queue.release()
  expect(received).toEqual([request(1)])
  expect(queue.bytes).toBe(0)
})

test('what waits is handed on only until the receiver is blocked again', () => {
  const received: ParsedLine[] = []
  const blockAfterOne = new InboundQueue({
    receive: (parsedLine) => received.push(parsedLine),
    blocked: () => received.length === 1,
  })
  blockAfterOne.push(request(1), 10)
  blockAfterOne.push(request(2), 10)
  blockAfterOne.pump()
  expect(received).toEqual([request(1)])
  expect(blockAfterOne.bytes).toBe(10)
})
