import { describe, expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { StoreClient } from './store-client.js'
import { fromStoreFailure, toStoreFailure } from './store-failure.js'

/** A client, what it sent, and what answers it. */
function setUp() {
  const sent: JsonValue[] = []
  const listeners = new Set<(message: JsonValue) => void>()
  const client = new StoreClient({
    send: (message) => void sent.push(message),
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  const answer = (message: JsonValue) => {
    for (const listener of [...listeners]) listener(message)
  }
  return { client, sent, listeners, answer }
}

const closed = { code: 'closed', message: 'The process that has the stores is not connected' }

describe('a call of a store', () => {
  test('settles with the answer of its id', async () => {
    const { client, sent, answer } = setUp()
    const [first, second] = [client.call('tasks', 'get', 'a'), client.call('blobs', 'get', 'b')]
    expect(sent).toEqual([
      { id: 1, call: ['tasks', 'get', 'a'] },
      { id: 2, call: ['blobs', 'get', 'b'] },
    ])
    answer({ id: 3, value: 'of nobody' })
    answer({ id: 2, value: 'two' })
    answer({ id: 1, error: { kind: 'local', message: 'full', code: 'limit' } })
    expect(await second).toBe('two')
    await expect(first).rejects.toMatchObject({ code: 'limit', message: 'full' })
  })

  test('may have events before its answer, and says how many it used', async () => {
    const { client, sent, answer } = setUp()
    const events: JsonValue[] = []
    const call = client.open(['eventLog', 'read', 's'], (event) => void events.push(event))
    answer({ id: 1, event: 'a' })
    answer({ id: 1, event: 'b' })
    call.taken(2)
    call.end()
    answer({ id: 1, value: null })
    answer({ id: 1, event: 'late' })
    expect([events, await call.answered]).toEqual([['a', 'b'], null])
    expect(sent.slice(1)).toEqual([
      { id: 1, taken: 2 },
      { id: 1, end: true },
    ])
  })

  test('that is forgotten is ended once, and hears nothing more', () => {
    const { client, sent, answer } = setUp()
    const events: JsonValue[] = []
    const call = client.open(['bus', 'subscribe', 't'], (event) => void events.push(event))
    call.forget()
    call.forget()
    answer({ id: 1, event: 'a' })
    expect([events, sent.slice(1)]).toEqual([[], [{ id: 1, end: true }]])
  })

  test('that has events without anybody who hears them goes on', async () => {
    const { client, answer } = setUp()
    const call = client.call('tasks', 'get', 'a')
    answer({ id: 1, event: 'a' })
    answer({ id: 1, value: 'one' })
    expect(await call).toBe('one')
  })
})

test('after the end nothing is sent or heard, and all that waits rejects', async () => {
  const { client, sent, listeners } = setUp()
  const waiting = client.open(['inbox', 'take', 'a'])
  client.close()
  await expect(waiting.answered).rejects.toMatchObject(closed)
  await expect(client.call('tasks', 'get', 'a')).rejects.toMatchObject(closed)
  waiting.taken(1)
  waiting.end()
  waiting.forget()
  expect([sent.length, listeners.size]).toEqual([1, 0])
})

test.each([
  [
    'an error of the protocol',
    new RpcError(7, 'no', { a: 1 }),
    { kind: 'rpc', message: 'no', code: 7, data: { a: 1 } },
  ],
  ['one without data', new RpcError(7, 'no'), { kind: 'rpc', message: 'no', code: 7, data: null }],
  ['an error of this library', new OmniportError('limit', 'full'), { kind: 'local', message: 'full', code: 'limit' }],
  ['wrong use', new TypeError('must be'), { kind: 'type', message: 'must be' }],
  ['any error', new RangeError('far'), { kind: 'other', message: 'far' }],
  ['no error', 'text', { kind: 'other', message: 'text' }],
])('%s crosses a channel', (_name, reason, failure) => {
  expect(toStoreFailure(reason)).toEqual(failure)
})

test.each([
  [{ kind: 'rpc', message: 'no', code: 7, data: { a: 1 } }, new RpcError(7, 'no', { a: 1 })],
  [{ kind: 'rpc', message: 'no', code: 7, data: null }, new RpcError(7, 'no')],
  [{ kind: 'local', message: 'full', code: 'limit' }, new OmniportError('limit', 'full')],
  [{ kind: 'type', message: 'must be' }, new TypeError('must be')],
  [{ kind: 'other', message: 'far' }, new Error('far')],
] as const)('%j is an error again', (failure, error) => {
  expect(fromStoreFailure(failure)).toEqual(error)
  expect(fromStoreFailure(failure).constructor).toBe(error.constructor)
})
