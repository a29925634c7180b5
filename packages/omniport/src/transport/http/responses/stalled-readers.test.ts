import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { beginSession, modernHeaders, modernRequest, postModern } from '#test/support/http-client.js'
import { deferred, defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Exchange } from '../../../protocol/exchange/exchange.js'

const hook = { name: 'hook' }
const filler = 'x'.repeat(10_000)
const log = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: filler } } as const

/** Says more than any socket buffers, until it is told to stop. */
async function flood(exchange: Exchange): Promise<number> {
  let sentCount = 0
  for (; sentCount < 5_000 && !exchange.signal.aborted; sentCount += 1) {
    exchange.notify(log)
    if (sentCount % 10 === 0) await settled(1)
  }
  return sentCount
}

describe.each(httpShells)('$shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())

  test('cuts a modern reader that stops, and cancels its request', async () => {
    verifies('LOG-10', 'LOG-13')
    const { server, onHook } = defineHttpServer()
    shell = await open(server, { limits: { outboxBytes: 200_000 } })
    const sentCount = deferred<number>()
    onHook(async (exchange) => {
      sentCount.resolve(await flood(exchange))
      return 'never'
    })
    const response = await postModern(shell, 'tools/call', hook)
    expect(response.status).toBe(200)
    expect(await sentCount.promise).toBeLessThan(5_000)
    await Promise.allSettled([response.body?.cancel()])
  })

  test('holds a legacy reader that stops to what the log holds, and goes on', async () => {
    verifies('LOG-10', 'LOG-13')
    const { server, onHook, logger } = defineHttpServer()
    shell = await open(server, { limits: { outboxBytes: 200_000, eventLogEvents: 10 } })
    const sentCount = deferred<number>()
    onHook(async (exchange) => {
      sentCount.resolve(await flood(exchange))
      return 'x'
    })
    const session = await beginSession(shell)
    const response = await session.request('tools/call', hook)
    expect(await sentCount.promise).toBe(5_000)
    await Promise.allSettled([response.body?.cancel()])
    expect(logger.errors).toEqual([])
  })
})

describe('the node handler', () => {
  const sockets: Socket[] = []
  let shell: OpenShell
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await shell.close()
  })

  test('cuts a reader of a large JSON answer that takes nothing for stallMs', async () => {
    const { server, onHook, runtime } = defineHttpServer()
    shell = await (httpShells[1]?.open ?? fail)(server)
    const answered = deferred()
    onHook(() => {
      answered.resolve()
      return 'x'.repeat(30_000_000)
    })
    const port = Number(shell.host.split(':')[1])
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => {})
    const body = JSON.stringify(modernRequest('tools/call', hook))
    const headers = {
      host: shell.host,
      'content-type': 'application/json',
      'content-length': String(body.length),
      ...modernHeaders('tools/call', hook),
    }
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST /mcp HTTP/1.1\r\n${head.join('')}\r\n${body}`)
    socket.pause()
    await answered.promise
    while (runtime.timers === 0) await settled(1)
    await settled(50)
    runtime.advance(30_000)
    await settled(50)
    runtime.advance(30_000)
    socket.resume()
    await closed
    expect(socket.bytesRead).toBeLessThan(30_000_000)
    expect(runtime.timers).toBe(0)
  })
})

function fail(): never {
  throw new Error('there is no such shell')
}
