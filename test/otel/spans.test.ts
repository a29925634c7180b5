import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node'
import { createServer, prompt, RpcError, resource, ToolError, tool } from 'omniport'
import { type ConnectOptions, connect } from 'omniport/client'
import { createGateway } from 'omniport/gateway'
import { serveHttp } from 'omniport/node'
import { revisions } from 'omniport/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { inSpan, record } from './support/recorded.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function defineServer() {
  const server = createServer({
    name: 'traced',
    version: '1.0.0',
    logger: { warn() {}, error() {} },
    tools: {
      work: tool({
        input: z.object({ n: z.number() }),
        run: ({ n }) => inSpan('inside', async () => `did ${n}`),
      }),
      fail: tool({ run: () => Promise.reject(new ToolError('no')) }),
      refuse: tool({ run: () => Promise.reject(RpcError.internal('refused')) }),
      hang: tool({
        run: (_args, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject)),
      }),
      ask: tool({
        async run(_args, ctx) {
          const { action } = await ctx.elicit('Sure?', z.object({ yes: z.boolean() }))
          return action
        },
      }),
    },
    resources: { note: resource({ uri: 'note://{id}', read: ({ id }) => (id === 'a' ? 'text' : undefined) }) },
    prompts: { greet: prompt({ arguments: z.object({ who: z.string() }), get: ({ who }) => `Greet ${who}` }) },
  })
  closing.push(() => server.close())
  return server
}

async function connectTo(target: Parameters<typeof connect>[0], options: ConnectOptions = {}) {
  const client = await connect(target, { elicit: () => ({ action: 'accept', content: { yes: true } }), ...options })
  closing.push(() => client.close())
  return client
}

async function serve(target: Parameters<typeof serveHttp>[0]): Promise<string> {
  const { url, close } = await serveHttp(target, { port: 0 })
  closing.push(close)
  return url
}

const named = (spans: readonly ReadableSpan[], name: string, kind?: SpanKind) =>
  spans.filter((span) => span.name === name && (kind === undefined || span.kind === kind))

const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId

/** The names of the spans around one, innermost first. */
function pathOf(spans: readonly ReadableSpan[], from: ReadableSpan | undefined): readonly string[] {
  const parent = spans.find((span) => idOf(span) === from?.parentSpanContext?.spanId)
  return from === undefined ? [] : [`${SpanKind[from.kind]} ${from.name}`, ...pathOf(spans, parent)]
}

describe.each(revisions)('a call of %s', (revision) => {
  test.each(['http', 'memory'])('over %s is one trace, from the caller to what the handler does', async (transport) => {
    const recorded = record()
    const server = defineServer()
    const client = await connectTo(transport === 'http' ? await serve(server) : server, { revision })
    await inSpan('user', () => client.callTool('work', { n: 1 }))
    const spans = recorded.spans()
    const [inside] = named(spans, 'inside')
    expect(pathOf(spans, inside)).toEqual([
      'INTERNAL inside',
      'SERVER tools/call work',
      'CLIENT tools/call work',
      'INTERNAL user',
    ])
    const [sent] = named(spans, 'tools/call work', SpanKind.CLIENT)
    expect(sent?.attributes).toEqual({
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': revision,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'work',
      'jsonrpc.request.id': expect.any(String),
      ...(transport === 'http' && {
        'network.transport': 'tcp',
        'network.protocol.name': 'http',
        'server.address': '127.0.0.1',
        'server.port': expect.any(Number),
      }),
    })
    expect(sent?.status.code).toBe(SpanStatusCode.UNSET)
  })
})

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)('a call of %s that asks the user', (revision) => {
  test('has a span for each round trip, or for the question in it', async () => {
    const recorded = record()
    const client = await connectTo(await serve(defineServer()), { revision })
    const { content } = await inSpan('user', () => client.callTool('ask', {}))
    expect(content).toEqual([{ type: 'text', text: 'accept' }])
    const spans = recorded.spans()
    const served = named(spans, 'tools/call ask', SpanKind.SERVER)
    const questions = named(spans, 'elicitation/create')
    const isModern = revision === '2026-07-28'
    expect([served.length, questions.map(({ kind }) => kind).sort()]).toEqual(
      isModern ? [2, []] : [1, [SpanKind.SERVER, SpanKind.CLIENT]],
    )
    const traces = new Set([...served, ...questions].map((span) => span.spanContext().traceId))
    expect(traces.size).toBe(1)
  })
})

test('a hop through a gateway is a part of the trace', async () => {
  const recorded = record()
  const upstream = await serve(defineServer())
  const gateway = createGateway({ upstreams: { up: { url: upstream } } })
  closing.push(() => gateway.close())
  const client = await connectTo(await serve(gateway), { revision: '2026-07-28' })
  const tools = await client.listTools()
  const name = tools.map((each) => each.name).find((each) => each.endsWith('work')) ?? ''
  await inSpan('user', () => client.callTool(name, { n: 1 }))
  const spans = recorded.spans()
  const [inside] = named(spans, 'inside')
  expect(pathOf(spans, inside)).toEqual([
    'INTERNAL inside',
    'SERVER tools/call work',
    'CLIENT tools/call work',
    `SERVER tools/call ${name}`,
    `CLIENT tools/call ${name}`,
    'INTERNAL user',
  ])
})

