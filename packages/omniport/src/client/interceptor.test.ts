import { createServer as listen } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import type { ConnectionInterceptor, PipeInterceptor } from '../transport/connection-interceptor.js'
import { createNodeHandler } from '../transport/node/create-node-handler.js'
import { connect } from './connect.js'
import { textOf } from './tools/text-of.js'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const echo = { command: process.execPath, args: [fileURLToPath(new URL('fixtures/modern-only.mjs', import.meta.url))] }

/** Passes everything on, and notes what happens. */
function watch(seen: string[]): PipeInterceptor {
  return {
    fromClient(bytes, pass) {
      seen.push(`client ${methodIn(bytes)}`)
      pass(bytes)
    },
    fromServer(bytes, pass) {
      seen.push('server')
      pass(bytes)
    },
    endServer(pass) {
      seen.push('end of stdout')
      pass()
    },
    stderr: () => {},
    endClient: () => seen.push('end of stdin'),
    exit: ({ code }) => seen.push(`exit ${code}`),
  }
}

function methodIn(bytes: Uint8Array): string {
  return /"method":"([^"]+)"/.exec(Buffer.from(bytes).toString())?.[1] ?? ''
}

test('an interceptor sees what passes on the pipes of a program, and its end', async () => {
  const seen: string[] = []
  const client = await connect(echo, { intercept: { pipes: () => watch(seen) } })
  await client.close()
  expect(seen.slice(0, 2)).toEqual(['client server/discover', 'server'])
  expect(seen.slice(-3).sort()).toEqual(['end of stdin', 'end of stdout', 'exit 0'])
})

test('a program whose output is cut is ended', async () => {
  let cut = () => {}
  const intercept: ConnectionInterceptor = {
    pipes: (program) => {
      cut = () => program.cut()
      return watch([])
    },
  }
  const lost: (string | undefined)[] = []
  const client = await connect(echo, { intercept, onLost: (reason) => lost.push(reason?.message) })
  const { pid } = client
  cut()
  await expect.poll(() => lost.length, { timeout: 20_000 }).toBe(1)
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH')
  await client.close()
})

async function serve() {
  const server = createServer({ name: 'a', version: '1', tools: { hi: tool({ run: () => 'hi' }) } })
  const handler = createNodeHandler(server)
  const listener = listen((request, response) => handler(request, response))
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  closers.push(
    () => handler.close(),
    () => new Promise((done) => listener.close(done)),
  )
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`
}

test('an interceptor sees HTTP requests with their headers, and can answer in the place of the server', async () => {
  const seen: unknown[] = []
  let isRefusing = false
  const intercept: ConnectionInterceptor = {
    send: async (request, next) => {
      seen.push([request.method, request.headers['mcp-method']])
      if (!isRefusing) return next(request)
      return { status: 503, header: () => undefined, headers: () => [], body: (async function* () {})() }
    },
  }
  const client = await connect({ url: await serve(), headers: { 'x-a': '1' } }, { intercept })
  expect(textOf(await client.callTool('hi', {}))).toBe('hi')
  expect(seen).toContainEqual(['POST', 'tools/call'])
  isRefusing = true
  await expect(client.callTool('hi', {})).rejects.toMatchObject({ code: 'unreachable' })
  await client.close()
})
