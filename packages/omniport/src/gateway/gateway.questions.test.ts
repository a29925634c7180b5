import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { connect } from '../client/connect.js'
import type { ConnectOptions } from '../client/connect-options.js'
import { FakeServer, initialized, type Received, type Replies } from '../client/fixtures/fake-server.js'
import { startGateway } from './fixtures/behind.js'
import type { GatewayOptions } from './gateway-options.js'

const form = { message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }
const done = { content: [{ type: 'text', text: 'done' }] }

/** A legacy upstream at the other end of a pipe, which answers calls when the test says so. */
class Piped {
  readonly server: FakeServer
  readonly calls: Received[] = []
  #lastId = 0

  constructor(more: Replies = {}) {
    this.server = new FakeServer({
      initialize: () => initialized({ tools: {} }),
      'tools/call': (message) => {
        this.calls.push(message)
        return undefined
      },
      ...more,
    })
  }

  get options(): GatewayOptions['upstreams'] {
    return { u: { target: this.server.target, revision: '2025-11-25', isolation: 'shared' } }
  }

  /** Asks without naming a call. */
  ask(method: string, params?: object): string {
    this.#lastId += 1
    const id = `question ${this.#lastId}`
    this.server.send({ id, method, ...(params !== undefined && { params }) })
    return id
  }

  answer(at: number): void {
    this.server.send({ id: this.calls[at]?.id, result: done })
  }

  /** The response of the gateway to a question. */
  replyTo(id: string): Received | undefined {
    return this.server.received.find((message) => message.id === id && message.method === undefined)
  }
}

const asked: ConnectOptions = {
  revision: '2025-11-25',
  elicit: ({ message }) => ({ action: 'accept', content: { name: message } }),
}
const accepted = { action: 'accept', content: { name: 'Name?' } }

/** Answers the first question when told to, and later ones at once. */
function createPerson() {
  let answer = () => {}
  const isReady = new Promise<void>((resolve) => {
    answer = resolve
  })
  let count = 0
  const elicit: ConnectOptions['elicit'] = async ({ message }) => {
    count += 1
    if (count === 1) await isReady
    return { action: 'accept', content: { name: message } }
  }
  return { elicit, answer, asks: () => count }
}

describe('a question that names no call', () => {
  test.each(['2025-11-25', '2026-07-28'] as const)(
    'is for the only one in flight, of a client of %s',
    async (revision) => {
      const piped = new Piped()
      const { gateway } = startGateway(piped.options)
      const client = await connect(gateway, { ...asked, revision })
      const call = client.callTool('u__x', {})
      await expect.poll(() => piped.calls.length).toBe(1)
      const question = piped.ask('elicitation/create', form)
      await expect.poll(() => piped.replyTo(question)?.result).toEqual(accepted)
      piped.answer(0)
      expect((await call).content).toEqual(done.content)
      await client.close()
      await gateway.close()
    },
  )

  test('makes calls wait for each other on its connection from then on', async () => {
    const piped = new Piped()
    const { gateway } = startGateway(piped.options)
    const client = await connect(gateway, asked)
    const first = client.callTool('u__x', {})
    await expect.poll(() => piped.calls.length).toBe(1)
    const question = piped.ask('elicitation/create', form)
    await expect.poll(() => piped.replyTo(question)?.result).toEqual(accepted)
    piped.answer(0)
    await first
    const calls = [client.callTool('u__x', {}), client.callTool('u__x', {})]
    await expect.poll(() => piped.calls.length).toBe(2)
    await settled()
    expect(piped.calls.length).toBe(2)
    piped.answer(1)
    await calls[0]
    await expect.poll(() => piped.calls.length).toBe(3)
    piped.answer(2)
    await calls[1]
    await client.close()
    await gateway.close()
  })

  test('goes to the only client that has calls in flight', async () => {
    const piped = new Piped()
    const { gateway } = startGateway(piped.options)
    const client = await connect(gateway, asked)
    const calls = [client.callTool('u__x', {}), client.callTool('u__x', {})]
    await expect.poll(() => piped.calls.length).toBe(2)
    const question = piped.ask('elicitation/create', form)
    await expect.poll(() => piped.replyTo(question)?.result).toEqual(accepted)
    piped.answer(0)
    piped.answer(1)
    await Promise.all(calls)
    await client.close()
    await gateway.close()
  })

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'is asked through another call of the client, of %s, where the one that it was asked through ends first',
    async (revision) => {
      const piped = new Piped()
      const { gateway } = startGateway(piped.options)
      const { elicit, answer, asks } = createPerson()
      const client = await connect(gateway, { revision, elicit })
      const calls = [client.callTool('u__x', {}), client.callTool('u__x', {})]
      await expect.poll(() => piped.calls.length).toBe(2)
      const question = piped.ask('elicitation/create', form)
      await expect.poll(asks).toBe(1)
      piped.answer(0)
      await settled()
      answer()
      expect((await calls[0])?.content).toEqual(done.content)
      await expect.poll(() => piped.replyTo(question)?.result).toEqual(accepted)
      piped.answer(1)
      expect((await calls[1])?.content).toEqual(done.content)
      await client.close()
      await gateway.close()
    },
  )

  test('is refused where all calls ended that it could be of, though another client has one in flight', async () => {
    const piped = new Piped()
    const { gateway } = startGateway(piped.options)
    const { elicit, answer, asks } = createPerson()
    const client = await connect(gateway, { revision: '2026-07-28', elicit })
    const calls = [client.callTool('u__x', {}), client.callTool('u__x', {})]
    await expect.poll(() => piped.calls.length).toBe(2)
    const question = piped.ask('elicitation/create', form)
    await expect.poll(asks).toBe(1)
    const stranger = createPerson()
    const other = await connect(gateway, { revision: '2026-07-28', elicit: stranger.elicit })
    const foreign = other.callTool('u__x', {})
    await expect.poll(() => piped.calls.length).toBe(3)
    piped.answer(1)
    expect((await calls[1])?.content).toEqual(done.content)
    piped.answer(0)
    await expect
      .poll(() => piped.replyTo(question)?.error)
      .toEqual({
        code: -32603,
        message: 'tools/call is over: nothing more can be asked',
      })
    answer()
    expect((await calls[0])?.content).toEqual(done.content)
    piped.answer(2)
    expect([(await foreign).content, stranger.asks()]).toEqual([done.content, 0])
    await other.close()
    await client.close()
    await gateway.close()
  })

  test('is refused where calls of several clients are in flight, with a warning that names the option', async () => {
    const piped = new Piped()
    const { gateway, logger } = startGateway(piped.options)
    const clients = await Promise.all([connect(gateway, asked), connect(gateway, asked)])
    const calls = clients.map((client) => client.callTool('u__x', {}))
    await expect.poll(() => piped.calls.length).toBe(2)
    const question = piped.ask('elicitation/create', form)
    await expect.poll(() => piped.replyTo(question)?.error?.code).toBe(-32603)
    expect(logger.warnings.filter((warning) => warning.includes('isolation: "session"'))).toHaveLength(1)
    piped.answer(0)
    piped.answer(1)
    await Promise.all(calls)
    await Promise.all(clients.map((client) => client.close()))
    await gateway.close()
  })

  test('is not known to a client that declared nothing of it', async () => {
    const piped = new Piped()
    const { gateway } = startGateway(piped.options)
    const client = await connect(gateway, { revision: '2025-11-25' })
    const call = client.callTool('u__x', {})
    await expect.poll(() => piped.calls.length).toBe(1)
    const question = piped.ask('elicitation/create', form)
    await expect.poll(() => piped.replyTo(question)?.error?.code).toBe(-32601)
    piped.answer(0)
    await call
    await client.close()
    await gateway.close()
  })
})

