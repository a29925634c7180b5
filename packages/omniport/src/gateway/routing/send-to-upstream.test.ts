import { afterEach, describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createParking } from '../../parking/create-parking.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { createAskingUpstream } from '../fixtures/asking-upstream.js'
import { createExchange, createPrincipal } from '../fixtures/gateway-parts.js'
import { openSender, type SenderOptions } from '../fixtures/open-sender.js'
import type { UpstreamSettings } from '../upstream-settings.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import { sendToUpstream } from './send-to-upstream.js'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const principal = createPrincipal('ann')
const client = { name: 'c', capabilities: { elicitation: { form: {} } } } as Exchange['client']

function open(target: UpstreamSettings['target'], options: SenderOptions = {}) {
  const sender = openSender(target, options)
  const { runtime, services } = sender
  const info = { name: 'gateway', version: '1' }
  const logger = createRecordingLogger()
  const secrets = ['s'.repeat(32)]
  const parking = createParking({ info, secrets, runtime, logger })
  closers.push(sender.close, () => parking.close({ drainMs: 0 }))
  /** Sends a call of the tool "ask" for a client, by default a modern one. */
  const send = (
    params: object = {},
    { singles = new Map(), ...more }: Partial<Exchange> & { readonly singles?: Map<Upstream, UpstreamConnection> } = {},
    method = 'tools/call',
  ) => {
    const exchange = createExchange({ revision: '2026-07-28', principal, client, ...more })
    const all = { name: 'ask', arguments: {}, ...params }
    const message = { jsonrpc: '2.0' as const, id: 9, method, params: all }
    const route = { upstream: sender.upstream, name: 'ask' }
    const reader = { exchange, singles }
    const response = Promise.resolve().then(() => sendToUpstream(route, { message, params: all, reader }, parking))
    return { response, singles, exchange }
  }
  return { ...sender, services, send, parking }
}

/** A legacy upstream whose tool asks once. */
function askingServer() {
  const form = { type: 'object', properties: { name: { type: 'string' } } } as const
  const server = createServer({
    name: 'asks',
    version: '1',
    revisions: ['2025-11-25'],
    logger: createRecordingLogger(),
    tools: {
      ask: tool({ run: async (_args, ctx) => JSON.stringify(await ctx.elicit('Name?', form)) }),
      plain: tool({ run: () => 'plain' }),
    },
  })
  closers.push(() => server.close())
  return server
}

const stateIn = (result: unknown) => String((result as { readonly requestState?: unknown }).requestState)
const answerIn = (result: unknown) => {
  const { inputRequests } = result as { readonly inputRequests: object }
  const accept = { action: 'accept', content: { name: 'Ada' } }
  return Object.fromEntries(Object.keys(inputRequests).map((key) => [key, accept]))
}

describe('a call of a modern client at a legacy upstream', () => {
  test.each([[false], [true]])(
    'waits while its client is asked, whether or not the upstream is known: %s',
    async (isKnown) => {
      const { send, connection } = open(askingServer())
      if (isKnown) await connection.ready(undefined)
      const { result } = await send().response
      expect(result).toMatchObject({ resultType: 'input_required' })
      const retry = { requestState: stateIn(result), inputResponses: answerIn(result) }
      const done = await send(retry).response
      expect(JSON.stringify(done.result)).toContain('Ada')
    },
  )

  test('that asks nothing has its result', async () => {
    const { send } = open(askingServer())
    expect(await send({ name: 'plain' }).response).toMatchObject({ id: 9, result: { content: [{ text: 'plain' }] } })
  })

  test('takes the connection that only it has, which ends with it', async () => {
    const { send, upstream } = open(askingServer())
    const { response, singles } = send({ name: 'plain' }, { principal: undefined })
    await response
    expect([singles.size, upstream.connections.filter(({ open: live }) => live !== undefined)]).toEqual([0, []])
  })
})

