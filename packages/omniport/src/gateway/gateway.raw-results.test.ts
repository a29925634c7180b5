import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { text as textOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Middleware } from '../protocol/exchange/exchange.js'
import type { Revision } from '../protocol/revisions/revision.js'
import { startGateway } from './fixtures/behind.js'
import { type HttpCaller, openHttpCaller } from './fixtures/call-over-http.js'
import type { Gateway } from './gateway.js'
import type { GatewayOptions } from './gateway-options.js'
import { limitResultSize } from './policy/limit-result-size.js'

const opened: { caller: HttpCaller; gateway: Gateway }[] = []

afterEach(async () => {
  vi.restoreAllMocks()
  for (const { caller, gateway } of opened.splice(0)) {
    await caller.close()
    await gateway.close()
  }
})

const legacy = '2025-11-25'
const modern = '2026-07-28'
const text = 'x'.repeat(8_192)

/** An upstream that writes results as they are given, and a client; each of a revision. */
async function start(upstream: Revision, revision: Revision, { form = 'json', ...options }: StartOptions = {}) {
  const path = fileURLToPath(new URL('fixtures/writes-results.mjs', import.meta.url))
  const target = { command: process.execPath, args: [path, upstream] }
  const { gateway } = startGateway({ u: { target, revision: upstream, prefix: '' } }, options)
  const caller = await openHttpCaller(gateway, revision, { answers: form })
  opened.push({ caller, gateway })
  return caller
}

type StartOptions = Partial<GatewayOptions> & { readonly form?: 'json' | 'sse' }

const answerOf = (result: string) => `{"jsonrpc":"2.0","id":7,"result":${result}}`

/** A result with what a value would lose: spaces, long numbers, escapes, members that stand twice. */
function preciousResult(type = ''): string {
  const odd = '"odd" : [ 12345678901234567890, 1.0, -0, "\\u00e9\\/", {"a":1,"a":2}, {"__proto__":{"x":1}} ]'
  return `{${type}"content":[{"type":"text","text":"${text}"}], "_meta":{ ${odd} }}`
}

describe.each([
  ['legacy', legacy, preciousResult()],
  ['modern', modern, preciousResult('"resultType":"complete",')],
] as const)('a long result between two of the %s era', (_era, revision, result) => {
  test.each([
    ['', false],
    [' whose id comes last', true],
  ])('passes byte for byte, in a response%s', async (_name, isLast) => {
    const caller = await start(revision, revision)
    expect(await caller.call({ result, isLast })).toBe(answerOf(result))
  })

  test('passes byte for byte as an event', async () => {
    const caller = await start(revision, revision, { form: 'sse' })
    expect(await caller.call({ result })).toContain(`data: ${answerOf(result)}\n\n`)
  })

  test('is not parsed, and not written anew', async () => {
    const caller = await start(revision, revision)
    await caller.call({ result: '{"content":[]}' })
    const [parse, stringify] = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')]
    const big = result.replace(text, text.repeat(4))
    expect(await caller.call({ result: big })).toBe(answerOf(big))
    // The call itself is parsed and written once, with the result as its argument.
    const long = (texts: readonly unknown[]) => texts.filter((one) => String(one).length > big.length)
    expect(long(parse.mock.calls.map(([given]) => given))).toHaveLength(1)
    expect(long(stringify.mock.results.map(({ value }) => value))).toHaveLength(2) // the other by this test
  })

  test('is a value for middleware that may read it', async () => {
    const seen: unknown[] = []
    const reads: Middleware = (next) => async (message, exchange) => {
      const response = await next(message, exchange)
      if (message.method === 'tools/call') seen.push(response?.result)
      return response
    }
    const caller = await start(revision, revision, { use: [reads] })
    expect(await caller.call({ result })).toBe(answerOf(JSON.stringify(JSON.parse(result))))
    expect(seen).toEqual([JSON.parse(result)])
  })

  test('is held to limits of its size', async () => {
    const caller = await start(revision, revision, { use: [limitResultSize({ maxBytes: result.length })] })
    expect(await caller.call({ result })).toBe(answerOf(result))
    const refused = JSON.parse(await caller.call({ result: `{ ${result.slice(1)}` }))
    expect(refused.result).toMatchObject({ isError: true })
    expect(refused.result.content[0].text).toContain(`${result.length + 1} bytes`)
  })
})

