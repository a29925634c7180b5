import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { defineServer } from '#test/support/define-server.js'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { serveHttp } from './serve-http.js'

const json = 'content-type: application/json\r\naccept: application/json, text/event-stream\r\n'
const chunkedHead = `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n${json}transfer-encoding: chunked\r\n\r\n`
const request = 'GET /elsewhere HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A connection to a server in real time, which the server has accepted. */
async function open(): Promise<Socket> {
  const { server } = defineServer({ runtime: defaultRuntime })
  const served = await serveHttp(server, { port: 0, limits: { headersMs: 100, bodyMs: 100 } })
  ends.push(() => served.close())
  const [socket, later] = [await connected(served.url), await connected(served.url)]
  expect(await answerOf(later, request)).toBe('HTTP/1.1 404 Not Found')
  return socket
}

function connected(url: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
    ends.push(() => socket.destroy())
    socket.once('connect', () => resolve(socket))
  })
}

/** Sends bytes as they are, and resolves with the next status line. */
function answerOf(socket: Socket, text: string): Promise<string> {
  const line = new Promise<string>((resolve) =>
    socket.once('data', (bytes: Buffer) => resolve(`${bytes}`.split('\r\n', 1)[0] ?? '')),
  )
  socket.write(text)
  return line
}

/** Longer than the limits, and than the second between two looks of Node for slow requests. */
function keepBusy(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
}

describe('a server over HTTP', () => {
  test.each([
    ['408 Request Timeout', 'GET / HTTP/1.1\r\nhost: loc'],
    ['408 Request Timeout', 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx'],
    ['400 Bad Request', 'GET HTTP\r\n\r\n'],
    ['431 Request Header Fields Too Large', `GET / HTTP/1.1\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`],
    ['413 Payload Too Large', `${chunkedHead}1;${'x'.repeat(17_000)}`],
  ])('answers %s to what is sent wrong (%#), and closes the connection', async (status, text) => {
    verifies('HTTP-81')
    const socket = await open()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    expect(await answerOf(socket, text)).toBe(`HTTP/1.1 ${status}`)
    await closed
  })

  test('serves a request that arrived while the process was busy', async () => {
    const socket = await open()
    const answer = answerOf(socket, request)
    keepBusy()
    expect(await answer).toBe('HTTP/1.1 404 Not Found')
  })

  test.each([
    ['headers', 'GET / HTTP/1.1\r\nhost: loc'],
    ['a body', `${chunkedHead}1\r\n{`],
  ])('answers 408 to a part of %s that arrived while the process was busy', async (_name, text) => {
    const socket = await open()
    const answer = answerOf(socket, text)
    keepBusy()
    expect(await answer).toBe('HTTP/1.1 408 Request Timeout')
  })
})
