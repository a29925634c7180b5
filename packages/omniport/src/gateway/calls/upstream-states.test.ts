import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { realRandomBytes, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { createLimits, type Limits } from '../../protocol/limits/limits.js'
import { LazySealer } from '../../sealing/lazy-sealer.js'
import { createExchange, createPrincipal } from '../fixtures/gateway-parts.js'
import { type StateOwner, UpstreamStates } from './upstream-states.js'

const secret = 's'.repeat(32)

function create(limits: Partial<Limits> = {}, secrets: readonly string[] | null = [secret]) {
  const logger = createRecordingLogger()
  const runtime = new VirtualRuntime({ randomBytes: realRandomBytes })
  const sealer = new LazySealer({ secrets: secrets ?? undefined, service: 'gateway', logger, what: 'The states' })
  const states = new UpstreamStates({ sealer, limits: createLimits(limits), runtime })
  return { states, sealer, runtime, logger }
}

const exchange = createExchange({ principal: createPrincipal('ann') })

function callOf(more: Partial<StateOwner> = {}): StateOwner {
  return { upstream: 'notes', method: 'tools/call', params: { name: 'read' }, exchange, ...more }
}

function asking(requestState?: unknown): RpcResponse {
  const result = {
    resultType: 'input_required',
    inputRequests: {},
    ...(requestState !== undefined && { requestState }),
  }
  return { jsonrpc: '2.0', id: 1, result }
}

/** The sealed state in a response. */
async function seal(states: UpstreamStates, call = callOf(), state = 'the state'): Promise<string> {
  const { result } = await states.seal(asking(state), call)
  return String((result as { readonly requestState: unknown }).requestState)
}

const refusal = {
  code: -32602,
  message: 'requestState is not one of this caller for this call, or it has expired',
}

describe('a state', () => {
  test('is sealed in its response, and opened for its upstream', async () => {
    const { states } = create()
    const response = await states.seal(asking('the state'), callOf())
    expect(response).toEqual({
      ...{ jsonrpc: '2.0', id: 1 },
      result: { resultType: 'input_required', inputRequests: {}, requestState: expect.stringMatching(/^v1\./) },
    })
    const { requestState } = response.result as { readonly requestState: unknown }
    expect(await states.open(requestState, callOf())).toBe('the state')
  })

  test('may be missing', async () => {
    const response = asking()
    expect(await create().states.seal(response, callOf())).toBe(response)
  })

  test.each([[5], [null], [{}]])('is a text, not %j', async (state) => {
    await expect(create().states.seal(asking(state), callOf())).rejects.toMatchObject({
      code: 'invalid_result',
      message: 'tools/call: requestState must be a string',
    })
  })

  test('is of a call, whatever its round', async () => {
    const { states } = create()
    const text = await seal(states, callOf({ params: { name: 'read', _meta: { a: 1 } } }))
    const retry = { name: 'read', requestState: text, inputResponses: { a: 1 }, _meta: { b: 2 } }
    expect(await states.open(text, callOf({ params: retry }))).toBe('the state')
  })

  test('is of a call without parameters too', async () => {
    const { states } = create()
    const text = await seal(states, callOf({ params: undefined }))
    expect(await states.open(text, callOf({ params: undefined }))).toBe('the state')
  })

  test.each<[string, Partial<StateOwner>]>([
    ['another upstream', { upstream: 'other' }],
    ['another method', { method: 'prompts/get' }],
    ['other parameters', { params: { name: 'write' } }],
    ['another principal', { exchange: createExchange({ principal: createPrincipal('ben') }) }],
    ['nobody', { exchange: createExchange() }],
  ])('is refused to %s', async (_whom, other) => {
    const { states } = create()
    const text = await seal(states)
    await expect(states.open(text, callOf(other))).rejects.toMatchObject(refusal)
  })

  test.each([[5], [undefined], [''], ['x'], ['v1.a.b.c']])('is not %j', async (text) => {
    await expect(create().states.open(text, callOf())).rejects.toMatchObject(refusal)
  })

  test('is nothing that was sealed for something else', async () => {
    const { states, sealer } = create()
    const text = await sealer.seal('state', { state: 'x' }, { isLocal: true })
    const bare = await sealer.seal('upstream', 'x', { isLocal: true })
    await expect(states.open(text, callOf())).rejects.toMatchObject(refusal)
    await expect(states.open(bare, callOf())).rejects.toMatchObject(refusal)
  })

  test('is opened by every node with its secret, for its time', async () => {
    const [one, other, late] = [create({ stateMs: 60_000 }), create(), create()]
    const text = await seal(one.states)
    await other.runtime.advance(59_999)
    expect(await other.states.open(text, callOf())).toBe('the state')
    await late.runtime.advance(60_000)
    await expect(late.states.open(text, callOf())).rejects.toMatchObject(refusal)
  })

  test('is as long as twice stateBytes once it is sealed', async () => {
    const { length } = await seal(create().states, callOf(), 'x'.repeat(3_000))
    const [fits, tooShort] = [Math.ceil(length / 2), Math.ceil(length / 2) - 1]
    const text = await seal(create({ stateBytes: fits }).states, callOf(), 'x'.repeat(3_000))
    expect(text).toHaveLength(length)
    await expect(seal(create({ stateBytes: tooShort }).states, callOf(), 'x'.repeat(3_000))).rejects.toMatchObject({
      code: 'limit',
      message: `tools/call: its requestState is too long to be sealed; stateBytes is ${tooShort}`,
    })
    expect(await create({ stateBytes: fits }).states.open(text, callOf())).toBe('x'.repeat(3_000))
    await expect(create({ stateBytes: tooShort }).states.open(text, callOf())).rejects.toMatchObject(refusal)
  })
})

describe('a caller without a principal', () => {
  const over = (more: Partial<Exchange>) => callOf({ exchange: createExchange(more) })

  test('is a pipe, and each pipe another one', async () => {
    const { states } = create()
    const [one, two] = [over({ sender: Symbol('one') }), over({ sender: Symbol('two') })]
    const [first, second] = [await seal(states, one), await seal(states, two)]
    expect([await states.open(first, one), await states.open(second, two)]).toEqual(['the state', 'the state'])
    await expect(states.open(first, two)).rejects.toMatchObject(refusal)
    await expect(states.open(second, one)).rejects.toMatchObject(refusal)
  })

  test('is another one at each gateway', async () => {
    const call = over({ sender: Symbol('one') })
    const text = await seal(create().states, call)
    await expect(create().states.open(text, call)).rejects.toMatchObject(refusal)
  })

  test('is one with all others over HTTP', async () => {
    const headers = new Headers({ host: 'localhost' })
    const text = await seal(create().states, over({ sender: '10.0.0.1', headers }))
    expect(await create().states.open(text, over({ sender: '10.0.0.2', headers }))).toBe('the state')
    await expect(create().states.open(text, over({}))).rejects.toMatchObject(refusal)
  })

  test('with a principal is that principal on any pipe', async () => {
    const { states } = create()
    const principal = createPrincipal('ann')
    const text = await seal(states, over({ principal, sender: Symbol('one') }))
    expect(await states.open(text, over({ principal, sender: Symbol('two') }))).toBe('the state')
  })
})

describe('without secrets', () => {
  test.each<[string, Partial<Exchange>, number]>([
    ['a pipe', {}, 0],
    ['this machine', { headers: new Headers({ host: '127.0.0.1:80' }) }, 0],
    ['a request without a host', { headers: new Headers() }, 0],
    ['another machine', { headers: new Headers({ host: 'a.example' }) }, 1],
  ])('a state for %s is warned of where others may have to open it', async (_whom, more, count) => {
    const { states, logger } = create({}, null)
    await seal(states, callOf({ exchange: createExchange(more) }))
    expect(logger.warnings).toHaveLength(count)
  })
})
