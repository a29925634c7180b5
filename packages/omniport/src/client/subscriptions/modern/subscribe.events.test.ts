import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcNotification, RpcParams } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { ConnectionRequestOptions, RevisionConnection } from '../../connect/revision-connection.js'
import { deferred } from '../../fixtures/connect-fake.js'
import { RequestLost } from '../../requests/request-lost.js'
import { ChangeStream } from '../change-stream.js'
import type { Change, Filter } from '../listening.js'
import { subscribe } from './subscribe.js'

const nothing = { tools: false, prompts: false, resources: false, uris: false }
const whole: Filter = { tools: true, prompts: true, resources: true, uris: ['a:1', 'a:2'] }
const accepted = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['a:1', 'a:2'],
}

/** A subscription at a server that does what a test says. */
function start(filter: Filter = whole, { announced = nothing, timeoutMs = 1_000 } = {}) {
  const runtime = new VirtualRuntime()
  const changes = new ChangeStream()
  const published: Change[] = []
  changes.listen((change) => published.push(change))
  const reply = deferred<Record<string, unknown>>()
  const sent: (RpcParams | undefined)[] = []
  let options: ConnectionRequestOptions = {}
  const connection = {
    services: { runtime, changes },
    request: (_method: string, params: RpcParams, given: ConnectionRequestOptions) => {
      sent.push(params)
      options = given
      given.signal?.addEventListener('abort', () => reply.reject(given.signal?.reason))
      return reply.promise
    },
  } as object as RevisionConnection // all that is used here
  const log: unknown[] = []
  const events = {
    onChange: (change: Change) => log.push(change),
    onLost: (reason: unknown) => log.push(['lost', reason]),
    onEnd: (reason?: unknown) => log.push(['end', reason]),
  }
  const stop = new AbortController()
  const subscribing = subscribe(
    { connection, announced },
    { filter, events, options: { signal: stop.signal, timeoutMs } },
  )
  subscribing.catch(() => {})
  const notify = (method: string, params?: RpcNotification['params']) =>
    options.onNotification?.({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) })
  const acknowledge = (notifications: unknown = accepted) =>
    notify('notifications/subscriptions/acknowledged', { notifications })
  const isCancelled = () => options.signal?.aborted
  return { subscribing, runtime, published, reply, sent, log, stop, notify, acknowledge, isCancelled }
}

describe('a subscription asks for', () => {
  test.each<[Filter, object]>([
    [whole, accepted],
    [{ tools: true }, { toolsListChanged: true }],
    [{ prompts: true, resources: false }, { promptsListChanged: true }],
    [{ resources: true, uris: [] }, { resourcesListChanged: true }],
    [{ uris: ['a:1'] }, { resourceSubscriptions: ['a:1'] }],
    [{}, {}],
  ])('what its filter has: %j', (filter, notifications) => {
    const { sent } = start(filter)
    expect(sent).toEqual([{ notifications }])
    expect(Object.keys((sent[0]?.['notifications'] ?? {}) as object)).toEqual(Object.keys(notifications))
  })
})

describe('a subscription has', () => {
  test.each<[string, Filter, unknown, Filter]>([
    ['all that the server honours', whole, accepted, whole],
    ['none of the rest', whole, { toolsListChanged: true }, { tools: true, uris: [] }],
    ['nothing that is no plain yes', whole, { promptsListChanged: 1, resourceSubscriptions: 'a:1' }, { uris: [] }],
    ['some of its resources', { uris: ['a:1', 'a:2'] }, { resourceSubscriptions: ['a:2', 'a:3'] }, { uris: ['a:2'] }],
    ['nothing that it did not ask for', { prompts: true }, accepted, { prompts: true }],
    ['resources, if it asked for these', { resources: true }, accepted, { resources: true }],
    ['nothing where the server says nothing', whole, null, { uris: [] }],
  ])('%s', async (_name, filter, honoured, expected) => {
    const { subscribing, acknowledge } = start(filter)
    acknowledge(honoured)
    const active = await subscribing
    expect([active.filter, Object.keys(active.filter)]).toEqual([expected, Object.keys(expected)])
  })
})

