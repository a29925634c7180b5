import { spawn } from 'node:child_process'
import process from 'node:process'
import { type Client, connect, textOf } from 'omniport/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { expectNoChildren } from './no-children.js'
import { modernMeta, postHead, rawConnect } from './raw-http.js'
import { pathOf, runHttp } from './running.js'

expectNoChildren()

const outboxBytes = 1_000_000
/** 200 MB in all. */
const load = { count: 20_000, size: 10_000 }
/** How far the reader of a log of events may be behind: an option of the log. */
const lagBytes = 8 * 1024 * 1024
/** What serving takes beside what waits: what a collection leaves, buffers of a socket, a log of events. */
const slack = 6_000_000

describe('a client that stops reading costs a server no more than its outbox', () => {
  test('in a request of 2026-07-28, which is cut', async () => {
    const server = await runHttp({ limits: { outboxBytes } }, { flags: ['--expose-gc'] })
    const meter: Client = await connect(server.url, { revision: '2026-07-28' })
    onTestFinished(() => meter.close())
    const before = await usedBy(meter)
    const connection = await rawConnect(server.port)
    connection.socket.pause()
    const _meta = { ...modernMeta, 'io.modelcontextprotocol/logLevel': 'info' }
    const params = { name: 'shout', arguments: load, _meta }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'shout' }
    connection.send(postHead({ ...headers, 'content-length': body.length }) + body)
    const reported = Number((await server.line('shouted')).split(' ')[1])
    expect(reported).toBeLessThan(load.count)
    expect((await usedBy(meter)) - before).toBeLessThan(outboxBytes + slack)
  })

  test('in a session of 2025-11-25, which goes on and can be resumed', async () => {
    const server = await runHttp({ limits: { outboxBytes } }, { flags: ['--expose-gc'] })
    const meter: Client = await connect(server.url, { revision: '2026-07-28' })
    onTestFinished(() => meter.close())
    const before = await usedBy(meter)
    const opener = await rawConnect(server.port)
    const send = (connection: typeof opener, message: object, more = {}) => {
      const body = JSON.stringify({ jsonrpc: '2.0', ...message })
      connection.send(postHead({ ...more, 'content-length': body.length }) + body)
    }
    const clientInfo = { name: 'c', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    send(opener, { id: 1, method: 'initialize', params })
    const session = /^mcp-session-id: (.+)$/im.exec((await opener.reply()).head)?.[1] ?? ''
    const own = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }
    send(opener, { method: 'notifications/initialized' }, own)
    await opener.reply()
    const connection = await rawConnect(server.port)
    connection.socket.pause()
    send(connection, { id: 2, method: 'tools/call', params: { name: 'shout', arguments: load } }, own)
    expect(await server.line('shouted')).toBe(`shouted ${load.count}`)
    expect((await usedBy(meter)) - before).toBeLessThan(lagBytes + outboxBytes + slack)
  })

  test('at the endpoints of 2024-11-05, which are cut', async () => {
    const server = await runHttp({ limits: { outboxBytes } }, { flags: ['--expose-gc'] })
    const meter: Client = await connect(server.url, { revision: '2026-07-28' })
    onTestFinished(() => meter.close())
    const before = await usedBy(meter)
    const stream = await rawConnect(server.port)
    stream.send('GET /sse HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n')
    await expect.poll(() => stream.text()).toContain('data: ')
    const path = /^data: (\S+)/m.exec(stream.text())?.[1] ?? ''
    const post = async (message: object) => {
      const body = JSON.stringify({ jsonrpc: '2.0', ...message })
      const connection = await rawConnect(server.port)
      connection.send(postHead({ 'content-length': body.length }, path) + body)
      await connection.reply()
    }
    const clientInfo = { name: 'c', version: '1' }
    await post({ id: 1, method: 'initialize', params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo } })
    await expect.poll(() => stream.text()).toContain('serverInfo')
    await post({ method: 'notifications/initialized' })
    stream.socket.pause()
    await post({ id: 2, method: 'tools/call', params: { name: 'shout', arguments: load } })
    expect(Number((await server.line('shouted')).split(' ')[1])).toBeLessThan(load.count)
    expect((await usedBy(meter)) - before).toBeLessThan(outboxBytes + slack)
  })

  test('over stdio', async () => {
    const options = { limits: { outboxBytes, drainMs: 300, drainTermMs: 300 } }
    const flags = ['--expose-gc', '--max-old-space-size=96']
    const args = [...flags, pathOf('served'), 'stdio', JSON.stringify(options)]
    const child = spawn(process.execPath, args, { stdio: 'pipe' })
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
    const reported = new Promise<string>((resolve) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => text.includes('shouted') && resolve(text))
    })
    child.stdout.pause()
    const _meta = { ...modernMeta, 'io.modelcontextprotocol/logLevel': 'info' }
    const params = { name: 'shout', arguments: load, _meta }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`)
    // With less memory than what is offered it would end by itself.
    expect(await Promise.race([reported, ended])).toMatch(/shouted \d+/)
    child.stdin.end()
    expect(await ended).toBe(0)
  })
})

async function usedBy(client: Client): Promise<number> {
  return (JSON.parse(textOf(await client.callTool('memory', {}))) as { used: number }).used
}
