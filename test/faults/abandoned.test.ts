import { connect as connectSocket, type Socket } from 'node:net'
import { type Client, connect, textOf } from 'omniport/client'
import { expect, onTestFinished, test } from 'vitest'
import { expectNoChildren } from './no-children.js'
import { modernPost, rawConnect } from './raw-http.js'
import { run, runHttp } from './running.js'

expectNoChildren()

test('of 10,000 abandoned sessions each takes at most 10 KB, and none anything once its time is over', async () => {
  const measure = run('abandon-sessions', ['10000'], { flags: ['--expose-gc'] })
  const measured = JSON.parse(await measure.line('{')) as { alive: number; after: number; timers: number }
  expect(measured.alive).toBeGreaterThan(0)
  expect(measured.alive).toBeLessThanOrEqual(10_000)
  expect(measured.after).toBeLessThanOrEqual(50) // of each: what a measurement differs by
  expect(measured.timers).toBe(0)
  expect(await measure.ended).toBe('code 0')
}, 60_000)

test('of 10,000 connections that say nothing no more than the limit are held, and others are served after them', async () => {
  const most = 100
  const server = await runHttp({ limits: { connections: most, headersMs: 500 } })
  const sockets = new Set<Socket>()
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (let batch = 0; batch < 50; batch += 1) {
    await Promise.all(Array.from({ length: 200 }, () => openSilent()))
  }
  await expect.poll(() => sockets.size, { timeout: 5_000 }).toBe(0)
  const client: Client = await connect(server.url, { revision: '2026-07-28' })
  const { open, most: held } = JSON.parse(textOf(await client.callTool('resources', {}))) as {
    open: string[]
    most: number
  }
  expect(open.filter((name) => name === 'TCPSocketWrap').length).toBeLessThanOrEqual(2)
  expect(held).toBeLessThanOrEqual(most * 2) // as many again may be waiting to be told
  await client.close()

  /** Settles when the connection is there, or was refused. */
  function openSilent(): Promise<void> {
    return new Promise((resolve) => {
      const socket = connectSocket({ port: server.port, host: '127.0.0.1' })
      sockets.add(socket)
      socket.resume()
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        resolve()
      })
      socket.on('connect', () => resolve())
    })
  }
})

test('a connection beyond the limit is told so, and when to come back, where the others are served', async () => {
  const server = await runHttp({ limits: { connections: 1 } })
  const first = await rawConnect(server.port)
  first.send(modernPost('tools/call', { name: 'wait', arguments: {} }))
  await server.line('started')
  const second = await rawConnect(server.port)
  const { status, head } = await second.reply()
  expect([status, head]).toEqual([503, expect.stringContaining('Retry-After: 1')])
  await second.closed
})
