import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../../test/requirements/verifies.js'
import { connectRaw, type RawOptions } from '../../../../../test/support/connect-raw.js'
import { createRecordingLogger } from '../../../../../test/support/recording-logger.js'
import { InvalidMessage } from '../../jsonrpc/parse-message.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'
import type { Exchange, Serve } from '../../protocol/exchange.js'

const jsonrpc = '2.0' as const

/** A connection with one request in flight, and the exchange of that. */
async function connect(options?: RawOptions) {
  const exchanges: Exchange[] = []
  const logger = createRecordingLogger()
  const serve: Serve = async (message, exchange) => {
    if (!('id' in message)) return undefined
    if (message.method === 'initialize') return { jsonrpc, id: message.id, result: {} }
    exchanges.push(exchange)
    return new Promise(() => {})
  }
  const connection = await connectRaw({ serve, environment: { logger } }, options)
  void connection.request('tools/call')
  await connection.settle()
  return { exchange: exchanges[0], logger, ...connection }
}

describe('a question to the client', () => {
  test('is settled by the answer with its id', async () => {
    verifies('BASE-04', 'BASE-06')
    const { exchange, messages, send, settle, close } = await connect()
    const asked = [1, 2].map(() => exchange?.ask?.({ method: 'roots/list', params: { a: 1 } }))
    await settle()
    const ids = messages.map(({ id }) => id)
    expect(messages).toEqual(ids.map((id) => ({ jsonrpc, id, method: 'roots/list', params: { a: 1 } })))
    expect(ids.map((id) => /^[0-9a-f]{32}$/.test(String(id)))).toEqual([true, true])
    expect(new Set(ids).size).toBe(2)
    send({ jsonrpc, id: ids[1], result: { second: true } })
    send({ jsonrpc, id: ids[0], error: { code: -1, message: 'no', data: 5 } })
    await expect(asked[0]).rejects.toEqual(new RpcError(-1, 'no', 5))
    expect(await asked[1]).toEqual({ second: true })
    close()
  })

  test.each([
    ['neither result nor error', 'either', {}, 'a request needs a method, a response a result or an error'],
    [
      'both',
      'response',
      { result: {}, error: { code: 1, message: 'm' } },
      'a response has a result or an error, not both',
    ],
    ['an error that is none', 'response', { error: 'no' }, 'error must be an object'],
  ] as const)('rejects when the answer has %s; nobody is answered', async (_name, shape, members, problem) => {
    const { exchange, messages, send, settle, close, logger } = await connect()
    const asked = exchange?.ask?.({ method: 'roots/list' })
    await settle()
    const [question] = messages.splice(0)
    send({ jsonrpc, id: question?.id, ...members })
    await expect(asked).rejects.toEqual(new InvalidMessage(`Invalid message: ${problem}`, question?.id ?? null, shape))
    await settle()
    expect([messages, logger.errors]).toEqual([[], []])
    close()
  })

  test('that is given up is cancelled by name', async () => {
    verifies('CAN-01')
    const { exchange, messages, settle, close } = await connect()
    const controller = new AbortController()
    const asked = exchange?.ask?.({ method: 'roots/list' }, { signal: controller.signal })
    await settle()
    controller.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
    await settle()
    const [question, cancelled] = messages
    const params = { requestId: question?.id, reason: 'The caller cancelled' }
    expect(cancelled).toEqual({ jsonrpc, method: 'notifications/cancelled', params })
    close()
  })

  test('does not exist at 2026-07-28', async () => {
    verifies('BASE-19')
    const { exchange, close } = await connect({ revision: '2026-07-28' })
    expect([exchange?.ask, exchange?.session]).toEqual([undefined, undefined])
    close()
  })
})

describe('what is neither question nor answer', () => {
  test('and names nothing of ours is refused as a request', async () => {
    const { send, messages, settle, close } = await connect()
    send({ jsonrpc, id: 77 })
    await settle()
    const message = 'Invalid message: a request needs a method, a response a result or an error'
    expect(messages).toEqual([{ jsonrpc, id: 77, error: { code: -32600, message } }])
    close()
  })
})

describe('outside any request', () => {
  test('only ping and roots/list are asked', async () => {
    const { exchange, messages, settle, close } = await connect()
    const session = exchange?.session
    const asked = [session?.request({ method: 'ping' }), session?.request({ method: 'roots/list' })]
    await expect(session?.request({ method: 'sampling/createMessage' })).rejects.toEqual(
      RpcError.internal('sampling/createMessage is asked only while serving a request'),
    )
    await settle()
    expect(messages.map(({ method }) => method)).toEqual(['ping', 'roots/list'])
    for (const question of asked) question?.catch(() => {})
    close()
  })
})

test('until the client says that it is ready, change notices wait, one of each kind', async () => {
  const { exchange, messages, notify, settle, close } = await connect({ handshake: 'half' })
  const changed = (method: string, params?: Readonly<Record<string, unknown>>) => ({
    jsonrpc,
    method: `notifications/${method}`,
    ...(params && { params }),
  })
  const log = changed('message', { level: 'info', data: 1 })
  const tools = changed('tools/list_changed')
  const updated = (uri: string) => changed('resources/updated', { uri })
  for (const notice of [tools, updated('a:1'), log, updated('a:2'), tools, updated('a:1')])
    exchange?.session?.notify(notice)
  await settle()
  expect(messages.splice(0)).toEqual([log])
  notify('notifications/initialized')
  await settle()
  expect(messages.splice(0)).toEqual([tools, updated('a:1'), updated('a:2')])
  exchange?.session?.notify(tools)
  exchange?.session?.notify(tools)
  await settle()
  expect(messages).toEqual([tools, tools])
  close()
})
