import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { bytesOf, type FakeReply, reply } from './fixtures/fake-endpoint.js'
import { startOutbound } from './fixtures/start-outbound.js'
import { HttpStatusError } from './http-status-error.js'
import type { OutboundHttpRequestOptions } from './outbound-http-request.js'

const address = 'https://mcp.example/mcp'
const json = { 'content-type': 'application/json' }
const noMessage = 'check that it is the address of an MCP server'

/** Sends one request that gets this reply, under these limits. */
function send(given: FakeReply, options: Partial<OutboundHttpRequestOptions> = {}, responseBytes = 100_000) {
  const outbound = startOutbound(() => reply(given), { limits: { responseBytes } })
  return { ...outbound, sending: outbound.create(options).send() }
}

/** A body that counts the chunks which are read of it, and knows whether it was read to its end. */
function counted(chunks: number, length: number) {
  const state = { read: 0, isOver: false }
  async function* body() {
    for (; state.read < chunks; state.read += 1) yield new Uint8Array(length)
    state.isOver = true
  }
  return { state, body: body() }
}

describe('a reply with JSON', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;charset=utf-8',
    'application/vnd.example+json',
  ])('of the type %s is a value', async (type) => {
    const { sending, over } = send({ headers: { 'content-type': type }, body: '{"a":[1]}' })
    expect(await sending).toEqual({ type: 'value', value: { a: [1] } })
    expect(over.length).toBe(1)
  })

  test('that is empty has no message', async () => {
    const { sending } = send({ headers: json })
    expect(await sending).toEqual({ type: 'empty', what: `HTTP 200 of type application/json; ${noMessage}` })
  })

  test('that is broken has no message, and its request is over', async () => {
    const { sending, over } = send({ headers: json, body: '{' })
    await expect(sending).rejects.toMatchObject({
      code: 'invalid_result',
      message: `${address} answered with what is no message: The message is not JSON`,
    })
    expect(over.length).toBe(1)
  })

  test('that is broken changes nothing where the server took the message', async () => {
    const { sending, over } = send({ status: 202, headers: json, body: '{' })
    expect(await sending).toEqual({ type: 'empty', what: `HTTP 202 of type application/json; ${noMessage}` })
    expect(over.length).toBe(1)
  })

  test('is read up to the limit', async () => {
    expect(await send({ headers: json, body: '"345"' }, {}, 5).sending).toEqual({ type: 'value', value: '345' })
    const { sending, over } = send({ headers: json, body: '"3456"' }, {}, 5)
    await expect(sending).rejects.toThrow(
      new OmniportError('limit', 'The answer is longer than limits.responseBytes: 5'),
    )
    expect(over.length).toBe(1)
  })

  test('may be read by who asked, who leaves some to be parsed', async () => {
    const read: string[] = []
    const readRaw = (bytes: Uint8Array) => {
      read.push(new TextDecoder().decode(bytes))
      return read.length === 1 ? 'raw' : undefined
    }
    expect(await send({ headers: json, body: '1' }, { readRaw }).sending).toEqual({ type: 'value', value: 'raw' })
    expect(await send({ headers: json, body: '2' }, { readRaw }).sending).toEqual({ type: 'value', value: 2 })
    expect(read).toEqual(['1', '2'])
  })
})