describe('a subscription that is acknowledged', () => {
  test('passes on the changes that it asked for, to all who listen for any', async () => {
    const { subscribing, acknowledge, notify, log, published } = start({ tools: true, uris: ['a:1'] })
    acknowledge()
    await subscribing
    notify('notifications/tools/list_changed')
    notify('notifications/prompts/list_changed')
    notify('notifications/resources/updated', { uri: 'a:1' })
    notify('notifications/resources/updated', { uri: 'a:2' })
    notify('notifications/message')
    expect(log).toEqual([{ type: 'tools' }, { type: 'resource', uri: 'a:1' }])
    expect(published).toEqual(log)
  })

  test('is ended by the server: by its response, or by a cancellation, which closes it', async () => {
    const answered = start()
    answered.acknowledge()
    await answered.subscribing
    answered.reply.resolve({})
    await settled()
    expect([answered.log, answered.isCancelled()]).toEqual([[['end', undefined]], false])
    const cancelled = start()
    cancelled.acknowledge()
    await cancelled.subscribing
    cancelled.notify('notifications/cancelled', { requestId: 1 })
    await settled()
    expect([cancelled.log, cancelled.isCancelled()]).toEqual([[['end', undefined]], true])
  })

  test.each<[string, unknown, (reason: unknown) => unknown[]]>([
    ['with its connection for it alone', new RequestLost('broke'), (reason) => [['lost', reason]]],
    ['by an error', new RpcError(-32603, 'Internal error'), (reason) => [['end', reason]]],
    ['with the whole connection, which others tell', new OmniportError('closed', 'closed'), () => []],
  ])('is lost %s', async (_name, reason, expected) => {
    const { subscribing, acknowledge, reply, log } = start()
    acknowledge()
    await subscribing
    reply.reject(reason)
    await settled()
    expect(log).toEqual(expected(reason))
  })

  test('is left without a word to who left it', async () => {
    const { subscribing, acknowledge, log, isCancelled } = start()
    acknowledge()
    const active = await subscribing
    expect(isCancelled()).toBe(false)
    await active.cancel()
    await settled()
    expect([log, isCancelled()]).toEqual([[], true])
  })
})

describe('a subscription that is not acknowledged', () => {
  test('is an error where the server ends it', async () => {
    const error = new OmniportError('invalid_result', 'The server ended the subscription before it acknowledged it')
    const answered = start()
    answered.reply.resolve({})
    await expect(answered.subscribing).rejects.toThrow(error)
    const cancelled = start()
    cancelled.notify('notifications/cancelled', { requestId: 1 })
    await expect(cancelled.subscribing).rejects.toThrow(error)
    expect([answered.log, cancelled.log]).toEqual([[], []])
  })

  test('in time is given up', async () => {
    const { subscribing, runtime, isCancelled } = start()
    await runtime.advance(999)
    expect(isCancelled()).toBe(false)
    await runtime.advance(1)
    await expect(subscribing).rejects.toMatchObject({ code: 'timeout' })
    expect(isCancelled()).toBe(true)
  })

  test('before the caller gave up is cancelled', async () => {
    const { subscribing, stop, isCancelled } = start()
    stop.abort(new Error('enough'))
    await expect(subscribing).rejects.toThrow('enough')
    expect(isCancelled()).toBe(true)
  })

  test('is empty where the server does not have the method, or refuses what it does not announce', async () => {
    for (const code of [-32601, -32602]) {
      const { subscribing, reply, isCancelled } = start()
      reply.reject(new RpcError(code, 'No'))
      const active = await subscribing
      expect([active.filter, isCancelled(), await active.cancel()]).toEqual([{ uris: [] }, true, undefined])
    }
    const unknown = start(whole, { announced: { ...nothing, tools: true } })
    unknown.reply.reject(new RpcError(-32601, 'No'))
    expect((await unknown.subscribing).filter).toEqual({ uris: [] })
  })

  test('is refused where the server announces such changes, or for another reason', async () => {
    const refusal = new RpcError(-32602, 'No')
    const announced = start(whole, { announced: { ...nothing, uris: true } })
    announced.reply.reject(refusal)
    await expect(announced.subscribing).rejects.toBe(refusal)
    const lost = new RequestLost('broke')
    const other = start()
    other.reply.reject(lost)
    await expect(other.subscribing).rejects.toBe(lost)
  })
})
