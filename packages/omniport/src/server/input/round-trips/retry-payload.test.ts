import { describe, expect, test } from 'vitest'
import type { RpcRequest } from '../../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'
import type { Revision } from '../../../protocol/revisions/revision.js'
import { isSpilled } from './request-state.js'
import { findRetryPayload, isRetry, storeRetryPayload } from './retry-payload.js'

const exchangeAt = (revision: Revision = '2026-07-28') =>
  ({ revision, state: new Map() }) as Partial<Exchange> as Exchange // nothing else is read
const request = (params?: RpcRequest['params'], method = 'tools/call'): RpcRequest => ({
  ...{ jsonrpc: '2.0', id: 1, method },
  ...(params !== undefined && { params }),
})

describe('a request that answers a round before', () => {
  test.each<[string, RpcRequest]>([
    ['has a state', request({ requestState: 's' })],
    ['has answers', request({ inputResponses: {} })],
    ['is a prompt', request({ requestState: 's' }, 'prompts/get')],
    ['reads a resource', request({ requestState: 's' }, 'resources/read')],
  ])('%s', (_name, message) => {
    expect(isRetry(message, exchangeAt())).toBe(true)
    expect(isRetry(message, exchangeAt('2025-11-25'))).toBe(false)
  })

  test.each<[string, RpcRequest]>([
    ['without parameters', request()],
    ['with others', request({ name: 't' })],
    ['of a method that asks nothing', request({ requestState: 's' }, 'tools/list')],
  ])('is none %s', (_name, message) => {
    expect(isRetry(message, exchangeAt())).toBe(false)
  })

  test('is no notification', () => {
    const message = { jsonrpc: '2.0', method: 'tools/call', params: { requestState: 's' } } as const
    expect(isRetry(message, exchangeAt())).toBe(false)
  })
})

test('the payload of a retry is found by its request alone', () => {
  const [exchange, payload] = [exchangeAt(), { state: undefined, responses: new Map() }]
  const retry = request({ requestState: 's' })
  expect(findRetryPayload(retry, exchange)).toBeUndefined()
  storeRetryPayload(exchange, payload)
  expect(findRetryPayload(retry, exchange)).toBe(payload)
  expect(findRetryPayload(request({}), exchange)).toBeUndefined()
  expect(findRetryPayload(retry, exchangeAt())).toBeUndefined()
})

test('a state that is stored elsewhere names where', () => {
  expect([{ blob: 'b' }, { blob: 1 }, {}, null, 'blob'].map(isSpilled)).toEqual([true, false, false, false, false])
})
