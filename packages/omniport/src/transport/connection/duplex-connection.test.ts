import { describe, expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import type { RpcMessage, RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { InvalidMessage } from '../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { createLimits, defaultLimits } from '../../protocol/limits/limits.js'
import { DuplexConnection, type DuplexConnectionOptions } from './duplex-connection.js'

function open(more: Partial<DuplexConnectionOptions> = {}) {
  const sent: unknown[] = []
  const served: (RpcRequest | RpcNotification)[] = []
  const errors: unknown[] = []
  const connection = new DuplexConnection({
    sink: { send: (message: RpcMessage | readonly RpcMessage[]) => void sent.push(message) },
    serve: async (message) => {
      served.push(message)
      return 'id' in message ? { jsonrpc: '2.0', id: message.id, result: {} } : undefined
    },
    limits: defaultLimits,
    runtime: createManualRuntime(),
    onError: (error) => void errors.push(error),
    close: async () => {},
    ...more,
  })
  connection.revision = '2025-11-25'
  return { connection, sent, served, errors }
}

const ping = { jsonrpc: '2.0', id: 's1', method: 'ping' }
const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }

test.each<[string, (connection: DuplexConnection) => unknown]>([
  ['the other side is gone', (connection) => connection.end(new Error('gone'))],
  ['it was closed', (connection) => connection.close()],
])('what still arrives after %s is neither served nor answered', async (_name, end) => {
  const { connection, sent, served, errors } = open()
  connection.receive(ping)
  await settled()
  expect([served.length, sent.length]).toEqual([1, 1])
  await end(connection)
  for (const message of [ping, changed, { jsonrpc: '2.0', id: 1, result: {} }, 'no message'])
    connection.receive(message)
  await settled()
  expect([served.length, sent.length, errors]).toEqual([1, 1, []])
})

test('after its end nothing is sent, and what is not a message is only reported', async () => {
  const { connection, sent, errors } = open()
  connection.end(undefined)
  connection.notify({ jsonrpc: '2.0', method: 'notifications/cancelled' })
  await expect(connection.request({ jsonrpc: '2.0', id: 1, method: 'ping' })).rejects.toMatchObject({ code: 'closed' })
  const broken = new InvalidMessage('broken', 1, 'request')
  connection.receiveBroken(broken)
  expect([sent, errors]).toEqual([[], [broken]])
})

const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' }) as const

describe('what is not a message', () => {
  test('rejects the request that it would answer, which the server is not told', async () => {
    const { connection, sent, errors } = open()
    const answer = connection.request(request(7))
    const broken = new InvalidMessage('broken', 7, 'response')
    connection.receiveBroken(broken)
    await expect(answer).rejects.toBe(broken)
    expect([sent, errors]).toEqual([[request(7)], []])
  })

  test('is answered with its id where it would ask, and reported', () => {
    const { connection, sent, errors } = open()
    const broken = new InvalidMessage('broken', 's1', 'request')
    connection.receiveBroken(broken)
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 's1', error: { code: -32600, message: 'broken' } }])
    expect(errors).toEqual([broken])
  })

  test('is reported and not answered where it is other output', () => {
    const { connection, sent, errors } = open()
    const output = RpcError.parseError('no JSON')
    connection.receiveBroken(output)
    expect([sent, errors]).toEqual([[], [output]])
  })
})

describe('a request', () => {
  test('is pending until it is answered or fails, and takes a raw result only if that was said', async () => {
    const { connection } = open()
    const [plain, raw] = [connection.request(request(1)), connection.request(request(2), { acceptsRaw: true })]
    expect([1, 2, 3].map((id) => connection.isPending(id))).toEqual([true, true, false])
    expect([1, 2, 3].map(connection.acceptsRaw)).toEqual([false, true, false])
    connection.receive({ jsonrpc: '2.0', id: 1, result: {} })
    expect((await plain).result).toEqual({})
    const reason = new Error('unsent')
    expect([connection.failRequest(2, reason), connection.failRequest(2, reason)]).toEqual([true, false])
    await expect(raw).rejects.toBe(reason)
    expect([1, 2].map((id) => connection.isPending(id))).toEqual([false, false])
  })

  test.each<[string, Error | undefined, object]>([
    ['a reason', new Error('gone'), { message: 'gone' }],
    ['none', undefined, { code: 'closed', message: 'The connection was closed' }],
  ])('rejects when the other side is gone, with %s', async (_name, reason, expected) => {
    const { connection } = open()
    const answer = connection.request(request(1))
    connection.end(reason)
    connection.end(new Error('again'))
    await expect(answer).rejects.toMatchObject(expected)
    expect([await connection.closed, connection.isOver]).toEqual([reason, true])
  })

  test('is not sent after the end', async () => {
    const { connection, sent } = open()
    expect(connection.isOver).toBe(false)
    connection.end(undefined)
    await expect(connection.request(request(1))).rejects.toMatchObject({
      code: 'closed',
      message: 'The connection is closed',
    })
    expect(sent).toEqual([])
  })
})

describe('a request of the server', () => {
  test('is aborted when the connection ends, and not answered', async () => {
    const signals: AbortSignal[] = []
    const { connection, sent } = open({
      serve: (_message, { signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
    })
    connection.receive(ping)
    await settled()
    const reason = new Error('gone')
    connection.end(reason)
    await settled()
    expect([signals.map((signal) => signal.reason), sent]).toEqual([[reason], []])
  })

  test('is refused by the newest revision: it is reported, neither served nor answered', async () => {
    const { connection, sent, served, errors } = open()
    connection.revision = '2026-07-28'
    connection.receive(ping)
    connection.receive(changed)
    await settled()
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'invalid_result',
        message: 'The server asked ping, which 2026-07-28 forbids',
      }),
    ])
    expect([sent, served]).toEqual([[], [changed]])
  })

  test('has the newest revision of its era while none is known, and can send notifications', async () => {
    const revisions: unknown[] = []
    const { connection, sent } = open({
      serve: async (message, exchange) => {
        revisions.push(exchange.revision, exchange.client)
        exchange.notify({ jsonrpc: '2.0', method: 'notifications/x' })
        return 'id' in message ? { jsonrpc: '2.0', id: message.id, result: {} } : undefined
      },
    })
    connection.revision = undefined
    connection.receive(ping)
    await settled()
    expect(revisions).toEqual(['2025-11-25', { capabilities: {} }])
    expect(sent).toEqual([
      { jsonrpc: '2.0', method: 'notifications/x' },
      { jsonrpc: '2.0', id: 's1', result: {} },
    ])
  })
})

test('a batch of a server may mix answers and questions, within the limit', async () => {
  const { connection, sent, served, errors } = open({ limits: createLimits({ batch: 2 }) })
  connection.revision = '2025-03-26'
  const answer = connection.request(request(1))
  connection.receive([{ jsonrpc: '2.0', id: 1, result: { a: 1 } }, ping])
  expect((await answer).result).toEqual({ a: 1 })
  await settled()
  expect([served.length, sent.slice(1)]).toEqual([1, [[{ jsonrpc: '2.0', id: 's1', result: {} }]]])
  connection.receive([changed, changed, changed])
  await settled()
  expect(errors).toEqual([expect.objectContaining({ message: 'A batch holds at most 2 messages' })])
})

test('the channel is closed once, after the end, and the connection knows its process', async () => {
  const log: unknown[] = []
  const { connection } = open({
    pid: 5,
    close: async () => {
      log.push(connection.isOver)
    },
  })
  await Promise.all([connection.close(), connection.close()])
  expect([connection.pid, await connection.closed, log]).toEqual([5, undefined, [true]])
})
