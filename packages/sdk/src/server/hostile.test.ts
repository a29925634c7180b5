import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/v4'
import { McpServer } from './mcp.js'
import { SSEServerTransport } from './sse.js'
import { StdioServerTransport } from './stdio.js'
import { StreamableHTTPServerTransport } from './streamableHttp.js'

const closers: (() => unknown)[] = []
afterEach(async () => {
  delete process.env['OMNIPORT_SDK']
  for (const close of closers.splice(0).reverse()) await close()
})

function createTools(): McpServer {
  const server = new McpServer({ name: 's', version: '1' })
  server.registerTool('echo', { inputSchema: { value: z.any() } }, ({ value }) => ({
    content: [{ type: 'text', text: String(JSON.stringify(value)?.length) }],
  }))
  server.registerTool('fails', {}, () => {
    throw new TypeError('secret of the server')
  })
  server.registerTool('says', {}, () => {
    throw new Error('for you')
  })
  return server
}

async function openStdio(options?: { maxBufferSize?: number }) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const server = createTools()
  const transport = new StdioServerTransport(input, output, options)
  const errors: string[] = []
  await server.connect(transport)
  server.server.onerror = (error) => errors.push(error.message)
  closers.push(() => server.close())
  let text = ''
  let check = () => {}
  output.on('data', (chunk) => {
    text += chunk
    check()
  })
  const lines = () => text.split('\n').filter((line) => line !== '')
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      check = () => lines().length >= count && resolve()
      check()
    })
  const answers = () => lines().map((line) => JSON.parse(line))
  return { input, server, errors, until, answers }
}

const call = (id: number, value: string, name = 'echo') =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":{"value":${value}}}}\n`
const result = (text: string) => ({ result: { content: [{ type: 'text', text }] } })

describe('over stdio', () => {
  test('a message of 40 MB in small pieces is read in linear time', async () => {
    const { input, until, answers } = await openStdio({ maxBufferSize: 100_000_000 })
    const message = Buffer.from(call(1, `"${'x'.repeat(40_000_000)}"`))
    for (let at = 0; at < message.length; at += 65_536) input.write(message.subarray(at, at + 65_536))
    await until(1)
    expect(answers()).toMatchObject([{ id: 1, ...result('40000002') }])
  }, 20_000)

  test('a message that is longer than maxBufferSize closes the transport', async () => {
    const { input, server, errors } = await openStdio({ maxBufferSize: 1000 })
    const closed = new Promise<void>((resolve) => {
      server.server.onclose = resolve
    })
    input.write('x'.repeat(2000))
    await closed
    expect(errors).toEqual(['ReadBuffer exceeded maximum size of 1000 bytes'])
  })

  test('a message that nests too deep gets an error, and the next one its answer', async () => {
    const { input, until, answers, errors } = await openStdio()
    input.write(call(1, `${'['.repeat(100_000)}${']'.repeat(100_000)}`))
    input.write(call(2, '1'))
    await until(2)
    expect(answers()).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 2, ...result('1') },
    ])
    expect(errors).toHaveLength(1)
  })

  test('what is no message is reported, and the next one gets its answer', async () => {
    const { input, until, answers, errors } = await openStdio()
    const batch = `[${call(3, '1').trim()}]`
    input.write(`nonsense\n\n{}\n${batch}\n{"jsonrpc":"2.0","id":{},"method":"ping"}\n\xff\n${call(2, '1')}`)
    await until(1)
    expect(answers()).toMatchObject([{ id: 2, ...result('1') }])
    expect(errors).toHaveLength(5)
  })

  test('an empty line and a mark of the byte order are no errors', async () => {
    const { input, errors, until, answers } = await openStdio()
    input.write(`\ufeff${call(1, '1')}\n\r\n${call(2, '22')}`)
    await until(2)
    expect(answers()).toMatchObject([
      { id: 1, ...result('1') },
      { id: 2, ...result('2') },
    ])
    expect(errors).toEqual([])
  })

  test.each([[null], [undefined]])('a handler that throws %s gives an error', async (thrown) => {
    const { input, server, errors, until, answers } = await openStdio()
    server.server.setRequestHandler(z.object({ method: z.literal('test/throws') }), () => {
      throw thrown
    })
    input.write('{"jsonrpc":"2.0","id":1,"method":"test/throws"}\n')
    await until(1)
    expect(answers()).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } }])
    expect(errors).toEqual([])
  })

  test('a member named __proto__ changes nothing', async () => {
    const { input, until, answers } = await openStdio()
    input.write(call(1, '{"__proto__":{"polluted":true}}'))
    input.write(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"__proto__":{"value":1}}}}\n',
    )
    input.write(call(3, '1', '__proto__'))
    await until(3)
    expect(({} as { polluted?: unknown }).polluted).toBe(undefined)
    expect(answers().find(({ id }) => id === 3)).toMatchObject({ result: { isError: true } })
  })
})

/** A call as a framework parses it, whose arguments stand in each other. */
function nested(depth: number): object {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = [value]
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { value } } }
}

