import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcResponse } from '../jsonrpc/messages/messages.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import { defaultLimits, type Limits } from '../protocol/limits/limits.js'
import type { InputRequest } from '../protocol/model/input-request.js'
import { everything, form } from './fixtures/parking-harness.js'
import { ParkedCalls } from './parked-calls.js'
import type { ParkingEvent } from './parking-event.js'

const ended = { code: -32602, message: 'requestState: the call has ended; its effect may have happened' }
const request: InputRequest = { method: 'elicitation/create', params: { mode: 'form', ...form.params } }

function setUp(limits: Partial<Limits> = {}) {
  const runtime = new VirtualRuntime({ startMs: 0 })
  const logger = createRecordingLogger()
  const events: ParkingEvent[] = []
  const opened: string[] = []
  const calls = new ParkedCalls(
    {
      ...{ limits: { ...defaultLimits, ...limits }, runtime, logger, info: { name: 's', version: '1' }, instance: 'i' },
      handles: { seal: async () => 'parked.sealed' } as never, // all that a call uses
      onEvent: (event) => void events.push(event),
    },
    () => opened.push('opened'),
  )
  const clientRequest = (id: number, changes: Partial<Exchange> = {}) => {
    const message = { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 't' } } as const
    const exchange: Exchange = {
      ...{ signal: new AbortController().signal, revision: '2026-07-28', client: { capabilities: everything } },
      ...{ round: 0, state: new Map(), notify() {} },
      ...changes,
    }
    return { message, exchange }
  }
  const aborted: unknown[] = []
  /** Parks a call that has asked for a form. */
  const park = async (label = '', changes: Partial<Exchange> = {}) => {
    const first = clientRequest(1, changes)
    const call = calls.open(first, label, (reason) => aborted.push(reason))
    const answered = call.wait(first)
    const answer = call.ask(request, {})
    answer.catch(() => {})
    await settled()
    await answered
    return { call, answer }
  }
  const handle = (call: string, round = 1) => ({ call, round }) as Parameters<ParkedCalls['resume']>[0]
  return { calls, runtime, logger, events, opened, aborted, park, clientRequest, handle }
}

const done: RpcResponse = { jsonrpc: '2.0', id: 'x', result: { done: true } }

describe('a call', () => {
  test('is one of those that have asked, until its client has the result', async () => {
    const { calls, park, clientRequest, handle, opened, events } = setUp()
    const { call, answer } = await park()
    expect([call.id, call.state, call.round, calls.usage.calls, opened]).toEqual(['1', 'parked', 1, 1, ['opened']])
    const accepted = { action: 'accept', content: {} }
    const resumed = calls.resume(handle('1'), new Map([['input-1', accepted]]), clientRequest(2))
    expect(await answer).toEqual(accepted)
    call.end({ type: 'response', response: done })
    expect(await resumed).toEqual({ ...done, id: 2 })
    expect([call.state, calls.usage]).toEqual(['delivered', { calls: 0, bytes: 0, delivered: 1 }])
    expect(events.map(({ type, round, label, method }) => [type, round, label, method])).toEqual([
      ['parked', 1, '', 'tools/call'],
      ['resumed', 1, '', 'tools/call'],
    ])
  })

  test('that nobody knows has ended', async () => {
    const { calls, clientRequest, handle } = setUp()
    await expect(calls.resume(handle('1'), new Map(), clientRequest(2))).rejects.toMatchObject(ended)
  })

  test('is answered in its present round only', async () => {
    const { calls, park, clientRequest, handle } = setUp()
    await park()
    for (const round of [0, 2]) {
      await expect(calls.resume(handle('1', round), new Map(), clientRequest(2))).rejects.toMatchObject(ended)
    }
    expect(calls.usage.calls).toBe(1)
  })

  test('expires, and says so to its question and to who runs it', async () => {
    const { calls, runtime, park, aborted, events } = setUp({ parkedMs: 1_000 })
    const { call, answer } = await park()
    await runtime.advance(999)
    expect(call.state).toBe('parked')
    await runtime.advance(1)
    const reason = RpcError.internal('The client did not answer in time')
    expect([call.state, await answer, aborted, runtime.timers]).toEqual(['over', { action: 'cancel' }, [reason], 0])
    expect(events.at(-1)).toMatchObject({ type: 'given-up', parkedMs: 1_000, reason: reason.message })
    expect(calls.usage).toEqual({ calls: 0, bytes: 0, delivered: 0 })
  })

  test('has an owner: its principal, its network, or its connection', async () => {
    const { park } = setUp({ parkedPerPrincipal: 1 })
    const http = { headers: new Headers() }
    const principal = (id: string) => ({ principal: { id, scopes: [], claims: {} }, ...http, sender: 'n' })
    const sender = Symbol('pipe')
    await park('', principal('ann'))
    await park('', principal('bob'))
    await park('', { ...http, sender: 'network-a' })
    await park('', { ...http, sender: 'network-b' })
    await park('', { sender })
    await park('')
    const refused = 'The call cannot wait for an answer: the limit parkedPerPrincipal is 1'
    for (const changes of [principal('ann'), { ...http, sender: 'network-a' }, { sender }, {}]) {
      await expect(park('', changes)).rejects.toMatchObject({ code: -32603, message: refused })
    }
  })
})

