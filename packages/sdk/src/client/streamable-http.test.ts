import { describe, expect, test, vi } from 'vitest'
import { settled } from '../../test/pipe.js'
import { createFetch, eventOf, eventStream, inOrder, type PreparedFetch } from '../../test/prepared-fetch.js'
import type { JSONRPCMessage } from '../types.js'
import {
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
  StreamableHTTPError,
} from './streamableHttp.js'

const url = 'https://a.example/mcp'
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const
const pong = { jsonrpc: '2.0', id: 1, result: {} } as const
const note = { jsonrpc: '2.0', method: 'notifications/a' } as const

async function open({ fetch, sent }: PreparedFetch, options: StreamableHTTPClientTransportOptions = {}) {
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch, ...options })
  const messages: JSONRPCMessage[] = []
  const errors: string[] = []
  transport.onmessage = (message) => void messages.push(message)
  transport.onerror = (error) => void errors.push(error.message)
  await transport.start()
  return { transport, messages, errors, sent }
}

/** A reply that tells when it is dropped. */
function droppable(init: ResponseInit) {
  const dropped = vi.fn()
  return { dropped, response: new Response(new ReadableStream({ cancel: dropped }), init) }
}

describe('a transport', () => {
  test('starts once, and closes', async () => {
    const { transport, sent } = await open(inOrder())
    const closed = vi.fn()
    transport.onclose = closed
    await expect(transport.start()).rejects.toThrow(
      new Error(
        'StreamableHTTPClientTransport already started! If using Client class, note that connect() calls start() automatically.',
      ),
    )
    await transport.close()
    expect([closed.mock.calls.length, sent]).toEqual([1, []])
  })

  test('ends its requests when it closes', async () => {
    const never = createFetch(
      ({ init }) =>
        new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    )
    const { transport, errors } = await open(never)
    const sending = transport.send(ping)
    await settled()
    await transport.close()
    await expect(sending).rejects.toThrow(new Error('aborted'))
    expect(errors).toEqual(['aborted'])
  })

  test('sends before it is started', async () => {
    const { fetch, sent } = inOrder(new Response(null, { status: 202 }))
    await new StreamableHTTPClientTransport(new URL(url), { fetch }).send(note)
    expect(sent).toHaveLength(1)
  })
})

describe('a message', () => {
  test('is sent with the headers of the protocol', async () => {
    const { transport, messages, sent } = await open(inOrder(Response.json(pong)))
    await transport.send(ping)
    expect(sent).toMatchObject([
      {
        ...{ method: 'POST', url, body: JSON.stringify(ping) },
        headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      },
    ])
    expect(Object.keys(sent[0]?.headers ?? {})).toEqual(['accept', 'content-type'])
    expect(messages).toEqual([pong])
  })

  test('names the session of the server, and the revision', async () => {
    const created = Response.json(pong, { headers: { 'mcp-session-id': 'one' } })
    const { transport, sent } = await open(inOrder(created, Response.json(pong), Response.json(pong)))
    expect([transport.sessionId, transport.protocolVersion]).toEqual([undefined, undefined])
    await transport.send(ping)
    expect(transport.sessionId).toBe('one')
    transport.setProtocolVersion('2025-06-18')
    expect(transport.protocolVersion).toBe('2025-06-18')
    await transport.send(ping)
    await transport.send(ping)
    expect(sent.map(({ headers }) => [headers['mcp-session-id'], headers['mcp-protocol-version']])).toEqual([
      [undefined, undefined],
      ['one', '2025-06-18'],
      ['one', '2025-06-18'],
    ])
  })

  test('names the session that was given', async () => {
    const { transport, sent } = await open(inOrder(Response.json(pong)), { sessionId: 'given' })
    expect(transport.sessionId).toBe('given')
    await transport.send(ping)
    expect(sent[0]?.headers['mcp-session-id']).toBe('given')
  })

  test('has the headers and the options of the program', async () => {
    const requestInit = { headers: { A: 'b' }, credentials: 'include' } as const
    const { transport, sent } = await open(inOrder(Response.json(pong)), { requestInit })
    await transport.send(ping)
    expect(sent[0]).toMatchObject({ headers: { a: 'b' }, init: { credentials: 'include', method: 'POST' } })
  })

  test('that is no request drops what is answered', async () => {
    const { dropped, response } = droppable({ status: 202 })
    const { transport, sent } = await open(inOrder(response))
    await transport.send(note)
    expect([dropped.mock.calls.length, sent.length]).toEqual([1, 1])
  })

  test('that is no request gets no messages', async () => {
    const { transport, messages } = await open(inOrder(Response.json(pong)))
    await transport.send(note)
    expect(messages).toEqual([])
  })

  test('may be several', async () => {
    const { transport, messages, sent } = await open(inOrder(Response.json([pong, note])))
    await transport.send([note, ping])
    expect([sent[0]?.body, messages]).toEqual([JSON.stringify([note, ping]), [pong, note]])
  })
})

