import { describe, expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { InvalidMessage } from '../../jsonrpc/messages/parse-message.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { DuplexConnection } from './duplex-connection.js'

/** The client's end of a connection, whose handlers wait until they are aborted. */
function open(revision: Revision = '2025-11-25') {
  const sent: unknown[] = []
  const errors: unknown[] = []
  const exchanges: Exchange[] = []
  const notified: string[] = []
  const connection = new DuplexConnection({
    sink: { send: (message) => void sent.push(message) },
    serve: async (message, exchange) => {
      if (!('id' in message)) {
        notified.push(message.method)
        return undefined
      }
      exchanges.push(exchange)
      return new Promise(() => {})
    },
    limits: defaultLimits,
    runtime: createManualRuntime(),
    onError: (error) => void errors.push(error),
    close: async () => {},
  })
  connection.revision = revision
  return { connection, sent, errors, exchanges, notified }
}

const jsonrpc = '2.0'
const request = (id: number) => ({ jsonrpc, id, method: 'tools/list' }) as const
const error = { code: -32700, message: 'Parse error', data: { at: 1 } }

describe('an error without an id', () => {
  test('rejects the only request that waits', async () => {
    const { connection, errors } = open()
    const answer = connection.request(request(1))
    connection.receive({ jsonrpc, id: null, error })
    expect([(await answer).error, errors]).toEqual([error, []])
  })

  test.each([0, 2])('is reported where %i wait', async (count) => {
    const { connection, errors, sent } = open()
    const answers = Array.from({ length: count }, (_, id) => connection.request(request(id)))
    connection.receive({ jsonrpc, id: null, error })
    expect(errors).toEqual([expect.objectContaining(error)])
    expect(sent).toHaveLength(count)
    for (const id of answers.keys()) connection.receive({ jsonrpc, id, result: {} })
    expect((await Promise.all(answers)).map(({ result }) => result)).toEqual(answers.map(() => ({})))
  })
})

test('an answer to what nobody asked is dropped', () => {
  const { connection, errors, sent } = open()
  connection.receive({ jsonrpc, id: 9, result: {} })
  connection.receive({ jsonrpc, id: 9, error })
  expect([errors, sent]).toEqual([[], []])
})

describe('a cancellation of the server', () => {
  const cancellation = (requestId: unknown) => ({
    jsonrpc,
    method: 'notifications/cancelled',
    params: { requestId, reason: 'enough' },
  })

  test('reaches the handler of its question, which is not answered', async () => {
    const { connection, sent, exchanges, notified } = open()
    connection.receive({ jsonrpc, id: 's1', method: 'sampling/createMessage' })
    await settled()
    connection.receive(cancellation('s2'))
    expect(exchanges.map(({ signal }) => signal.aborted)).toEqual([false])
    connection.receive(cancellation('s1'))
    await settled()
    expect(exchanges.map(({ signal }) => signal.reason.message)).toEqual([expect.stringContaining('enough')])
    expect([sent, notified]).toEqual([[], ['notifications/cancelled', 'notifications/cancelled']])
  })

  test('is told to the request that it ends at 2026-07-28', () => {
    const { connection, notified } = open('2026-07-28')
    const notices: string[] = []
    const waiting = { onNotification: ({ method }: { readonly method: string }) => void notices.push(method) }
    connection.request(request(1), waiting).catch(() => {})
    connection.receive(cancellation(1))
    connection.receive(cancellation(2))
    expect([notices, notified]).toEqual([
      ['notifications/cancelled'],
      ['notifications/cancelled', 'notifications/cancelled'],
    ])
    connection.end(undefined)
  })

  test('says nothing to a request of its id before that', () => {
    const { connection } = open()
    const notices: string[] = []
    const waiting = { onNotification: ({ method }: { readonly method: string }) => void notices.push(method) }
    connection.request(request(1), waiting).catch(() => {})
    connection.receive(cancellation(1))
    expect(notices).toEqual([])
    connection.end(undefined)
  })
})

describe('what asks and is broken', () => {
  test.each<[string, Revision, unknown[]]>([
    ['answered with its id', '2025-11-25', [{ jsonrpc, id: 's1', error: { code: -32600, message: 'broken' } }]],
    ['not answered where servers ask nothing', '2026-07-28', []],
  ])('is reported, and %s: %s', (_name, revision, answers) => {
    const { connection, sent, errors } = open(revision)
    const broken = new InvalidMessage('broken', 's1', 'request')
    connection.receiveBroken(broken)
    expect([sent, errors]).toEqual([answers, [broken]])
  })

  test.each(['2025-11-25', '2026-07-28'] as const)('is only reported where it has no id: %s', (revision) => {
    const { connection, sent, errors } = open(revision)
    connection.receive({ jsonrpc, method: 5 })
    expect([sent, errors]).toEqual([[], [expect.any(InvalidMessage)]])
  })
})

test.each(['2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28'] as const)(
  'a batch of a server is reported at %s, which has none',
  (revision) => {
    const { connection, errors } = open(revision)
    connection.receive([{ jsonrpc, method: 'notifications/x' }])
    expect(errors).toEqual([expect.objectContaining({ code: -32600, message: 'Batches are not allowed' })])
  },
)
