import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { openContext } from './fixtures/http-context.js'
import { HttpError } from './http-error.js'

const both = { accept: 'application/json, text/event-stream' }
const stream = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

describe('what a client accepts', () => {
  test.each([
    ['application/json, text/event-stream', true, true],
    ['text/event-stream,application/json', true, true],
    ['Application/JSON; charset=utf-8 , Text/Event-Stream', true, true],
    [undefined, true, true],
    ['*/*', true, true],
    ['application/*', true, false],
    ['text/*', false, true],
    ['application/json', true, false],
    ['text/event-stream', false, true],
    ['application/json, text/event-stream;q=0', true, false],
    ['application/json;q=0.0, text/event-stream', false, true],
    ['application/json;q=0.1, text/event-stream ; q=0.', true, false],
    ['application/json;a=b;q=0, */*', true, true],
  ])('by %j', (accept, json, sse) => {
    const { context } = openContext({ headers: accept === undefined ? {} : { accept } })
    expect(context.forms).toEqual({ json, sse })
  })

  test.each(['text/html', '', 'application/json;q=0', '*/*;q=0'])('by %j is refused', (accept) => {
    const message = 'Accept must list application/json and text/event-stream'
    const { context } = openContext({ headers: { accept } })
    expect(thrownBy(() => context.assertAcceptsResponse())).toMatchObject({
      status: 406,
      error: { code: -32600, message },
    })
    expect(() => context.forms).toThrow(new HttpError(406, RpcError.invalidRequest(message)))
  })

  test('may have to be a stream', () => {
    const { context } = openContext({ headers: { accept: 'application/json' } })
    expect(thrownBy(() => context.assertAcceptsStream())).toMatchObject({
      status: 406,
      error: { code: -32600, message: 'Accept must list text/event-stream' },
    })
    expect(thrownBy(() => context.assertAcceptsRequests())).toMatchObject({
      code: 'unsupported',
      message:
        'The client cannot be asked anything here: a question needs a stream, and the Accept of its request does not list text/event-stream',
    })
  })

  test('passes where it is all that a response may be', () => {
    const { context } = openContext({ headers: both })
    expect(() => context.assertAcceptsStream()).not.toThrow()
    expect(() => context.assertAcceptsRequests()).not.toThrow()
    expect(() => context.assertAcceptsResponse()).not.toThrow()
  })

  test.each([
    [both, 'auto', 'auto'],
    [both, 'json', 'json'],
    [both, 'sse', 'sse'],
    [{ accept: 'application/json' }, 'sse', 'json'],
    [{ accept: 'text/event-stream' }, 'json', 'sse'],
  ] as const)('decides with what the server prefers: %j and %s', (headers, answers, form) => {
    expect(openContext({ headers, answers }).context.form).toBe(form)
  })
})

describe('a request', () => {
  test('belongs to its principal, or to its network', () => {
    const { context } = openContext()
    expect([context.owner, context.sender]).toEqual(['network 10.0.0.1', '10.0.0.1'])
    context.principal = { id: 'ada', scopes: [], claims: {} }
    expect([context.owner, context.sender]).toEqual(['principal ada', '10.0.0.1'])
  })

  test('has its headers', () => {
    expect(
      openContext({ headers: { 'x-a': '1' } })
        .context.headers()
        .get('x-a'),
    ).toBe('1')
  })
})

describe('the headers of a reply', () => {
  const form = { 'content-type': 'application/json' }
  const page = {
    'access-control-allow-origin': 'http://localhost',
    'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate, Retry-After',
    vary: 'Origin',
  }

  test('are those of its form', () => {
    const { context } = openContext()
    expect([context.replyHeaders(form), context.replyHeaders()]).toEqual([form, {}])
  })

  test('are those for web pages and those that were set too', () => {
    const { context } = openContext({ headers: { origin: 'http://localhost' } })
    expect(context.replyHeaders(form)).toEqual({ ...form, ...page })
    context.setHeader('mcp-session-id', 's')
    context.setHeader('retry-after', '1')
    expect(context.replyHeaders(form)).toEqual({ ...form, ...page, 'mcp-session-id': 's', 'retry-after': '1' })
  })

  test('are those that were set, for no page', () => {
    const { context } = openContext()
    context.setHeader('mcp-session-id', 's')
    expect(context.replyHeaders(form)).toEqual({ ...form, 'mcp-session-id': 's' })
  })
})

describe('a reply', () => {
  test('that a message was taken has no body, and its bytes count no more', () => {
    const { context, sent } = openContext()
    context.tryCount(1_000, false)
    context.sendAccepted()
    expect(sent).toEqual([{ status: 202, headers: {}, body: undefined }])
    expect(context.settings.budgets.inFlight.used).toBe(0)
  })

  test('of events goes out in one piece', () => {
    const { context, sent } = openContext()
    context.sendEvents([{ data: 'a', id: '1' }, { data: 'b' }])
    expect(sent).toEqual([{ status: 200, headers: stream, body: 'id: 1\ndata: a\n\ndata: b\n\n' }])
  })

  test.each([
    ['as long as a piece may be', 65_536, 1, undefined],
    ['longer', 65_537, 1, 2],
  ])('of events that are %s', async (_name, length, replies, pieces) => {
    const { context, sent, runtime } = openContext()
    const rest = length - 'data: \n\ndata: b\n\n'.length
    context.sendEvents([{ data: 'x'.repeat(rest) }, { data: 'b' }])
    expect([sent.length, sent[0]?.pieces?.length]).toEqual([replies, pieces])
    expect([sent[0]?.headers, runtime.timers]).toEqual([stream, 0])
    await context.concurrency.idle()
  })

  test('that is a stream is counted until it ends, and ends with the connection', async () => {
    const { context, sent, runtime, hangUp } = openContext()
    context.openEventStream().write({ data: 'a' })
    expect(sent).toMatchObject([{ status: 200, headers: stream, pieces: ['data: a\n\n'] }])
    let isIdle = false
    const idle = context.concurrency.idle().then(() => {
      isIdle = true
    })
    await Promise.resolve()
    expect(isIdle).toBe(false)
    hangUp()
    await idle
    expect([isIdle, runtime.timers]).toEqual([true, 0])
  })
})
