import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { HttpSendRequest } from '../../transport/http-sender.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { ToolHeaders } from '../tools/tool-headers.js'
import { createFakeEndpoint, endless, type FakeReply, reply } from './fixtures/fake-endpoint.js'
import { HttpClientTransport } from './http-client-transport.js'

const json = { 'content-type': 'application/json' }
const stream = { 'content-type': 'text/event-stream' }
const initialize: RpcRequest = { jsonrpc: '2.0', id: 1, method: 'initialize' }
const discover: RpcRequest = { jsonrpc: '2.0', id: 2, method: 'server/discover' }
const ping: RpcRequest = { jsonrpc: '2.0', id: 3, method: 'ping' }
const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled' } as const
const isOver = new OmniportError('closed', 'The connection is closed')

type Answer = (request: HttpSendRequest, method: string | undefined) => FakeReply | undefined

/** Answers each request with an empty result, in a session. */
function plainly({ method, body }: HttpSendRequest): FakeReply {
  if (method !== 'POST') return { status: 405 }
  const { id } = JSON.parse(body ?? '{}') as { readonly id?: unknown }
  if (id === undefined) return { status: 202 }
  const headers = { ...json, 'mcp-session-id': 'session-7' }
  return { headers, body: JSON.stringify({ jsonrpc: '2.0', id, result: {} }) }
}

/** A transport to a server that answers as `special` says, or plainly. */
function start(special: Answer = () => undefined) {
  const fake = createFakeEndpoint((request) => {
    const { method } = JSON.parse(request.body ?? '{}') as { readonly method?: string }
    return reply(special(request, method) ?? plainly(request))
  })
  let closes = 0
  const sender = {
    ...fake.endpoint.sender,
    close: async () => {
      closes += 1
    },
  }
  const transport = new HttpClientTransport({
    endpoint: { ...fake.endpoint, sender },
    serve: async () => undefined,
    tools: new ToolHeaders(() => {}),
    onGap: () => {},
  })
  const methods = () =>
    fake.sent.map(({ method, body }) => (body === undefined ? method : (JSON.parse(body) as RpcRequest).method))
  return { ...fake, transport, methods, closes: () => closes }
}

describe('a transport over HTTP', () => {
  test('sends modern requests by themselves, and notifications to nobody', async () => {
    const { transport, methods, sent } = start()
    expect(await transport.request(discover)).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
    transport.notify(cancelled)
    await settled()
    expect(methods()).toEqual(['server/discover'])
    expect(sent[0]?.headers['mcp-session-id']).toBeUndefined()
    await transport.close()
  })

  test('sends all others in one session, with the revision once that is known', async () => {
    const { transport, sent, methods } = start()
    expect(await transport.request(initialize)).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect(transport.revision).toBeUndefined()
    transport.revision = '2025-11-25'
    expect(transport.revision).toBe('2025-11-25')
    await transport.request(ping)
    transport.notify(cancelled)
    await settled()
    expect(methods()).toEqual(['initialize', 'ping', 'notifications/cancelled'])
    expect(sent.map(({ headers }) => [headers['mcp-session-id'], headers['mcp-protocol-version']])).toEqual([
      [undefined, undefined],
      ['session-7', '2025-11-25'],
      ['session-7', '2025-11-25'],
    ])
    await transport.close()
    expect(methods().at(-1)).toBe('DELETE')
  })

  test('gives up what was to find out the revision when a legacy request comes', async () => {
    const { transport, sent } = start((request, method) =>
      method === 'server/discover' ? { headers: json, body: endless(request) } : undefined,
    )
    const failed = expect(transport.request(discover)).rejects.toThrow(
      new OmniportError('closed', 'The connection was closed'),
    )
    await settled()
    await transport.request(initialize)
    await failed
    expect(sent.map(({ abort }) => abort.aborted)).toEqual([true, false])
    await transport.close()
  })

  test('takes an error with 503 for an answer once the revision is known', async () => {
    const error = { code: -32603, message: 'Busy' }
    const body = JSON.stringify({ jsonrpc: '2.0', error })
    const { transport } = start(() => ({ status: 503, headers: json, body }))
    await expect(transport.request(discover)).rejects.toMatchObject({ code: 'unreachable', status: 503 })
    transport.revision = '2026-07-28'
    expect(await transport.request(discover)).toEqual({ jsonrpc: '2.0', id: 2, error })
    await transport.close()
  })
})

test('arguments are mirrored in modern revisions and in sessions, and not over HTTP+SSE', async () => {
  const { transport } = start()
  expect(transport.mirrorsArguments).toBe(false)
  transport.revision = '2026-07-28'
  expect(transport.mirrorsArguments).toBe(true)
  transport.revision = '2025-11-25'
  expect(transport.mirrorsArguments).toBe(false)
  await transport.request(initialize)
  expect(transport.mirrorsArguments).toBe(true)
  await transport.close()
  const old = start((request) =>
    request.method === 'POST'
      ? { status: 405 }
      : { headers: stream, body: endless(request, 'event: endpoint\ndata: /messages\n\n') },
  )
  const failed = expect(old.transport.request(initialize)).rejects.toMatchObject({ code: 'invalid_result' })
  await failed
  old.transport.revision = '2024-11-05'
  expect(old.transport.mirrorsArguments).toBe(false)
  await old.transport.close()
})

describe('the end of a transport over HTTP', () => {
  test('comes once, with that of its sender, and is told', async () => {
    const { transport, closes, methods } = start()
    const first = transport.close()
    expect(transport.close()).toBe(first)
    await first
    await transport.close()
    expect([closes(), await transport.closed]).toEqual([1, undefined])
    await expect(transport.request(discover)).rejects.toThrow(isOver)
    await expect(transport.request(initialize)).rejects.toThrow(isOver)
    expect(methods()).toEqual([])
  })

  test('ends requests of both kinds, and is no error to report', async () => {
    const { transport, sent, reported } = start((request, method) =>
      method === 'initialize' || request.method === 'DELETE' ? undefined : { headers: json, body: endless(request) },
    )
    await transport.request(initialize)
    const failed = [ping, discover].map((request) =>
      expect(transport.request(request)).rejects.toMatchObject({ code: 'closed' }),
    )
    transport.notify(cancelled)
    await settled()
    await transport.close()
    await Promise.all(failed)
    await settled()
    expect(sent.slice(1, 4).map(({ abort }) => abort.aborted)).toEqual([true, true, true])
    expect([reported, await transport.closed]).toEqual([[], undefined])
  })

  test('may be that of the session, of which later errors are not reported', async () => {
    const forgotten = JSON.stringify({ jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' } })
    const { transport, reported, closes } = start((_request, method) => {
      if (method === 'notifications/x') return { status: 418 }
      return method === 'ping' ? { status: 404, headers: json, body: forgotten } : undefined
    })
    await transport.request(initialize)
    transport.notify({ jsonrpc: '2.0', method: 'notifications/x' })
    await settled()
    expect(reported).toMatchObject([{ status: 418 }])
    const text = 'https://mcp.example/mcp does not know the session any more'
    await expect(transport.request(ping)).rejects.toThrow(text)
    expect(await transport.closed).toMatchObject({ message: text })
    await expect(transport.request(discover)).rejects.toThrow(isOver)
    expect([reported.length, closes()]).toEqual([1, 0])
    await transport.close()
    expect([closes(), await transport.closed]).toMatchObject([1, { message: text }])
  })
})