test('a retry of a call that waits, and one of a call that has ended, leave their connections to the request', async () => {
  const { send, upstream } = open(askingServer())
  const anonymous = { principal: undefined }
  const { result } = await send({}, anonymous).response
  const connected = async () => {
    const exchange = createExchange({ revision: '2026-07-28', client, ...(anonymous as object) })
    const singles = new Map<Upstream, UpstreamConnection>()
    await upstream.connectionFor(exchange, singles).ready(exchange)
    return singles
  }
  const retry = { requestState: stateIn(result), inputResponses: answerIn(result) }
  const singles = [await connected(), await connected()] as const
  const done = await send(retry, { ...anonymous, singles: singles[0] }).response
  expect(JSON.stringify(done.result)).toContain('Ada')
  const late = { requestState: 'parked.x', inputResponses: {} }
  await expect(send(late, { ...anonymous, singles: singles[1] }).response).rejects.toMatchObject({
    code: -32602,
    message: 'requestState: the call has ended; its effect may have happened',
  })
  expect(singles.map(({ size }) => size)).toEqual([1, 1])
})

test('a call of a legacy client asks it directly', async () => {
  const { send } = open(askingServer())
  const ask: Exchange['ask'] = async () => ({ action: 'decline' })
  const { result } = await send({}, { revision: '2025-11-25', ask }).response
  expect(JSON.stringify(result)).toContain('decline')
})

describe('a call of a modern client at a modern upstream', () => {
  test('comes back with the state that the upstream gave', async () => {
    const upstream = createAskingUpstream(['first'])
    const { send, connection } = open(upstream.target)
    await connection.ready(undefined)
    const { result } = await send().response
    expect(stateIn(result)).not.toBe('first')
    const done = await send({ requestState: stateIn(result), inputResponses: answerIn(result) }).response
    expect(JSON.stringify(done.result)).toContain('done after 1')
    expect(upstream.received.map(({ requestState }) => requestState)).toEqual([undefined, 'first'])
  })

  test('is refused with a state that was not given here', async () => {
    const { send, connection } = open(createAskingUpstream(['first']).target)
    await connection.ready(undefined)
    await expect(send({ requestState: 'first' }).response).rejects.toMatchObject({
      code: -32602,
      message: 'requestState is not one of this caller for this call, or it has expired',
    })
  })

  test('is over where it waited before the upstream was another', async () => {
    const legacy = open(askingServer())
    const { result } = await legacy.send().response
    const { send, connection } = open(createAskingUpstream(['first']).target)
    await connection.ready(undefined)
    const retry = { requestState: stateIn(result), inputResponses: answerIn(result) }
    await expect(send(retry).response).rejects.toMatchObject({
      code: -32602,
      message: 'requestState: the call has ended; its effect may have happened',
    })
  })
})

test('a request that has no questions is sent as it is', async () => {
  const { send } = open(askingServer())
  const { error } = await send({ ref: {} }, {}, 'completion/complete').response
  expect(error?.code).toBeLessThan(0)
})

describe('a tool that is pinned', () => {
  const legacy = { revision: '2025-11-25' } as const

  function openPinned(blocked: readonly string[]) {
    const checked: unknown[] = []
    const check = async (upstream: string, tools: readonly { readonly name: string }[]) => {
      checked.push([upstream, tools.map(({ name }) => name)])
      return new Set(blocked)
    }
    return { ...open(askingServer(), { services: { pins: { check } as never } }), checked }
  }

  test('is called once its definition was compared', async () => {
    const { send, checked } = openPinned([])
    await send({ name: 'plain' }, legacy).response
    await send({ name: 'plain' }, legacy).response
    expect(checked).toEqual([['notes', ['ask', 'plain']]])
  })

  test('is not called while it is blocked', async () => {
    const { send } = openPinned(['ask'])
    await expect(send({}, legacy).response).rejects.toMatchObject({
      code: -32602,
      message: 'ask of notes is blocked: its definition has changed, and nobody has approved it yet',
    })
  })

  test('stops no other request', async () => {
    const { send, checked } = openPinned(['ask'])
    await send({}, legacy, 'prompts/get').response
    expect(checked).toEqual([])
  })
})
