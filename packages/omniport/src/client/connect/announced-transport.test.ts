import { channel } from 'node:diagnostics_channel'
import { afterEach, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcMessage } from '../../jsonrpc/messages/messages.js'
import type { PendingOptions } from '../../jsonrpc/pending.js'
import { type Operation, type OperationObserver, operationChannel } from '../../protocol/diagnostics/operation.js'
import type { ClientTransport } from '../../transport/client-transport.js'
import { deferred } from '../fixtures/connect-fake.js'
import { AnnouncedTransport } from './announced-transport.js'

const seen: Operation[] = []
let observer: OperationObserver = { end: () => {} }
const listener = (published: unknown) => {
  const operation = published as Operation
  seen.push(operation)
  operation.observe(observer)
}

afterEach(() => {
  channel(operationChannel).unsubscribe(listener)
  seen.length = 0
})

const network = { transport: 'http', url: new URL('http://127.0.0.1/mcp') } as const
const request = { jsonrpc: '2.0', id: 1, method: 'x/a' } as const
const notification = { jsonrpc: '2.0', method: 'notifications/a' } as const
const response = { jsonrpc: '2.0', id: 1, result: { a: 1 } } as const

/** An announced transport over one that answers everything, and what that was given. */
function start() {
  const sent: RpcMessage[] = []
  const given: (PendingOptions | undefined)[] = []
  const { promise: closed, resolve: end } = deferred<Error | undefined>()
  let closes = 0
  const inner: ClientTransport = {
    revision: '2025-11-25',
    mirrorsArguments: true,
    pid: 7,
    closed,
    request: async (message, options) => {
      sent.push(message)
      given.push(options)
      return response
    },
    notify: (message) => void sent.push(message),
    close: async () => {
      closes += 1
    },
  }
  return { inner, transport: new AnnouncedTransport(inner, network), sent, given, end, closes: () => closes }
}

test('what nobody observes is sent as it is', async () => {
  const { transport, sent, given } = start()
  const options = { timeoutMs: 7 }
  expect(await transport.request(request, options)).toBe(response)
  transport.notify(notification)
  expect([sent[0] === request, sent[1] === notification, given]).toEqual([true, true, [options]])
})

test('a request is announced with its connection, sent with what observers add, and its response is told', async () => {
  const { transport, inner, sent, given } = start()
  const ends: unknown[] = []
  observer = { meta: { traceparent: 't' }, end: (outcome) => ends.push(outcome) }
  channel(operationChannel).subscribe(listener)
  const options = { timeoutMs: 7 }
  expect(await transport.request(request, options)).toBe(response)
  expect(seen).toMatchObject([{ ...network, role: 'sender', message: request, revision: '2025-11-25' }])
  expect(seen[0]?.connection?.key).toBe(inner)
  expect([sent, given]).toEqual([[{ ...request, params: { _meta: { traceparent: 't' } } }], [options]])
  await settled()
  expect(ends).toEqual([{ response }])
})

test('a notification is announced, sent with what observers add, and has no response', () => {
  const { transport, sent } = start()
  const ends: unknown[] = []
  observer = { meta: { traceparent: 't' }, end: (outcome) => ends.push(outcome) }
  channel(operationChannel).subscribe(listener)
  transport.notify(notification)
  expect(seen).toMatchObject([{ ...network, role: 'sender', message: notification }])
  expect(sent).toEqual([{ ...notification, params: { _meta: { traceparent: 't' } } }])
  expect(ends).toEqual([{ response: undefined }])
})

test('the end of the connection is told with its reason', async () => {
  const { transport, end } = start()
  observer = { end: () => {} }
  channel(operationChannel).subscribe(listener)
  transport.notify(notification)
  const reasons: unknown[] = []
  seen[0]?.connection?.onEnd((reason) => reasons.push(reason))
  await settled()
  expect(reasons).toEqual([])
  const lost = new Error('lost')
  end(lost)
  await settled()
  expect([reasons, await transport.closed]).toEqual([[lost], lost])
})

test('all else is that of the transport', async () => {
  const { transport, inner, closes } = start()
  expect([transport.revision, transport.mirrorsArguments, transport.pid]).toEqual(['2025-11-25', true, 7])
  transport.revision = '2025-06-18'
  expect([inner.revision, transport.revision]).toEqual(['2025-06-18', '2025-06-18'])
  await transport.close()
  expect(closes()).toBe(1)
})