describe('draining', () => {
  test('ends when the calls of a label have given their results', async () => {
    const { calls, park, clientRequest, handle, runtime } = setUp()
    const { call } = await park('a')
    await park('b')
    let isDrained = false
    const drained = calls.drain(10_000, 'a').then(() => {
      isDrained = true
    })
    call.end({ type: 'response', response: done })
    await settled()
    expect([isDrained, call.state]).toEqual([false, 'ended'])
    await calls.resume(handle('1'), new Map(), clientRequest(2))
    await drained
    expect([isDrained, calls.usage.calls]).toEqual([true, 1])
    expect(runtime.timers).toBe(2)
  })

  test('ends in time', async () => {
    const { calls, park, runtime } = setUp()
    await park()
    let isDrained = false
    void calls.drain(10_000).then(() => {
      isDrained = true
    })
    await runtime.advance(9_999)
    expect(isDrained).toBe(false)
    await runtime.advance(1)
    expect([isDrained, calls.usage.calls]).toEqual([true, 1])
  })

  test('ends at once where nothing waits', async () => {
    const { calls, runtime } = setUp()
    await calls.drain(10_000)
    expect(runtime.timers).toBe(0)
  })
})

describe('the end', () => {
  test('of a label cancels its calls, and leaves the others', async () => {
    const { calls, park, logger, aborted } = setUp()
    const [one, other] = [await park('a'), await park('b')]
    const cancelled = calls.cancel('a')
    await settled()
    one.call.end({ type: 'thrown', reason: 'over' })
    await cancelled
    expect([one.call.state, other.call.state, await one.answer]).toEqual(['over', 'parked', { action: 'cancel' }])
    expect([aborted, logger.warnings]).toEqual([
      [RpcError.internal('The server is closing')],
      ['Calls that waited for their clients were cancelled, since the server is closing: 1'],
    ])
  })

  test('waits for calls that do not end as long as the limit says', async () => {
    const { calls, park, runtime } = setUp({ drainMs: 500 })
    await park()
    let isOver = false
    void calls.cancel().then(() => {
      isOver = true
    })
    await runtime.advance(499)
    expect(isOver).toBe(false)
    await runtime.advance(1)
    expect(isOver).toBe(true)
  })

  test('says which result is lost, and says nothing where nothing waits', async () => {
    const { calls, park, logger } = setUp()
    const { call } = await park()
    call.end({ type: 'response', response: done })
    await calls.cancel()
    await calls.cancel()
    expect(logger.warnings).toEqual(['The result of a parked tools/call was lost: The server is closing'])
  })

  test('lets no call ask any more', () => {
    const { calls, clientRequest, opened } = setUp()
    calls.close()
    expect(thrownBy(() => calls.open(clientRequest(1), '', () => {}))).toEqual(
      RpcError.internal('The call cannot wait for an answer: the server is closing'),
    )
    expect([calls.usage.calls, opened]).toEqual([0, []])
  })
})
