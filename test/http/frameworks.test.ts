import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { initializeRequest, modernHeaders, modernRequest, postHeaders } from '../support/http-client.js'
import { root } from '../support/root.js'
import { SseReader } from '../support/sse-reader.js'

/** Sends to a framework. */
type Send = (path: string, init: RequestInit) => Promise<Response>

const programs: ChildProcess[] = []
afterEach(async () => {
  for (const program of programs.splice(0)) {
    const ended = once(program, 'exit')
    program.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  }
})

async function run(file: string): Promise<Send> {
  const env = { ...process.env, PORT: '0' }
  const program = spawn(process.execPath, [`examples/http/${file}`], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  programs.push(program)
  const [url] = (await once(createInterface(program.stdout as NonNullable<typeof program.stdout>), 'line')) as [string]
  return (path, init) => fetch(new URL(path, url), init)
}

async function load(file: string): Promise<Send> {
  const module = await import(pathToFileURL(`${root}/examples/http/${file}`).href)
  const app = module.default as { fetch(request: Request): Response | Promise<Response> }
  return async (path, init) => app.fetch(new Request(`http://localhost${path}`, init))
}

describe.each([
  ['Express', () => run('express.js')],
  ['Fastify', () => run('fastify.js')],
  ['Hono', () => load('hono.js')],
])('%s', (_name, start) => {
  const params = { name: 'greet', arguments: { name: 'Ada' } }
  const content = [{ type: 'text', text: 'Hello, Ada!' }]

  test('serves MCP in every era beside its own routes', async () => {
    const send = await start()
    const post = (value: unknown, headers: Record<string, string> = {}, path = '/mcp') =>
      send(path, { method: 'POST', headers: { ...postHeaders, ...headers }, body: JSON.stringify(value) })

    const own = await send('/', { method: 'GET' })
    expect([own.status, await own.text()]).toEqual([200, 'An MCP server is at /mcp'])

    const modern = await post(modernRequest('tools/call', params), modernHeaders('tools/call', params))
    expect([modern.status, (await modern.json()).result.content]).toEqual([200, content])

    const begun = await post(initializeRequest('2025-11-25'))
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
    await begun.text()
    const legacy = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, session)
    expect((await legacy.json()).result.content).toEqual(content)
    const stream = new SseReader(
      await send('/mcp', { method: 'GET', headers: { ...session, accept: 'text/event-stream' } }),
    )
    expect((await stream.next())?.data).toBe('')
    await stream.cancel()
    const ended = await send('/mcp', { method: 'DELETE', headers: session })
    expect(ended.status).toBe(204)

    const oldest = new SseReader(await send('/sse', { method: 'GET', headers: { accept: 'text/event-stream' } }))
    const path = (await oldest.next())?.data ?? ''
    const accepted = await post(initializeRequest('2024-11-05'), {}, path)
    expect(accepted.status).toBe(202)
    expect(await oldest.message()).toMatchObject({ result: { protocolVersion: '2024-11-05' } })
    await oldest.cancel()

    const refused = await send('/mcp', { method: 'PUT' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, GET, DELETE'])
    await refused.text()
  })
})
