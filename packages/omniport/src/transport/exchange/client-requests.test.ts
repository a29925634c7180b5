import { channel } from 'node:diagnostics_channel'
import { afterEach, describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { type Operation, operationChannel } from '../../protocol/diagnostics/operation.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { ClientRequests } from './client-requests.js'
import { resultOf } from './outgoing-request.js'

const id = '000102030405060708090a0b0c0d0e0f'
const roots = { method: 'roots/list' }

function setUp() {
  const runtime = createManualRuntime()
  const sent: unknown[] = []
  const requests = new ClientRequests(
    { send: (message) => void sent.push(message) },
    { limits: defaultLimits, runtime, logger: createRecordingLogger() },
  )
  return { runtime, sent, requests }
}

const operations: Operation[] = []
const ends: unknown[] = []
const observe = (operation: unknown) => {
  operations.push(operation as Operation)
  ;(operation as Operation).observe({ meta: { traceparent: '00-1' }, end: (outcome) => ends.push(outcome) })
}

afterEach(() => {
  channel(operationChannel).unsubscribe(observe)
  operations.length = 0
  ends.length = 0
})

describe('a question to a client', () => {
  test('has an id of its own, and settles with the result', async () => {
    const { sent, requests, runtime } = setUp()
    const answer = requests.ask(roots)
    expect(sent).toEqual([{ jsonrpc: '2.0', id, method: 'roots/list' }])
    requests.pending.settle({ jsonrpc: '2.0', id, result: { roots: [] } })
    expect([await answer, runtime.timers]).toEqual([{ roots: [] }, 0])
  })

  test('rejects with the error of the client', async () => {
    const { requests } = setUp()
    const answer = requests.ask(roots, {})
    requests.pending.settle({ jsonrpc: '2.0', id, error: { code: 7, message: 'no', data: { a: 1 } } })
    await expect(answer).rejects.toMatchObject({ code: 7, message: 'no', data: { a: 1 } })
  })

  test('is announced where somebody observes, who may add to it', async () => {
    channel(operationChannel).subscribe(observe)
    const { sent, requests } = setUp()
    const answer = requests.ask(roots)
    expect(sent).toEqual([{ jsonrpc: '2.0', id, method: 'roots/list', params: { _meta: { traceparent: '00-1' } } }])
    expect(operations).toMatchObject([
      { role: 'sender', transport: 'stdio', revision: undefined, message: { id, method: 'roots/list' } },
    ])
    const response = { jsonrpc: '2.0', id, result: { roots: [] } } as const
    requests.pending.settle(response)
    expect(await answer).toEqual({ roots: [] })
    await settled()
    expect(ends).toEqual([{ response }])
  })

  test('is not announced where nobody does', async () => {
    const { requests } = setUp()
    const answer = requests.ask(roots)
    requests.pending.settle({ jsonrpc: '2.0', id, result: {} })
    await answer
    expect(operations).toEqual([])
  })
})

test('the result of a response is its result, and its error is thrown', () => {
  expect(resultOf({ jsonrpc: '2.0', id, result: { a: 1 } })).toEqual({ a: 1 })
  expect(() => resultOf({ jsonrpc: '2.0', id, error: { code: 7, message: 'no' } })).toThrow(
    expect.objectContaining({ code: 7, message: 'no', data: undefined }),
  )
})
