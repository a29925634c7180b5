import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { request as httpRequest } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createServer, tool } from 'omniport'
import { connect } from 'omniport/client'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'

/**
 * The frames of this library between a handler and what called the library, counted in one synchronous stack: nothing is awaited
 * in between, which would only hide them. Frames of Node do not count. Ceilings, not targets: they may only become smaller. One
 * of them asks if anybody listens for traces.
 */
const mostFrames = { stdio: 15, http: 14, session: 18, memory: 14 }

/** A stack with fewer was cut, by something that is awaited or by other names of files, and proves nothing. */
const fewestFrames = 8

const program = fileURLToPath(new URL('programs/stack-server.mjs', import.meta.url))
const running: ChildProcessWithoutNullStreams[] = []

afterEach(async () => {
  for (const child of running.splice(0)) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await ended
  }
})

test('a handler that stdio calls stands on few frames, down to the data event of the stream', async () => {
  const { stdin, lines } = start('stdio')
  stdin.write(`${JSON.stringify(modernCall)}\n`)
  const frames = framesOf(textOf(await lines.next()))
  expect(frames.node.slice(-1)).toEqual(['Pipe.onStreamRead'])
  expect(frames.node).toContain('Socket.emit')
  expect(frames.library.length).toBeLessThanOrEqual(mostFrames.stdio)
})

test('a handler that a modern HTTP request calls stands on few frames', async () => {
  const url = String((await start('http').lines.next()).value)
  const { body } = await post(url, modernCall, modernHeaders)
  const frames = framesOf(JSON.parse(body).result.content[0].text)
  expect(frames.library.length).toBeLessThanOrEqual(mostFrames.http)
})

test('a handler that a request of a session calls stands on few frames', async () => {
  const url = String((await start('http').lines.next()).value)
  const { sessionId } = await post(url, initialize)
  const headers = { 'mcp-session-id': String(sessionId), 'mcp-protocol-version': '2025-11-25' }
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers)
  const { body } = await post(url, legacyCall, headers)
  const frames = framesOf(JSON.parse(body).result.content[0].text)
  expect(frames.library.length).toBeLessThanOrEqual(mostFrames.session)
})

test('a handler in memory stands on few frames', async () => {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = Number.POSITIVE_INFINITY
  const stack = tool({ input: z.object({ a: z.number() }), run: () => String(new Error('stack').stack) })
  await using server = createServer({ name: 'stack', version: '1.0.0', tools: { stack } })
  await using client = await connect(server)
  const { content } = await client.callTool('stack', { a: 1 })
  Error.stackTraceLimit = limit
  const [block] = content as readonly { readonly text: string }[]
  expect(framesOf(String(block?.text)).library.length).toBeLessThanOrEqual(mostFrames.memory)
})

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const call = { name: 'stack', arguments: { a: 1 } }
const modernCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...call, _meta: meta } }
const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'stack' }
const legacyCall = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call }
const clientInfo = { name: 'test', version: '1.0.0' }
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
}

function start(transport: 'stdio' | 'http') {
  const child = spawn(process.execPath, [program, transport])
  running.push(child)
  child.stderr.resume()
  return { stdin: child.stdin, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
}

function textOf({ value }: IteratorResult<string>): string {
  return JSON.parse(String(value)).result.content[0].text
}

interface Posted {
  readonly sessionId: string | string[] | undefined
  readonly body: string
}

function post(url: string, message: object, headers: Readonly<Record<string, string>> = {}): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const accept = 'application/json, text/event-stream'
    const options = { method: 'POST', headers: { 'content-type': 'application/json', accept, ...headers } }
    const request = httpRequest(url, options, async (response) => {
      const chunks: string[] = []
      for await (const chunk of response.setEncoding('utf8')) chunks.push(String(chunk))
      resolve({ sessionId: response.headers['mcp-session-id'], body: chunks.join('') })
    })
    request.once('error', reject)
    request.end(JSON.stringify(message))
  })
}

interface Frames {
  /** Innermost first, the handler not among them. */
  readonly library: readonly string[]
  readonly node: readonly string[]
}

function framesOf(stack: string): Frames {
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line))
  const library = lines.filter((line) => /\/omniport\/(?:src|dist\/bundle)\//.test(line)) // src: by the source maps
  if (library.length < fewestFrames) throw new Error(`The handler was not called in one stack:\n${stack}`)
  return {
    library,
    node: lines.filter((line) => line.includes('(node:')).map((line) => line.trim().split(' ')[1] ?? ''),
  }
}