describe('over HTTP', () => {
  async function open() {
    const server = createTools()
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => 's', enableJsonResponse: true })
    await server.connect(transport)
    const handle = (req: IncomingMessage, res: ServerResponse) => {
      const parsed = req.headers['x-parsed'] === undefined ? undefined : nested(1_000)
      void transport.handleRequest(req, res, parsed)
    }
    const http = createServer(handle).listen(0, '127.0.0.1')
    await new Promise((resolve) => http.once('listening', resolve))
    closers.push(() => new Promise((resolve) => http.close(resolve)))
    closers.push(() => http.closeAllConnections())
    closers.push(() => server.close())
    const { port } = http.address() as AddressInfo
    const post = (body: string, headers: Record<string, string> = {}) =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        const all = {
          ...{
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
            'mcp-session-id': 's',
          },
          ...headers,
        }
        const req = request({ port, host: '127.0.0.1', method: 'POST', headers: all, agent: false }, (res) => {
          let text = ''
          res.on('data', (chunk) => {
            text += chunk
          })
          res.on('end', () => resolve({ status: res.statusCode ?? 0, body: text }))
        })
        req.on('error', reject)
        req.end(body)
      })
    const clientInfo = { name: 'c', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    const hello = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
    return { post, hello }
  }

  test('a body that is too large gets 413, one that nests too deep 400', async () => {
    const { post, hello } = await open()
    await post(hello)
    const large = await post(call(1, `"${'x'.repeat(5_000_000)}"`), { connection: 'close' })
    expect([large.status, JSON.parse(large.body).error.message]).toEqual([
      413,
      'Payload Too Large: Request body must not exceed 4194304 bytes',
    ])
    const deep = await post(call(1, `${'['.repeat(100_000)}${']'.repeat(100_000)}`))
    expect([deep.status, JSON.parse(deep.body).error.code]).toEqual([400, -32600])
    const parsed = await post('', { 'x-parsed': '1' })
    expect([parsed.status, JSON.parse(parsed.body).error.message]).toEqual([
      400,
      'Invalid Request: it nests deeper than 64 levels',
    ])
    expect(JSON.parse((await post(call(2, '1'))).body)).toMatchObject(result('1'))
  })

  test('any Host is served, unless the operator is strict', async () => {
    const unchecked = await open()
    expect((await unchecked.post(unchecked.hello, { host: 'evil.example' })).status).toBe(200)
    process.env['OMNIPORT_SDK'] = 'strict'
    const { post, hello } = await open()
    expect((await post(hello, { host: 'evil.example' })).status).toBe(403)
    expect((await post(hello)).status).toBe(200)
    expect((await post(call(1, '1'), { host: 'evil.example' })).status).toBe(403)
    expect((await post(call(1, '1'), { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(call(1, '1'), { origin: 'http://localhost:3000' })).status).toBe(200)
  })

  test('errors reach the model as they are, unless the operator is strict', async () => {
    const { post, hello } = await open()
    await post(hello)
    const textOf = async (name: string) => JSON.parse((await post(call(1, '1', name))).body).result.content[0].text
    expect([await textOf('fails'), await textOf('says')]).toEqual(['secret of the server', 'for you'])
    process.env['OMNIPORT_SDK'] = 'strict'
    expect([await textOf('fails'), await textOf('says')]).toEqual(['Internal error', 'for you'])
  })
})

test('no server is created where the operator misspelt strict', () => {
  process.env['OMNIPORT_SDK'] = 'Strict'
  expect(createTools).toThrow(new TypeError('OMNIPORT_SDK can only be strict, got "Strict"'))
})

test('over HTTP+SSE a body that nests too deep gets 400, whoever has parsed it', async () => {
  const server = createTools()
  let transport: SSEServerTransport | undefined
  const errors: string[] = []
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.method === 'POST') {
      await transport?.handlePostMessage(req, res, req.headers['x-parsed'] === undefined ? undefined : nested(1_000))
      return
    }
    transport = new SSEServerTransport('/messages', res)
    await server.connect(transport)
    server.server.onerror = (error) => errors.push(error.message)
  }
  const http = createServer((req, res) => void handle(req, res)).listen(0, '127.0.0.1')
  await new Promise((resolve) => http.once('listening', resolve))
  closers.push(() => new Promise((resolve) => http.close(resolve)))
  closers.push(() => http.closeAllConnections())
  closers.push(() => server.close())
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  await fetch(url)
  const post = async (headers: Record<string, string>) => {
    const all = { 'content-type': 'application/json', ...headers }
    const response = await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(nested(1_000)) })
    return [response.status, await response.text()]
  }
  const parsed = 'The message nests deeper than 64 levels'
  const text = 'it nests deeper than 64 levels (limits.jsonDepth)'
  expect(await post({ 'x-parsed': '1' })).toEqual([400, `Error: ${parsed}`])
  expect(await post({})).toEqual([400, `Error: ${text}`])
  expect(errors).toEqual([parsed, text])
})
