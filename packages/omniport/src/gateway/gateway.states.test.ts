import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw, type Message } from '#test/support/connect-raw.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { connect } from '../client/connect.js'
import { createServer } from '../server/create-server.js'
import type { Server } from '../server/server.js'
import { tool } from '../server/tools/tool.js'
import { createAskingUpstream } from './fixtures/asking-upstream.js'
import { startGateway } from './fixtures/behind.js'
import type { Gateway } from './gateway.js'
import type { GatewayOptions } from './gateway-options.js'

type Params = Readonly<Record<string, unknown>>

const secrets = ['a secret of at least thirty-two bytes']
const call = { name: 'one__ask', arguments: {} }
const refusal = { code: -32602, message: 'requestState is not one of this caller for this call, or it has expired' }

/** Sends one request of a modern client, with a principal or without. */
async function send(
  gateway: Gateway,
  who: string | undefined,
  params: Params,
  method = 'tools/call',
): Promise<Message> {
  const target = who === undefined ? gateway : asPrincipal(gateway, who)
  const client = await connectRaw(target, { revision: '2026-07-28', capabilities: { elicitation: {} } })
  try {
    return await client.request(method, params)
  } finally {
    client.close()
  }
}

function retryOf({ result }: Message, params: Params = call): Params {
  return {
    ...params,
    inputResponses: { name: { action: 'accept', content: {} } },
    requestState: result?.['requestState'],
  }
}

function start(states: readonly unknown[] = ['state of one'], options: Partial<GatewayOptions> = {}) {
  const [one, two] = [createAskingUpstream(states, 'one:'), createAskingUpstream(states, 'two:')]
  const { gateway, logger } = startGateway({ one: one.target, two: two.target }, { isolation: 'shared', ...options })
  return { gateway, logger, one, two }
}

