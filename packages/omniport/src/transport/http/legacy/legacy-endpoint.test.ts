import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, type ClientSession, initializeRequest, post } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell, openNode } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import type { HttpOptions } from '../http-options.js'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const unknownId = '0'.repeat(32)

let shell: OpenShell
afterEach(() => shell.close())

async function start(options?: HttpOptions) {
  const defined = defineHttpServer()
  shell = await (httpShells[0]?.open ?? openNode)(defined.server, options)
  return defined
}

async function outcome(responding: Promise<Response>) {
  const response = await responding
  const text = await response.text()
  const { error } = text === '' ? {} : JSON.parse(text)
  return [response.status, error?.code, error?.message]
}

const getHeaders = { accept: 'text/event-stream' }

describe('a message', () => {
  test('without a session is told to begin one, and with an unknown one that there is none', async () => {
    await start()
    expect(await outcome(post(shell, ping))).toEqual([
      400,
      -32600,
      'The header Mcp-Session-Id is missing: send initialize first',
    ])
    for (const message of [ping, [ping]]) {
      const asked = post(shell, message, { headers: { 'mcp-session-id': unknownId } })
      expect(await outcome(asked)).toEqual([404, -32600, 'There is no such session'])
    }
  })

  test('of a revision that is not served is told which ones are', async () => {
    await start()
    const session = await beginSession(shell)
    const names = '2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25'
    const headers = { 'mcp-protocol-version': '1999-01-01' }
    const asked = session.post(ping, { headers })
    expect(await outcome(asked)).toEqual([400, -32600, `MCP-Protocol-Version must be one of ${names}`])
    expect((await outcome(post(shell, ping, { headers })))[1]).toBe(-32022)
  })

  test('in a batch needs a session that is kept', async () => {
    await start({ sessions: false })
    expect(await outcome(post(shell, [ping]))).toEqual([
      400,
      -32600,
      'Batches need sessions, and this server keeps none',
    ])
  })

  test('with an id that was not sealed here has no session', async () => {
    await start({ sessions: false })
    expect(await outcome(post(shell, ping, { headers: { 'mcp-session-id': 'x' } }))).toEqual([
      404,
      -32600,
      'There is no such session',
    ])
    expect(await outcome(post(shell, ping))).toEqual([200, undefined, undefined])
  })
})

describe('another method', () => {
  const send = async (method: string, headers: Record<string, string> = {}) => {
    const response = await shell.send({ method, headers })
    const { error } = await response.json()
    return [response.status, response.headers.get('allow'), error.message]
  }

  test('is not served', async () => {
    await start()
    expect(await send('PUT')).toEqual([405, 'POST, GET, DELETE', 'Only POST, GET, DELETE is served here'])
  })

  test.each(['GET', 'DELETE'])('%s needs a session', async (method) => {
    await start()
    expect(await send(method, getHeaders)).toEqual([405, 'POST', 'Only POST is served here'])
    const named = await send(method, { ...getHeaders, 'mcp-session-id': unknownId })
    expect(named).toEqual([404, null, 'There is no such session'])
  })

  test.each(['PUT', 'GET', 'DELETE'])('%s is not served where no sessions are kept', async (method) => {
    await start({ sessions: false })
    const headers = { ...getHeaders, 'mcp-session-id': unknownId }
    expect(await send(method, headers)).toEqual([405, 'POST', 'Only POST is served here'])
  })

  test('of a revision that is not served opens no stream', async () => {
    await start()
    const session = await beginSession(shell)
    const refused = session.get(undefined, { headers: { 'mcp-protocol-version': '1999-01-01' } })
    expect((await outcome(refused)).slice(0, 2)).toEqual([400, -32600])
  })
})

describe('DELETE', () => {
  test('ends a session, once, and a web page may read that', async () => {
    await start()
    const session = await beginSession(shell)
    const headers = { ...session.headers, origin: 'http://localhost' }
    const response = await shell.send({ method: 'DELETE', headers })
    expect([response.status, response.headers.get('access-control-allow-origin'), await response.text()]).toEqual([
      204,
      'http://localhost',
      '',
    ])
    expect(await outcome(session.delete())).toEqual([404, -32600, 'There is no such session'])
    expect((await outcome(session.request('ping')))[0]).toBe(404)
  })
})

test('a session is idle from the end of its stream on', async () => {
  const { runtime } = await start({ sessions: { idleMs: 1_000 } })
  const session: ClientSession = await beginSession(shell)
  const reader = new SseReader(await session.get())
  runtime.advance(900)
  await reader.cancel()
  await session.notify('notifications/x')
  runtime.advance(900)
  expect((await outcome(session.request('ping')))[0]).toBe(200)
})

test('initialize that names a session takes its place', async () => {
  await start()
  const first = await beginSession(shell)
  const headers = { 'mcp-session-id': first.id }
  const response = await post(shell, initializeRequest('2025-11-25'), { headers })
  expect([response.status, response.headers.get('mcp-session-id') === first.id]).toEqual([200, false])
  expect((await outcome(first.request('ping')))[0]).toBe(404)
})
