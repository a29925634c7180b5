import { expect, test } from 'vitest'
import { RpcError } from '../messages/rpc-error.js'
import { InFlightRequest } from './in-flight-request.js'

const open = () =>
  new InFlightRequest({ jsonrpc: '2.0', id: 1, method: 'm' }, { key: 1, reply: () => {}, report: () => {} })

test.each<[string, (request: InFlightRequest) => void, unknown]>([
  ['is cancelled', (request) => request.cancel('enough'), 'enough'],
  ['expires', (request) => request.expire(RpcError.internal('late')), RpcError.internal('late')],
])(
  'who listens for the abort of a request that %s is told once, in order, and at once if late',
  (_name, end, reason) => {
    const request = open()
    const received: unknown[] = []
    request.onAbort((why) => received.push('first', why))
    request.onAbort((why) => received.push('second', why))
    end(request)
    request.cancel('again')
    request.onAbort((why) => received.push('late', why))
    expect(received).toEqual(['first', reason, 'second', reason, 'late', reason])
    expect(request.signal.reason).toEqual(reason)
  },
)

test('nobody is told of the abort of a request that has its answer', () => {
  const request = open()
  const received: unknown[] = []
  request.onAbort((why) => received.push(why))
  request.settle({ jsonrpc: '2.0', id: 1, result: {} })
  request.cancel('too late')
  expect([received, request.signal.aborted]).toEqual([[], false])
})
