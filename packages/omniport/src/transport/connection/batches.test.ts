import { describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { connectRaw, type RawConnection } from '#test/support/connect-raw.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import type { Serve } from '../../protocol/exchange/exchange.js'
import type { LimitOptions } from '../../protocol/limits/limit-options.js'
import { createLimits } from '../../protocol/limits/limits.js'
import type { revisions } from '../../protocol/revisions/revision.js'

const jsonrpc = '2.0' as const
const result = (id: string | number, value: unknown) => ({ jsonrpc, id, result: value })
const refusal = (id: string | number, message: string) => ({ jsonrpc, id, error: { code: -32600, message } })

/** Answers a method with its name, but for some. */
const serve: Serve = async (message) => {
  if (!('id' in message)) return undefined
  if (message.method === 'never') return new Promise(() => {})
  if (message.method === 'big') return { jsonrpc, id: message.id, result: { n: 1n } }
  if (message.method === 'fail') throw new Error('secret')
  return { jsonrpc, id: message.id, result: message.method }
}

async function connect(revision: (typeof revisions)[number] = '2025-03-26', limits: LimitOptions = { batch: 4 }) {
  const logger = createRecordingLogger()
  const connection = await connectRaw({ serve, environment: { logger, limits: createLimits(limits) } }, { revision })
  return { logger, ...connection }
}

async function answersTo(connection: RawConnection, batch: readonly unknown[]): Promise<unknown> {
  connection.send(batch)
  await connection.settle()
  return connection.messages.splice(0)
}

const ask = (id: unknown, method = 'a') => ({ jsonrpc, id, method })
const notification = { jsonrpc, method: 'notifications/x' }
const internal = { code: -32603, message: 'Internal error' }

const answered: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
  ['requests, with one array', [ask(1), ask('1', 'b')], [[result(1, 'a'), result('1', 'b')]]],
  [
    'requests and notifications, with the answers to the requests',
    [notification, ask(1), notification],
    [[result(1, 'a')]],
  ],
  ['notifications, with nothing', [notification, notification], []],
  ['responses, with nothing', [result(5, 1), result(6, 1)], []],
  ['what fails, with the rest', [ask(1, 'fail'), ask(2)], [[{ jsonrpc, id: 1, error: internal }, result(2, 'a')]]],
  [
    'what JSON cannot carry, with the rest',
    [ask(1), ask(2, 'big')],
    [[result(1, 'a'), { jsonrpc, id: 2, error: internal }]],
  ],
  [
    'what is no message, with the rest',
    [ask(1), { jsonrpc, id: 2, method: 5 }, 'x', { jsonrpc, id: null, method: 'a' }],
    [[refusal(2, 'Invalid message: method must be a string'), result(1, 'a')]],
  ],
  ['nothing but what is no message', [1, null, []], []],
]

describe('at 2025-03-26 a batch is answered:', () => {
  test.each(answered)('%s', async (_name, batch, expected) => {
    verifies('BASE-13')
    const connection = await connect()
    expect(await answersTo(connection, batch)).toEqual(expected)
    connection.close()
  })

  test('with what is left when one of its requests is cancelled', async () => {
    verifies('BASE-13', 'CAN-08')
    const connection = await connect()
    expect(await answersTo(connection, [ask(1, 'never'), ask(2)])).toEqual([])
    connection.notify('notifications/cancelled', { requestId: 1 })
    await connection.settle()
    expect(connection.messages).toEqual([[result(2, 'a')]])
    connection.close()
  })

  test('with all of its answers, though not as many are served at once', async () => {
    verifies('BASE-13', 'STDIO-07')
    const connection = await connect('2025-03-26', { pipeInFlight: 3 })
    const ids = Array.from({ length: 100 }, (_, id) => id)
    expect(
      await answersTo(
        connection,
        ids.map((id) => ask(id)),
      ),
    ).toEqual([ids.map((id) => result(id, 'a'))])
    connection.close()
  })

  test('with what others leave room for, and the rest when they have ended', async () => {
    const connection = await connect('2025-03-26', { pipeInFlight: 2 })
    connection.send(ask('busy', 'never'))
    const waiting = await answersTo(connection, [ask(1, 'never'), ask(2), ask(3)])
    connection.notify('notifications/cancelled', { requestId: 3 })
    connection.notify('notifications/cancelled', { requestId: 1 })
    await connection.settle()
    expect([waiting, connection.messages]).toEqual([[], [[result(2, 'a')]]])
    connection.close()
  })

  test('with a refusal for an id that is in use', async () => {
    const connection = await connect()
    connection.send(ask(1, 'never'))
    expect(await answersTo(connection, [ask(1), ask(2)])).toEqual([
      [refusal(1, 'The id 1 is still in use'), result(2, 'a')],
    ])
    connection.close()
  })
})

const whole: readonly (readonly [string, readonly unknown[], string, readonly (string | number)[]])[] = [
  ['too many messages', [ask(1), ask(2), ask(3), ask(4), ask(5)], 'A batch holds at most 4 messages', [1, 2, 3, 4]],
  ['initialize', [ask(1), ask(2, 'initialize')], 'initialize must not be part of a batch', [1, 2]],
  [
    'requests and responses',
    [ask(1), result(2, 0)],
    'A batch holds requests and notifications, or responses, not both',
    [1],
  ],
  ['an id twice', [ask('1'), ask(1), ask('1')], 'The id "1" stands twice in the batch', ['1', 1]],
]

describe('at 2025-03-26 a batch is refused whole with', () => {
  test.each(whole)('%s', async (_name, batch, message, ids) => {
    verifies('BASE-15')
    const connection = await connect()
    expect(await answersTo(connection, batch)).toEqual(ids.map((id) => refusal(id, message)))
    connection.close()
  })

  test('nothing in it, which nobody can be told', async () => {
    const connection = await connect()
    expect(await answersTo(connection, [])).toEqual([])
    expect(connection.logger.errors.map(({ error }) => (error as Error).message)).toEqual(['A batch must not be empty'])
    connection.close()
  })
})

describe.each(['2024-11-05', '2025-06-18', '2025-11-25'] as const)('at %s there are no batches', (revision) => {
  test('and every request that could be read is told so', async () => {
    const connection = await connect(revision)
    const refused = [ask(1), notification, ask('b'), ask(1.5), ask(null)]
    const message = 'Batches are not allowed'
    expect(await answersTo(connection, refused)).toEqual([refusal(1, message), refusal('b', message)])
    connection.close()
  })
})

test.each([
  ['2024-11-05', []],
  ['2025-06-18', []],
  ['2025-11-25', [{ jsonrpc, error: { code: -32600, message: 'Batches are not allowed' } }]],
] as const)('at %s an empty array is answered with %j', async (revision, expected) => {
  verifiesIn(revision, 'BASE-08')
  const connection = await connect(revision)
  expect(await answersTo(connection, [])).toEqual(expected)
  connection.close()
})
