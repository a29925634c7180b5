import { describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { connectRaw, type RawOptions } from '#test/support/connect-raw.js'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange, Serve } from '../../protocol/exchange/exchange.js'
import { createLimits } from '../../protocol/limits/limits.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { type Revision, revisions } from '../../protocol/revisions/revision.js'
import { OmniportError } from '../../values/errors/omniport-error.js'

const jsonrpc = '2.0' as const
const clientInfo = { name: 'c', version: '1' }
const initialize = (protocolVersion: string) => ({ protocolVersion, capabilities: {}, clientInfo })
const meta = { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: {} }
const modern = (id: number, method: string, more = {}) => ({
  jsonrpc,
  id,
  method,
  params: { _meta: { ...meta, ...more } },
})

interface Seen {
  readonly method: string
  readonly exchange: Exchange
}

/** Answers with the revision of the exchange, or as a method of that name is told to. */
async function connect(
  options: RawOptions & { answers?: Record<string, Serve>; revisions?: readonly Revision[] } = {},
) {
  const { answers = {}, revisions: served } = options
  const seen: Seen[] = []
  const logger = createRecordingLogger()
  const runtime = createManualRuntime()
  const serve: Serve = async (message, exchange) => {
    seen.push({ method: message.method, exchange })
    const answer = answers[message.method]
    if (answer !== undefined) return answer(message, exchange)
    return 'id' in message ? { jsonrpc, id: message.id, result: { revision: exchange.revision } } : undefined
  }
  const limits = createLimits({ handlerMs: 100 })
  const connection = await connectRaw({ serve, environment: { logger, runtime, limits, revisions: served } }, options)
  return { seen, logger, runtime, ...connection }
}

const never: Serve = () => new Promise(() => {})

describe('a message finds its revision', () => {
  test.each(revisions)('by what was agreed or said: %s', async (revision) => {
    verifiesIn(revision, 'VER-10', 'BASE-25')
    const { request, close } = await connect({ revision })
    expect((await request('x')).result).toEqual({ revision })
    close()
  })

  test('of its own at 2026-07-28 within an older session, which goes on', async () => {
    verifies('BASE-25', 'VER-25')
    const { request, send, messages, seen, settle, close } = await connect({ capabilities: { roots: {} } })
    send(modern(7, 'x', { [metaKeys.clientCapabilities]: { sampling: {} } }))
    await settle()
    expect(messages).toEqual([{ jsonrpc, id: 7, result: { revision: '2026-07-28' } }])
    expect((await request('x')).result).toEqual({ revision: '2025-11-25' })
    const [own, session] = seen.slice(-2).map(({ exchange }) => exchange)
    expect([own?.client.capabilities, own?.session, own?.ask]).toEqual([{ sampling: {} }, undefined, undefined])
    expect([session?.client.capabilities, session?.session?.revision]).toEqual([{ roots: {} }, '2025-11-25'])
    close()
  })

  test('anew for every modern request: nothing is kept of the last', async () => {
    verifies('BASE-25', 'BASE-26')
    const { send, messages, settle, close } = await connect({ revision: '2026-07-28' })
    send(modern(1, 'x'))
    send({ jsonrpc, id: 2, method: 'x' })
    send({ jsonrpc, id: 3, method: 'x', params: { _meta: { [metaKeys.protocolVersion]: '2026-07-28' } } })
    await settle()
    expect(messages.map(({ id, error }) => [id, error?.code])).toEqual([
      [2, -32602],
      [3, -32602],
      [1, undefined],
    ])
    close()
  })
})

describe('before anything is agreed', () => {
  test('a ping is answered, and any other request told what is missing', async () => {
    verifies('PING-01', 'VER-01', 'VER-17')
    const { request, close } = await connect({ handshake: 'none' })
    expect((await request('ping')).result).toEqual({ revision: '2024-11-05' })
    const message =
      'Send initialize first, or the fields of 2026-07-28 in params._meta: "io.modelcontextprotocol/protocolVersion" is missing'
    expect((await request('tools/list')).error).toEqual({ code: -32602, message })
    close()
  })

  test.each([
    ['server/discover', {}, 'params._meta must carry "io.modelcontextprotocol/protocolVersion"'],
    [
      'tools/list',
      { _meta: { ...meta, [metaKeys.clientCapabilities]: 1 } },
      `params._meta["${metaKeys.clientCapabilities}"] must be an object`,
    ],
  ])('a modern %s without its fields is -32602', async (method, params, message) => {
    verifies('VER-17')
    const { request, close } = await connect({ handshake: 'none' })
    expect((await request(method, params)).error).toEqual({ code: -32602, message })
    close()
  })

  test.each([
    ['an unknown version', '2099-01-01', revisions, [...revisions].reverse()],
    ['an older version', '2025-11-25', revisions, [...revisions].reverse()],
    ['a version that is switched off', '2026-07-28', ['2025-11-25'], ['2025-11-25']],
  ] as const)('a modern request with %s is -32022', async (_name, version, served, supported) => {
    verifies('VER-20', 'ERR-07', 'VER-12')
    const { send, messages, settle, close } = await connect({ handshake: 'none', revisions: served })
    send(modern(1, 'tools/list', { [metaKeys.protocolVersion]: version }))
    await settle()
    const error = { code: -32022, message: 'Unsupported protocol version', data: { supported, requested: version } }
    expect(messages).toEqual([{ jsonrpc, id: 1, error }])
    close()
  })

  test('initialize is refused by who serves no legacy revision, naming those there are', async () => {
    const { request, close } = await connect({ handshake: 'none', revisions: ['2026-07-28'] })
    expect((await request('initialize', initialize('2025-11-25'))).error).toEqual({
      code: -32022,
      message: 'Unsupported protocol version',
      data: { supported: ['2026-07-28'], requested: '2025-11-25' },
    })
    close()
  })
})