describe('an answer', () => {
  test('may be a stream, which is read on after the message was sent', async () => {
    const { transport, messages } = await open(inOrder(eventStream(eventOf(note) + eventOf(pong))))
    await transport.send(ping)
    await vi.waitFor(() => expect(messages).toEqual([note, pong]), 20_000)
  })

  test('has a media type in whatever letters', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    const { transport, messages } = await open(inOrder(new Response(JSON.stringify(pong), { headers })))
    await transport.send(ping)
    expect(messages).toEqual([pong])
  })

  test('of another type is an error', async () => {
    const { dropped, response } = droppable({ headers: { 'content-type': 'text/html' } })
    const { transport, errors } = await open(inOrder(response))
    await expect(transport.send(ping)).rejects.toMatchObject({
      code: -1,
      message: 'Streamable HTTP error: Unexpected content type: text/html',
    })
    expect(errors).toEqual(['Streamable HTTP error: Unexpected content type: text/html'])
    expect(dropped).toHaveBeenCalledOnce()
  })

  test('without a type is an error', async () => {
    const { transport } = await open(inOrder(new Response(null)))
    await expect(transport.send(ping)).rejects.toThrow(new StreamableHTTPError(-1, 'Unexpected content type: null'))
  })

  test.each([
    [JSON.stringify({ no: 1 }), 'ZodError'],
    ['{', 'SyntaxError'],
  ])('that is no message is an error: %s', async (body, name) => {
    const headers = { 'content-type': 'application/json' }
    const { transport, messages, errors } = await open(inOrder(new Response(body, { headers })))
    await expect(transport.send(ping)).rejects.toMatchObject({ name })
    expect([messages, errors.length]).toEqual([[], 1])
  })

  test('with a failure has its status and its text', async () => {
    const { transport, errors } = await open(inOrder(new Response('no such session', { status: 404 })))
    const message = 'Streamable HTTP error: Error POSTing to endpoint: no such session'
    await expect(transport.send(ping)).rejects.toMatchObject({ code: 404, message })
    expect(errors).toEqual([message])
  })

  test.each([401, 403])('of status %i is a failure where there is no provider', async (status) => {
    const { transport } = await open(inOrder(new Response('no', { status })))
    await expect(transport.send(ping)).rejects.toMatchObject({
      code: status,
      message: 'Streamable HTTP error: Error POSTing to endpoint: no',
    })
  })

  test('that cannot be read has no text', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.error(new Error('broken'))
      },
    })
    const { transport } = await open(inOrder(new Response(broken, { status: 500 })))
    await expect(transport.send(ping)).rejects.toThrow(new StreamableHTTPError(500, 'Error POSTing to endpoint: null'))
  })

  test('that leads elsewhere is an error that says so', async () => {
    const elsewhere = () => new Response(null, { status: 307, headers: { location: 'https://b.example/mcp' } })
    const same = await open(inOrder(elsewhere()))
    await expect(same.transport.send(ping)).rejects.toThrow(
      new StreamableHTTPError(
        307,
        "Error POSTing to endpoint: Redirect to https://b.example/mcp not followed (redirectPolicy: 'same-origin')",
      ),
    )
    const any = await open(inOrder(elsewhere()), { redirectPolicy: 'follow' })
    await expect(any.transport.send(ping)).rejects.toThrow(
      new StreamableHTTPError(307, 'Error POSTing to endpoint: Redirect to https://b.example/mcp not followed'),
    )
    expect(any.sent[0]?.init.redirect).toBeUndefined()
  })

  test('that is an error of `fetch` rejects with it', async () => {
    const { transport, errors } = await open(inOrder(new TypeError('fetch failed')))
    await expect(transport.send(ping)).rejects.toThrow(new TypeError('fetch failed'))
    expect(errors).toEqual(['fetch failed'])
  })
})

describe('a session', () => {
  test('is ended with a DELETE', async () => {
    const { dropped, response } = droppable({ status: 200 })
    const options = { sessionId: 'one', requestInit: { credentials: 'include' } } as const
    const { transport, sent } = await open(inOrder(response), options)
    await transport.terminateSession()
    expect(sent).toMatchObject([
      { method: 'DELETE', url, headers: { 'mcp-session-id': 'one' }, init: { credentials: 'include' } },
    ])
    expect(transport.sessionId).toBeUndefined()
    expect(dropped).toHaveBeenCalledOnce()
    await transport.terminateSession()
    expect(sent).toHaveLength(1)
  })

  test('that the server does not end is forgotten', async () => {
    const { transport, errors } = await open(inOrder(new Response(null, { status: 405 })), { sessionId: 'one' })
    await transport.terminateSession()
    expect([transport.sessionId, errors]).toEqual([undefined, []])
  })

  test('that cannot be ended is an error', async () => {
    const refusal = new Response(null, { status: 500, statusText: 'Broken' })
    const { transport, errors } = await open(inOrder(refusal), { sessionId: 'one' })
    const message = 'Streamable HTTP error: Failed to terminate session: Broken'
    await expect(transport.terminateSession()).rejects.toMatchObject({ code: 500, message })
    expect([transport.sessionId, errors]).toEqual(['one', [message]])
  })
})