describe('a reply with something else', () => {
  test.each<[string, FakeReply, string]>([
    ['nothing', { status: 202 }, 'HTTP 202 without a body'],
    ['a page', { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<p>' }, 'HTTP 200 of type text/html'],
    ['a long type', { headers: { 'content-type': `a/${'b'.repeat(80)}` } }, `HTTP 200 of type a/${'b'.repeat(62)}`],
  ])('has no message: %s', async (_name, given, what) => {
    const { sending, over } = send(given)
    expect(await sending).toEqual({ type: 'empty', what: `${what}; ${noMessage}` })
    await settled()
    expect(over.length).toBe(1)
  })

  test('is read to its end, so that the connection can be used again', async () => {
    const { state, body } = counted(4, 16 * 1024)
    const { sending } = send({ headers: { 'content-type': 'text/html' }, body })
    await sending
    await settled()
    expect(state).toEqual({ read: 4, isOver: true })
  })

  test('is cut off where it is long', async () => {
    const { state, body } = counted(100, 16 * 1024)
    const { sending, over } = send({ headers: { 'content-type': 'text/html' }, body })
    await sending
    await settled()
    expect([state, over.length]).toEqual([{ read: 4, isOver: false }, 1])
  })

  test('holds its connection for a second at most', async () => {
    const never = (async function* () {
      await new Promise(() => {})
      yield new Uint8Array()
    })()
    const { sending, over, runtime } = send({ headers: { 'content-type': 'text/html' }, body: never })
    await sending
    await runtime.advance(999)
    expect([over.length, runtime.timers]).toEqual([0, 1])
    await runtime.advance(1)
    expect([over.length, runtime.timers]).toEqual([1, 0])
  })
})

describe('the headers of a reply', () => {
  test('are seen before its body, where it succeeded', async () => {
    const seen: number[] = []
    const onHeaders = ({ status }: { status: number }) => seen.push(status)
    await send({ status: 200, headers: json, body: '1' }, { onHeaders }).sending
    await send({ status: 299 }, { onHeaders }).sending
    await expect(send({ status: 300 }, { onHeaders }).sending).rejects.toThrow(`${address} answered HTTP 300`)
    await expect(send({ status: 199 }, { onHeaders }).sending).rejects.toThrow(`${address} answered HTTP 199`)
    expect(seen).toEqual([200, 299])
  })

  test('that are not accepted end the request', async () => {
    const error = new OmniportError('invalid_result', 'No such session')
    const onHeaders = () => {
      throw error
    }
    const { sending, over } = send({ headers: json, body: '1' }, { onHeaders })
    await expect(sending).rejects.toBe(error)
    expect(over.length).toBe(1)
  })
})

describe('a refusal', () => {
  const error = { code: -32000, message: 'No session' }
  const body = JSON.stringify({ jsonrpc: '2.0', error })

  /** What is known of a refusal. */
  async function refused(given: FakeReply, responseBytes?: number) {
    const { sending, over } = send(given, {}, responseBytes)
    const reason = await sending.catch((caught: unknown) => caught)
    expect(over.length).toBe(1)
    if (!(reason instanceof HttpStatusError)) throw reason
    return {
      message: reason.message,
      error: reason.error,
      isSession: reason.refusesSession,
      names: reason.namesSession,
    }
  }

  test.each<[string, Record<string, string>]>([
    ['JSON', json],
    ['JSON of a vendor', { 'content-type': 'application/problem+json' }],
    ['no type', {}],
  ])('may hold an error: %s', async (_name, headers) => {
    expect(await refused({ status: 400, headers, body })).toEqual({
      message: `${address} answered HTTP 400: No session`,
      error,
      isSession: true,
      names: true,
    })
  })

  test.each<[string, FakeReply, boolean]>([
    ['a page', { status: 404, headers: { 'content-type': 'text/html' }, body: 'Not found' }, true],
    ['a stream, which may hold a message', { status: 404, headers: { 'content-type': 'text/event-stream' } }, false],
    ['no JSON', { status: 404, headers: json, body: '<' }, true],
  ])('without an error: %s', async (_name, given, isSession) => {
    expect(await refused(given)).toEqual({
      message: `${address} answered HTTP 404`,
      error: undefined,
      isSession,
      names: false,
    })
  })

  test('below 400 holds no error', async () => {
    expect(await refused({ status: 399, headers: json, body })).toEqual({
      message: `${address} answered HTTP 399`,
      error: undefined,
      isSession: false,
      names: true,
    })
  })

  test('names the session in a text that is cut off or breaks', async () => {
    const headers = { 'content-type': 'text/plain' }
    async function* breaks() {
      yield* bytesOf('Unknown ses', 'sion')
      throw new Error('The network broke')
    }
    expect((await refused({ status: 400, headers, body: breaks() })).names).toBe(true)
    const { state, body: long } = counted(100, 16 * 1024)
    expect((await refused({ status: 400, headers, body: long })).names).toBe(false)
    expect(state.isOver).toBe(false)
  })

  test('is read up to the limit', async () => {
    const { length } = body
    expect((await refused({ status: 400, headers: json, body }, length)).error).toEqual(error)
    await expect(refused({ status: 400, headers: json, body }, length - 1)).rejects.toThrow(
      new OmniportError('limit', `The answer is longer than limits.responseBytes: ${length - 1}`),
    )
  })

  test('has no secret that was sent, and says when to come back', async () => {
    const headers = { authorization: 'Bearer the-secret' }
    const text = JSON.stringify({ jsonrpc: '2.0', error: { code: 1, message: 'the-secret is over' } })
    const refusing = { status: 503, headers: { ...json, 'retry-after': new Date(1_007_000).toUTCString() }, body: text }
    const { create, runtime } = startOutbound(() => reply(refusing), { headers })
    expect(runtime.now()).toBe(1_000_000)
    const reason = await create()
      .send()
      .catch((caught: unknown) => caught)
    expect(reason).toMatchObject({ error: { code: 1, message: '*** is over' }, retryAfterMs: 7_000 })
  })
})