describe('a question outside any call', () => {
  const roots = [{ uri: 'file:///work', name: 'work' }]

  test.each<[string, ConnectOptions, (reply: Received | undefined) => unknown, unknown]>([
    ['is for the client that opened the connection', { roots }, (reply) => reply?.result, { roots }],
    ['is not known where the client has no roots', {}, (reply) => reply?.error?.code, -32601],
  ])('%s', async (_name, options, part, expected) => {
    const piped = new Piped({ 'tools/list': () => ({ result: { tools: [] } }) })
    const { gateway } = startGateway(piped.options)
    const client = await connect(gateway, { revision: '2025-11-25', ...options })
    await client.listTools()
    const question = piped.ask('roots/list')
    await expect.poll(() => part(piped.replyTo(question))).toEqual(expected)
    await client.close()
    await gateway.close()
  })
})

test('the time of a call stands still while its client is asked', async () => {
  const runtime = new VirtualRuntime()
  const piped = new Piped()
  const { gateway } = startGateway(piped.options, { runtime, limits: { timeoutMs: 1_000, maxTimeoutMs: 2_000 } })
  let answer: () => void = () => {}
  const client = await connect(gateway, {
    revision: '2025-11-25',
    elicit: () =>
      new Promise((resolve) => {
        answer = () => resolve({ action: 'decline' })
      }),
  })
  const call = client.callTool('u__x', {})
  await expect.poll(() => piped.calls.length).toBe(1)
  const question = piped.ask('elicitation/create', form)
  await settled()
  await runtime.advance(60_000)
  answer()
  await expect.poll(() => piped.replyTo(question)?.result).toEqual({ action: 'decline' })
  const rejected = expect(call).rejects.toMatchObject({ code: -32603, data: { upstream: 'u' } })
  await runtime.advance(1_000)
  await rejected
  await client.close()
  const closing = gateway.close()
  await runtime.advance(10_000)
  await closing
})

test('pages that a legacy upstream wants opened are opened by a modern client, and the call is sent again', async () => {
  const page = { mode: 'url', elicitationId: 'p1', url: 'https://example.com/pay', message: 'Pay first' }
  const refusal = { code: -32042, message: 'More is needed', data: { elicitations: [page] } }
  let count = 0
  const piped = new Piped({
    'tools/call': () => {
      count += 1
      return count === 1 ? { error: refusal } : { result: done }
    },
  })
  const { gateway } = startGateway(piped.options)
  const opened: string[] = []
  const client = await connect(gateway, {
    revision: '2026-07-28',
    elicitUrl: async ({ url }) => {
      opened.push(url)
      return 'accept'
    },
  })
  expect((await client.callTool('u__x', {})).content).toEqual(done.content)
  expect([opened, count]).toEqual([['https://example.com/pay'], 2])
  await client.close()
  await gateway.close()
})

test('an upstream hears that the roots of its client changed', async () => {
  const piped = new Piped({ 'tools/list': () => ({ result: { tools: [] } }) })
  const { gateway } = startGateway(piped.options)
  const client = await connect(gateway, { revision: '2025-11-25', roots: [] })
  await client.listTools()
  client.setRoots([{ uri: 'file:///other' }])
  await expect.poll(() => piped.server.methods).toContain('notifications/roots/list_changed')
  const question = piped.ask('roots/list')
  await expect.poll(() => piped.replyTo(question)?.result).toEqual({ roots: [{ uri: 'file:///other' }] })
  await client.close()
  await gateway.close()
})
