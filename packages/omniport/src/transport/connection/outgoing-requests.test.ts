import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw, type RawOptions } from '#test/support/connect-raw.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { InvalidMessage } from '../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange, Progress, Serve } from '../../protocol/exchange/exchange.js'
import { createLimits, type Limits } from '../../protocol/limits/limits.js'
import { OmniportError } from '../../values/errors/omniport-error.js'

const jsonrpc = '2.0' as const

/** A connection with one request in flight, the exchange of that, and what answers it. */
async function connect(options?: RawOptions, limits?: Partial<Limits>) {
  const exchanges = new Map<string, Exchange>()
  const logger = createRecordingLogger()
  const runtime = createManualRuntime()
  let answer: (result: object) => void = () => {}
  const serve: Serve = async (message, exchange) => {
    exchanges.set(message.method, exchange)
    if (!('id' in message)) return undefined
    if (message.method === 'initialize') return { jsonrpc, id: message.id, result: {} }
    return new Promise((resolve) => {
      answer = (result) => resolve({ jsonrpc, id: message.id, result })
    })
  }
  const environment = { logger, runtime, limits: createLimits(limits) }
  const connection = await connectRaw({ serve, environment }, options)
  const response = connection.request('tools/call', {}, 'call')
  await connection.settle()
  const exchange = exchanges.get('tools/call')
  return { exchange, exchanges, response, logger, runtime, answer: (x: object) => answer(x), ...connection }
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

describe('while a question is out', () => {
  test('the time that its handler may take stands still, and then goes on', async () => {
    const { exchange, messages, response, send, settle, close, runtime } = await connect({}, { handlerMs: 100 })
    runtime.advance(60)
    const asked = [1, 2].map(() => exchange?.ask?.({ method: 'roots/list' }))
    await settle()
    const [first, second] = messages.splice(0)
    runtime.advance(5_000)
    send({ jsonrpc, id: first?.id, result: {} })
    await asked[0]
    runtime.advance(5_000)
    send({ jsonrpc, id: second?.id, error: { code: 1, message: 'no' } })
    await expect(asked[1]).rejects.toThrow('no')
    runtime.advance(39)
    expect(exchange?.signal.aborted).toBe(false)
    runtime.advance(1)
    expect((await response).error).toEqual({ code: -32603, message: 'tools/call took longer than 100 ms' })
    close()
  })

  test('it has a time of its own, and is then cancelled', async () => {
    verifies('CAN-01', 'ELI-36', 'VER-13')
    const { exchange, messages, settle, close, runtime } = await connect({}, { questionMs: 500 })
    const asked = exchange?.ask?.({ method: 'roots/list' })
    await settle()
    runtime.advance(500)
    await expect(asked).rejects.toEqual(new OmniportError('timeout', 'No answer within 500 ms'))
    await settle()
    const params = { requestId: messages[0]?.id, reason: 'No answer within 500 ms' }
    expect(messages[1]).toEqual({ jsonrpc, method: 'notifications/cancelled', params })
    close()
  })

  test.each(['answered', 'cancelled'])('its request can be %s: then it is given up', async (how) => {
    const { exchange, messages, answer, notify, settle, close } = await connect()
    const asked = exchange?.ask?.({ method: 'roots/list' }).catch((error: unknown) => error)
    await settle()
    const [question] = messages.splice(0)
    if (how === 'answered') answer({})
    else notify('notifications/cancelled', { requestId: 'call' })
    const expected = how === 'answered' ? { code: 'closed' } : { name: 'AbortError' }
    expect(await asked).toMatchObject(expected)
    await settle()
    const params = { requestId: question?.id, reason: 'The caller cancelled' }
    expect(messages).toEqual([{ jsonrpc, method: 'notifications/cancelled', params }])
    await expect(exchange?.ask?.({ method: 'roots/list' })).rejects.toEqual(
      new OmniportError('closed', 'tools/call is over: nothing more can be asked'),
    )
    close()
  })

  test('the connection can break: then it rejects, whatever the reason', async () => {
    const { exchange, served, settle } = await connect()
    const asked = exchange?.ask?.({ method: 'roots/list' }).catch((error: unknown) => error)
    await settle()
    const reason = new Error('EPIPE')
    served.abort(reason)
    expect(await asked).toEqual(new OmniportError('closed', 'The connection is over'))
    expect(((await asked) as Error).cause).toBe(reason)
  })
})

describe('the progress of a question', () => {
  const progress = (progressToken: unknown, done: number, more: object = {}) => ({
    jsonrpc,
    method: 'notifications/progress',
    params: { progressToken, progress: done, ...more },
  })

  test('is told to whoever wants it, and gives it time', async () => {
    verifies('PRO-01')
    const { exchange, messages, send, settle, close, runtime } = await connect()
    const seen: Progress[] = []
    const onProgress = (update: Progress) => void seen.push(update)
    const params = { a: 1, _meta: { 'x/y': 1, progressToken: 'mine' } }
    const asked = exchange?.ask?.({ method: 'sampling/createMessage', params }, { onProgress, timeoutMs: 100 })
    await settle()
    const [{ id, ...question } = {}] = messages.splice(0)
    expect(question).toEqual({
      jsonrpc,
      method: 'sampling/createMessage',
      params: { a: 1, _meta: { 'x/y': 1, progressToken: id } },
    })
    runtime.advance(99)
    send(progress(id, 0.5, { total: 2, message: 'half' }))
    send(progress('other', 1))
    send(progress(id, 0.5))
    send(progress(id, 1, { total: 'x' }))
    await settle()
    expect(seen).toEqual([{ progress: 0.5, total: 2, message: 'half' }, { progress: 1 }])
    runtime.advance(99)
    send({ jsonrpc, id, result: { ok: true } })
    expect(await asked).toEqual({ ok: true })
    send(progress(id, 2))
    await settle()
    expect([seen.length, messages]).toEqual([2, []])
    close()
  })

  test('that fails to be heard is reported, and the question goes on', async () => {
    const { exchange, messages, send, settle, close, logger } = await connect()
    const problem = new Error('deaf')
    const onProgress = () => {
      throw problem
    }
    const asked = exchange?.ask?.({ method: 'sampling/createMessage' }, { onProgress })
    await settle()
    const id = messages[0]?.id
    expect(messages[0]?.params).toEqual({ _meta: { progressToken: id } })
    send(progress(id, 1))
    send({ jsonrpc, id, result: {} })
    expect(await asked).toEqual({})
    expect(logger.errors).toEqual([{ message: 'onProgress of sampling/createMessage failed', error: problem }])
    close()
  })

  test('that nobody wants gives it no time', async () => {
    const { exchange, messages, send, settle, close, runtime } = await connect()
    const asked = exchange?.ask?.({ method: 'sampling/createMessage' }, { timeoutMs: 100 })
    await settle()
    runtime.advance(99)
    send(progress(messages[0]?.id, 1))
    await settle()
    runtime.advance(1)
    await expect(asked).rejects.toMatchObject({ code: 'timeout' })
    close()
  })
})

test('nothing is asked while the client initializes, nor for a notification', async () => {
  const { exchanges, close } = await connect()
  const asks = ['initialize', 'notifications/initialized', 'tools/call'].map((name) => typeof exchanges.get(name)?.ask)
  expect(asks).toEqual(['undefined', 'undefined', 'function'])
  close()
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