test('a span of the HTTP request is linked, and the trace is that of the message', async () => {
  const recorded = record()
  const server = defineServer()
  const traced = {
    ...server,
    serve: (...args: Parameters<typeof server.serve>) => inSpan('http', () => server.serve(...args)),
  }
  const client = await connectTo(await serve(traced))
  await client.callTool('work', { n: 1 })
  const spans = recorded.spans()
  const [served] = named(spans, 'tools/call work', SpanKind.SERVER)
  const [sent] = named(spans, 'tools/call work', SpanKind.CLIENT)
  const links = served?.links.map(({ context }) => named(spans, 'http').some((span) => idOf(span) === context.spanId))
  expect([served?.parentSpanContext?.spanId, links]).toEqual([idOf(sent), [true]])
})

describe('an operation that fails', () => {
  const outcomes = async (call: (client: Awaited<ReturnType<typeof connectTo>>) => Promise<unknown>) => {
    const recorded = record()
    const client = await connectTo(await serve(defineServer()))
    await Promise.allSettled([call(client)])
    const last = (kind: SpanKind) => recorded.spans().findLast((span) => span.kind === kind)
    return [SpanKind.CLIENT, SpanKind.SERVER].map(last).map((span) => ({
      name: span?.name,
      status: span?.status,
      code: span?.attributes['rpc.response.status_code'],
      type: span?.attributes['error.type'],
    }))
  }
  const unset = { code: SpanStatusCode.UNSET }
  const error = (message: string) => ({ code: SpanStatusCode.ERROR, message })

  test('as a result of a tool has error.type tool_error', async () => {
    expect(await outcomes((client) => client.callTool('fail', {}))).toEqual([
      { name: 'tools/call fail', status: error(''), code: undefined, type: 'tool_error' },
      { name: 'tools/call fail', status: error(''), code: undefined, type: 'tool_error' },
    ])
  })

  test('with a code of the server is an error of both', async () => {
    expect(await outcomes((client) => client.callTool('refuse', {}))).toEqual([
      { name: 'tools/call refuse', status: error('refused'), code: '-32603', type: '-32603' },
      { name: 'tools/call refuse', status: error('refused'), code: '-32603', type: '-32603' },
    ])
  })

  test('because its sender asked for what there is not is an error of the sender only', async () => {
    const [sent, served] = await outcomes((client) => client.callTool('made-up', {}))
    expect([sent?.status?.code, sent?.type, sent?.code]).toEqual([SpanStatusCode.ERROR, '-32602', '-32602'])
    expect(served).toEqual({ name: 'tools/call', status: unset, code: '-32602', type: undefined })
  })

  test('because there is no answer has the reason', async () => {
    const recorded = record()
    const client = await connectTo(await serve(defineServer()))
    await expect(client.callTool('hang', {}, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'timeout' })
    const [sent] = named(recorded.spans(), 'tools/call hang', SpanKind.CLIENT)
    expect([sent?.status.code, sent?.attributes['error.type']]).toEqual([SpanStatusCode.ERROR, 'timeout'])
  })
})

test('prompts, resources and their arguments have the attributes of the conventions', async () => {
  const recorded = record({ recordContents: true })
  const client = await connectTo(await serve(defineServer()), { revision: '2025-11-25' })
  await client.getPrompt('greet', { who: 'Ann' })
  await client.readResource('note://a')
  await client.callTool('work', { n: 2 })
  const served = recorded.spans().filter(({ kind }) => kind === SpanKind.SERVER)
  const [greeted] = named(served, 'prompts/get greet')
  expect(greeted?.attributes).toMatchObject({ 'gen_ai.prompt.name': 'greet', 'gen_ai.prompt.variable.who': 'Ann' })
  const [read] = named(served, 'resources/read')
  expect(read?.attributes).toMatchObject({
    'mcp.resource.uri': 'note://a',
    'mcp.session.id': expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  const [called] = named(served, 'tools/call work')
  expect(called?.attributes).toMatchObject({ 'gen_ai.tool.call.arguments': '{"n":2}' })
  expect(JSON.parse(String(called?.attributes['gen_ai.tool.call.result']))).toMatchObject({
    content: [{ text: 'did 2' }],
  })
})

test('contents are not recorded unless that is asked for', async () => {
  const recorded = record()
  const client = await connectTo(defineServer())
  await client.callTool('work', { n: 2 })
  const names = recorded.spans().flatMap(({ attributes }) => Object.keys(attributes))
  expect(names.filter((name) => /arguments|result|variable/.test(name))).toEqual([])
})

test('nothing is recorded, and nothing is added to messages, once it is stopped', async () => {
  const { instrument } = await import('@omniport/otel')
  const recorded = record()
  instrument().stop()
  const client = await connectTo(defineServer())
  await client.callTool('work', { n: 1 })
  expect(named(recorded.spans(), 'tools/call work')).toHaveLength(2)
})