describe('initialize', () => {
  test('opens a session that what follows at once belongs to, in order', async () => {
    verifies('VER-01')
    const { send, seen, settle, close } = await connect({ handshake: 'none' })
    send({ jsonrpc, id: 1, method: 'initialize', params: initialize('2025-06-18') })
    send({ jsonrpc, method: 'notifications/initialized' })
    send({ jsonrpc, id: 2, method: 'x' })
    await settle()
    expect(seen.map(({ method, exchange }) => [method, exchange.session?.revision])).toEqual([
      ['initialize', '2025-06-18'],
      ['notifications/initialized', '2025-06-18'],
      ['x', '2025-06-18'],
    ])
    close()
  })

  const internal = { code: -32603, message: 'Internal error' }
  const refused = { code: 1, message: 'no' }

  const failures: readonly (readonly [string, Serve, object])[] = [
    ['an error', async () => ({ jsonrpc, id: 1, error: refused }), refused],
    ['what is thrown', async () => Promise.reject(new RpcError(1, 'no')), refused],
    [
      'what is thrown at once',
      () => {
        throw new RpcError(1, 'no')
      },
      refused,
    ],
    ['what JSON cannot carry', async () => ({ jsonrpc, id: 1, result: { n: 1n } }), internal],
    ['nothing in time', never, { code: -32603, message: 'initialize took longer than 100 ms' }],
  ]

  test.each(failures)('that ends with %s opens no session', async (_name, serve, error) => {
    const { request, seen, runtime, settle, close } = await connect({
      handshake: 'none',
      answers: { initialize: serve },
    })
    const answer = request('initialize', initialize('2025-11-25'))
    await settle()
    runtime.advance(100)
    expect((await answer).error).toEqual(error)
    expect(seen[0]?.exchange.session?.signal.reason).toEqual(new OmniportError('closed', 'initialize failed'))
    expect((await request('x')).error?.code).toBe(-32602)
    close()
  })

  test('that succeeds again starts over: the first session ends, the second is another', async () => {
    const { request, seen, close } = await connect()
    const first = seen[0]?.exchange.session
    await request('initialize', initialize('2024-11-05'))
    const again = seen.at(-1)?.exchange.session
    expect([first?.signal.aborted, again?.signal.aborted, first?.id === again?.id]).toEqual([true, false, false])
    expect(first?.signal.reason).toEqual(new OmniportError('closed', 'The client initialized again'))
    expect((await request('x')).result).toEqual({ revision: '2024-11-05' })
    close()
  })

  test('that fails again leaves the first session as it was', async () => {
    const { request, seen, close } = await connect()
    expect((await request('initialize', {})).error?.code).toBe(-32602)
    expect(seen[0]?.exchange.session?.signal.aborted).toBe(false)
    expect((await request('x')).result).toEqual({ revision: '2025-11-25' })
    close()
  })
})

test.each([
  ['of which it has two', { result: {}, error: { code: 1, message: 'no' } }],
  ['whose error is none', { error: 'no' }],
])('a response with an outcome %s is reported and not answered', async (_name, outcome) => {
  const { send, messages, settle, logger, close } = await connect()
  send({ jsonrpc, id: 5, ...outcome })
  await settle()
  expect(messages).toEqual([])
  expect(logger.errors.map(({ message }) => message)).toEqual(['A broken message arrived'])
  close()
})

test('a handler that fails is reported by its method, a request as much as a notification', async () => {
  const problem = new Error('no')
  const fail = () => {
    throw problem
  }
  const { request, send, settle, logger, close } = await connect({ answers: { x: fail, 'notifications/y': fail } })
  expect((await request('x')).error).toEqual({ code: -32603, message: 'Internal error' })
  send({ jsonrpc, method: 'notifications/y' })
  await settle()
  expect(logger.errors).toEqual([
    { message: 'x failed', error: problem },
    { message: 'notifications/y failed', error: problem },
  ])
  close()
})

test('a connection is busy with as many requests as it may serve; subscriptions are none of them', async () => {
  const limits = createLimits({ pipeInFlight: 1 })
  const { served, send, settle, close } = await connectRaw(
    { serve: never, environment: { limits, runtime: createManualRuntime() } },
    { revision: '2026-07-28' },
  )
  const isBusyAfter = async (id: number, method: string) => {
    send(modern(id, method))
    await settle()
    return served.busy
  }
  expect([await isBusyAfter(1, 'subscriptions/listen'), await isBusyAfter(2, 'x')]).toEqual([false, true])
  close()
})
