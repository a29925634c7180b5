import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createServer as createMcpServer } from 'omniport'
import { serveHttp } from 'omniport/node'
import { expect, test } from 'vitest'
import { hostSse } from '../interop/http/servers/host-sse.js'
import { check, failures } from './fixtures/checks.js'

test('a server of this library passes over HTTP+SSE', { timeout: 60_000 }, async () => {
  const served = await serveHttp(createMcpServer({ name: 'sse', version: '1' }), { port: 0 })
  try {
    const { code, report } = await check('--protocol', '2024-11-05', new URL('/sse', served.url).href)
    expect([code, failures(report), failures(report, 'warning')]).toEqual([0, [], []])
    expect([report?.transport, report?.revisions, report?.sse]).toEqual(['http', ['2024-11-05'], ['2024-11-05']])
    expect(failures(report, 'pass')).toEqual(expect.arrayContaining(['message-events', 'foreign-origin-stream']))
  } finally {
    await served.close()
  }
})

test('the official server of 2024-11-05 fails what it does not do, and no more', { timeout: 60_000 }, async () => {
  const { url, close } = await hostSse()
  try {
    const { report } = await check(url)
    expect(report?.sse).toEqual(['2024-11-05'])
    expect(failures(report)).toEqual(['foreign-origin-stream', 'foreign-origin-message'])
  } finally {
    await close()
  }
})

test('a server whose messages come as other events fails', { timeout: 60_000 }, async () => {
  const { url, close } = await serveOddEvents('/messages')
  try {
    const { report } = await check('--protocol', '2024-11-05', '--timeout', '2000', url)
    expect(report?.checks.find(({ name }) => name === 'message-events')?.problem).toBe('one came as "rpc"')
  } finally {
    await close()
  }
})

test('messages are posted to no other origin', { timeout: 60_000 }, async () => {
  const { url, close } = await serveOddEvents('http://localhost.example/messages')
  try {
    const { report, stderr } = await check('--protocol', '2024-11-05', '--timeout', '2000', url)
    expect(report).toBe(undefined)
    expect(stderr.at(-1)).toContain('the server agreed to none of 2024-11-05')
  } finally {
    await close()
  }
})

/** Answers every request with the result of `initialize`, in events that are named "rpc". */
async function serveOddEvents(endpoint: string) {
  let stream: ServerResponse | undefined
  const server = createServer(async (request, response) => {
    if (request.method === 'GET' && request.headers.origin === undefined) {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
      stream.write(`event: endpoint\ndata: ${endpoint}\n\n`)
      return
    }
    if (request.method !== 'POST' || request.url !== '/messages') return response.writeHead(405).end()
    const body = await text(request)
    const { id } = JSON.parse(body.endsWith('}') ? body : '{}')
    const serverInfo = { name: 'odd', version: '1' }
    const result = { protocolVersion: '2024-11-05', capabilities: {}, serverInfo }
    if (id !== undefined) stream?.write(`event: rpc\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
    return response.writeHead(202).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // it listens at a port
  const close = async () => {
    server.closeAllConnections()
    await once(server.close(), 'close')
  }
  return { url: `http://127.0.0.1:${port}/sse`, close }
}