describe('the requestState of a modern upstream', () => {
  test('is sealed anew in each round, and reaches the upstream as it gave it', async () => {
    const { gateway, one } = start(['first', 'parked.second'])
    const first = await send(gateway, 'ann', call)
    const second = await send(gateway, 'ann', retryOf(first))
    const last = await send(gateway, 'ann', retryOf(second))
    expect(last.result?.['content']).toEqual([{ type: 'text', text: 'done after 2' }])
    expect(one.received.map(({ requestState }) => requestState)).toEqual([undefined, 'first', 'parked.second'])
    const given = [first, second].map(({ result }) => String(result?.['requestState']))
    expect(new Set(given).size).toBe(2)
    expect(given.filter((state) => /first|parked/.test(state))).toEqual([])
    await gateway.close()
  })

  test.each<[string, string | undefined, (retry: Params) => Params, string?]>([
    ['another principal', 'ben', (retry) => retry],
    ['a caller without a principal', undefined, (retry) => retry],
    ['another tool', 'ann', (retry) => ({ ...retry, name: 'one__other' })],
    ['other arguments', 'ann', (retry) => ({ ...retry, arguments: { more: 1 } })],
    ['another upstream', 'ann', (retry) => ({ ...retry, name: 'two__ask' })],
    ['another method', 'ann', (retry) => retry, 'prompts/get'],
    ['a state that was altered', 'ann', (retry) => ({ ...retry, requestState: `${retry['requestState']}A` })],
    ['a state that the upstream itself would take', 'ann', (retry) => ({ ...retry, requestState: 'state of one' })],
    ['a state that is too long', 'ann', (retry) => ({ ...retry, requestState: 'v1.a.b.c'.repeat(20_000) })],
  ])('is refused to %s, and nothing is sent', async (_name, who, change, method) => {
    verifies('MRTR-09', 'MRTR-10')
    const { gateway, one, two } = start()
    const retry = retryOf(await send(gateway, 'ann', call))
    expect((await send(gateway, who, change(retry), method)).error).toMatchObject(refusal)
    expect([one.received.length, two.received.length]).toEqual([1, 0])
    expect((await send(gateway, 'ann', retry)).result?.['resultType']).toBe('complete')
    await gateway.close()
  })

  test('is refused to another pipe without a principal', async () => {
    const { gateway, one } = start()
    const client = await connectRaw(gateway, { revision: '2026-07-28', capabilities: { elicitation: {} } })
    const retry = retryOf(await client.request('tools/call', call))
    expect((await send(gateway, undefined, retry)).error).toMatchObject(refusal)
    expect(one.received.length).toBe(1)
    expect((await client.request('tools/call', retry)).result?.['resultType']).toBe('complete')
    client.close()
    await gateway.close()
  })

  test('expires after stateMs', async () => {
    const runtime = new VirtualRuntime()
    const { gateway, one } = start(undefined, { runtime, limits: { stateMs: 10_000 } })
    const retry = retryOf(await send(gateway, 'ann', call))
    runtime.advanceSync(9_999)
    expect((await send(gateway, 'ann', retry)).result?.['resultType']).toBe('complete')
    runtime.advanceSync(1)
    expect((await send(gateway, 'ann', retry)).error).toMatchObject(refusal)
    expect(one.received.length).toBe(2)
    await gateway.close()
  })

  test.each([
    ['the same secrets opens it', secrets, secrets, 1],
    ['other secrets refuses it', secrets, ['another secret of thirty-two bytes!'], 0],
    ['no secrets refuses it', undefined, undefined, 0],
  ])('after a restart, a gateway with %s', async (_name, before, after, count) => {
    const first = start(undefined, { secrets: before })
    const retry = retryOf(await send(first.gateway, 'ann', call))
    await first.gateway.close()
    const { gateway, one } = start(undefined, { secrets: after })
    const { result, error } = await send(gateway, 'ann', retry)
    expect([result?.['resultType'], error?.message]).toEqual(
      count === 1 ? ['complete', undefined] : [undefined, refusal.message],
    )
    expect(one.received.length).toBe(count)
    await gateway.close()
  })

  test('brings the retry of an unlisted resource to the upstream that asked', async () => {
    const { gateway, one, two } = start()
    const read = { uri: 'two:unlisted' }
    const retry = retryOf(await send(gateway, 'ann', read, 'resources/read'), read)
    expect((await send(gateway, 'ben', retry, 'resources/read')).error).toMatchObject(refusal)
    expect((await send(gateway, 'ann', retry, 'resources/read')).result?.['resultType']).toBe('complete')
    expect([one.received.length, two.received.length]).toEqual([0, 2])
    await gateway.close()
  })

  test.each([
    ['is no text', 7, 'tools/call: requestState must be a string'],
    ['is too long', 'x'.repeat(100_000), 'tools/call: its requestState is too long to be sealed; stateBytes is 65536'],
  ])('that %s is an error of the upstream', async (_name, state, message) => {
    const { gateway } = start([state])
    const { error } = await send(gateway, 'ann', call)
    expect(error).toMatchObject({ code: -32_603, message: `The upstream "one" failed: ${message}` })
    await gateway.close()
  })

  test('may be missing', async () => {
    const { gateway, one } = start([undefined])
    const first = await send(gateway, 'ann', call)
    expect(first.result).toMatchObject({ resultType: 'input_required' })
    expect(first.result).not.toHaveProperty('requestState')
    expect(one.received.length).toBe(1)
    await gateway.close()
  })

  test('stays in the gateway where the client is of 2025-11-25', async () => {
    const { gateway, one } = start(['first', 'second'])
    await using client = await connect(gateway, { revision: '2025-11-25', elicit: () => ({ action: 'decline' }) })
    expect((await client.callTool('one__ask', {})).content).toEqual([{ type: 'text', text: 'done after 2' }])
    expect(one.received.map(({ requestState }) => requestState)).toEqual([undefined, 'first', 'second'])
    await gateway.close()
  })
})

describe('the states of the two kinds are told apart when an upstream changes its era', () => {
  function createLegacy(): { readonly server: Server; readonly runs: unknown[] } {
    const runs: unknown[] = []
    const ask = tool({
      run: async (_args, ctx) => {
        runs.push(await ctx.elicit('Name?', { type: 'object', properties: { name: { type: 'string' } } }))
        return 'legacy'
      },
    })
    const server = createServer({ name: 'legacy', version: '1', revisions: ['2025-11-25'], tools: { ask } })
    return { server: server as Server, runs }
  }

  test('a state of the modern one begins no call of the legacy one', async () => {
    const { gateway } = start()
    const retry = retryOf(await send(gateway, 'ann', call))
    const { server, runs } = createLegacy()
    gateway.replaceUpstreams({ one: server })
    const { error } = await send(gateway, 'ann', retry)
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('the call has ended') })
    expect(runs).toEqual([])
    await gateway.close()
    await server.close()
  })

  test('a handle of a parked call does not reach the modern one', async () => {
    const { server } = createLegacy()
    const { gateway } = startGateway({ one: server }, { limits: { drainMs: 1 } })
    const retry = retryOf(await send(gateway, 'ann', call))
    expect(retry['requestState']).toMatch(/^parked\./)
    const one = createAskingUpstream(['state of one'])
    gateway.replaceUpstreams({ one: one.target })
    const { error } = await send(gateway, 'ann', retry)
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('the call has ended') })
    expect(one.received).toEqual([])
    await gateway.close()
    await server.close()
  })
})