describe('over HTTP a long result', () => {
  const result = preciousResult()

  test.each([
    ['of JSON', 'application/json', answerOf],
    ['of an event', 'text/event-stream', (given: string) => `event: message\nid: 1\ndata: ${answerOf(given)}\n\n`],
  ])('%s passes byte for byte', async (_name, type, write) => {
    const caller = await startOverHttp(type, write)
    expect(await caller.call({ result })).toBe(answerOf(result))
  })

  test('in pretty print passes as a value, on one line', async () => {
    const write = (given: string) => answerOf(given).replace(/[[{,]/g, '$&\r\n')
    const broken = write(`{"content":[{"type":"text","text":"${text}"}]}`)
    for (const form of ['json', 'sse'] as const) {
      const caller = await startOverHttp('application/json', () => broken, form)
      expect(await caller.call({})).toContain(JSON.stringify(JSON.parse(broken).result))
    }
  })

  test('in a response with other members passes without them', async () => {
    const value = { content: [{ type: 'text', text }] }
    const write = () => JSON.stringify({ jsonrpc: '2.0', id: 'id', result: value, more: {} })
    const caller = await startOverHttp('application/json', write)
    expect(JSON.parse(await caller.call({}))).toEqual({ jsonrpc: '2.0', id: 7, result: value })
  })
})

/** An upstream whose answers to calls are those that `write` makes of the argument `result`; their id is 7 until it is known. */
async function startOverHttp(type: string, write: (result: string) => string, form: 'json' | 'sse' = 'json') {
  const initialized = { protocolVersion: legacy, capabilities: {}, serverInfo: { name: 'http', version: '1' } }
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method, params } = JSON.parse(await textOf(request))
    if (id === undefined) return void response.writeHead(202).end()
    if (method === 'tools/call') {
      const answer = write(params.arguments.result).replace(/"id":(\s*)(?:7|"id")/, `"id":$1${JSON.stringify(id)}`)
      return void response.writeHead(200, { 'content-type': type }).end(answer)
    }
    const result = { initialize: initialized, 'tools/list': { tools: [] } }[String(method)]
    const answer = result === undefined ? { error: { code: -32601, message: 'No' } } : { result }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const { gateway } = startGateway({ u: { target, revision: legacy, prefix: '' } })
  const caller = await openHttpCaller(gateway, legacy, { answers: form })
  opened.push({ caller, gateway })
  return caller
}

test.each([
  ['a control character', `{"content":[{"type":"text","text":"${text}\t"}]}`],
  ['a wrong escape', `{"content":[{"type":"text","text":"${text}\\x"}]}`],
  ['a bracket that does not fit', `{"content":[{"type":"text","text":"${text}"}}}`],
])('a result with %s reaches no client', async (_name, result) => {
  const caller = await start(legacy, legacy, { limits: { timeoutMs: 500 } })
  const answer = await caller.call({ result })
  expect(answer).not.toContain(text)
  expect(JSON.parse(answer).error).toMatchObject({ code: -32603, data: { upstream: 'u' } })
})

test('limits of what is parsed hold for what is not', async () => {
  const caller = await start(legacy, legacy, { limits: { jsonDepth: 12 } })
  const deep = (depth: number) => `{"content":[],"text":"${text}","deep":${'['.repeat(depth)}${']'.repeat(depth)}}`
  expect(await caller.call({ result: deep(10) })).toBe(answerOf(deep(10)))
  expect(JSON.parse(await caller.call({ result: deep(11) })).error.message).toContain('jsonDepth')
})

describe('between the eras a long result', () => {
  const content = `"content":[{"type":"text","text":"${text}\\u00e9\\/"}]`
  const structured = `"structuredContent":{"rows":[12345678901234567890, "${text}"]}`

  test('gets what the modern era adds, and keeps its texts as they were written', async () => {
    const caller = await start(legacy, modern)
    const answer = await caller.call({ result: `{${content},${structured},"isError":false}` })
    expect(answer).toContain(content)
    expect(answer).toContain(structured)
    expect(JSON.parse(answer).result).toMatchObject({
      resultType: 'complete',
      isError: false,
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'writes' } },
    })
  })

  test('loses what the legacy era does not have', async () => {
    const caller = await start(modern, legacy)
    const _meta = '"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"writes","version":"1"}}'
    const answer = await caller.call({ result: `{"resultType":"complete",${_meta},${content},${structured}}` })
    expect(answer).toBe(answerOf(`{${content},${structured}}`))
  })

  test('loses what an old revision does not have', async () => {
    const caller = await start(legacy, '2024-11-05')
    const answer = await caller.call({ result: `{${content},${structured}}` })
    expect(answer).toBe(answerOf(`{${content}}`))
  })

  test('is checked as a short one is', async () => {
    const caller = await start(modern, legacy)
    const answer = await caller.call({ result: `{${structured},"content":[{"type":"image","data":"${text}?"}]}` })
    expect(JSON.parse(answer).error.message).toContain('content[0]')
  })

  test('cannot forge what stands for its long parts', async () => {
    const caller = await start(legacy, modern)
    const forged = `{"content":[{"type":"text","text":"${text}"},{"type":"text","text":"${'0'.repeat(36)}0"}]}`
    const { content } = JSON.parse(forged)
    expect(JSON.parse(await caller.call({ result: forged })).result.content).toEqual(content)
  })
})

test.each([
  ['asks for input', '{"resultType":"input_required","inputRequests":{},"requestState":"s"'],
  ['asks for input the second time', '{"resultType":"complete","resultType":"input_required","requestState":"s"'],
  ['asks for input in other letters', '{"result\\u0054ype":"input_required","requestState":"s"'],
])('a long result that %s is not passed as it is: its state is sealed', async (_name, start_) => {
  const caller = await start(modern, modern)
  const answer = await caller.call({ result: `${start_},"_meta":{"long":"${text}"}}` })
  expect(JSON.parse(answer).result.requestState).not.toBe('s')
})
