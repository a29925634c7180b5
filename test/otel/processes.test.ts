import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { context, createTraceState, propagation, SpanKind, trace } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node'
import { type Client, type ConnectOptions, connect } from 'omniport/client'
import { createGateway } from 'omniport/gateway'
import { createHost } from 'omniport/host'
import { serveHttp } from 'omniport/node'
import { revisions } from 'omniport/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { inSpan, record } from './support/recorded.js'

const program = fileURLToPath(new URL('programs/traced-server.mjs', import.meta.url))
const target = { command: process.execPath, args: [program] }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A span of this process or of the other one. */
interface AnySpan {
  readonly name: string
  readonly kind: number
  readonly id: string
  readonly trace: string
  readonly parent?: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
}

async function open(options: ConnectOptions = {}): Promise<Client> {
  const client = await connect(target, {
    elicit: () => ({ action: 'accept', content: { yes: true } }),
    ...options,
  })
  closing.push(() => client.close())
  return client
}

/** The spans of both processes. `content` is that of the tool `spans`. */
function allSpans(own: readonly ReadableSpan[], { content }: { readonly content: readonly unknown[] }) {
  const [{ text }] = content as readonly [{ readonly text: string }]
  return [...own.map(toAny), ...(JSON.parse(text) as readonly AnySpan[])]
}

function toAny(span: ReadableSpan): AnySpan {
  const { name, kind, attributes, parentSpanContext } = span
  const { spanId: id, traceId } = span.spanContext()
  return { name, kind, attributes, parent: parentSpanContext?.spanId, id, trace: traceId }
}

/** The names of a span and of those around it, innermost first. */
function pathOf(spans: readonly AnySpan[], from: AnySpan | undefined): readonly string[] {
  if (from === undefined) return []
  const parent = spans.find(({ id }) => id === from.parent)
  return [`${SpanKind[from.kind]} ${from.name}`, ...pathOf(spans, parent)]
}

const named = (spans: readonly AnySpan[], name: string, kind: SpanKind) =>
  spans.filter((span) => span.name === name && span.kind === kind)

describe.each(revisions)('over stdio, %s', (revision) => {
  test('a call is one trace, from the caller to what the handler in the other process does', async () => {
    const recorded = record()
    const client = await open({ revision })
    await inSpan('user', () => client.callTool('work', {}))
    const spans = allSpans(recorded.spans(), await client.callTool('spans', {}))
    const [inside] = named(spans, 'inside', SpanKind.INTERNAL)
    expect(pathOf(spans, inside)).toEqual([
      'INTERNAL inside',
      'SERVER tools/call work',
      'CLIENT tools/call work',
      'INTERNAL user',
    ])
    const attributes = {
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': revision,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'work',
      'jsonrpc.request.id': expect.any(String),
      'network.transport': 'pipe',
    }
    const both = [SpanKind.CLIENT, SpanKind.SERVER].flatMap((kind) => named(spans, 'tools/call work', kind))
    expect(both.map((span) => span.attributes)).toEqual([attributes, attributes])
  })

  test('baggage and the state of the trace arrive too', async () => {
    record()
    const client = await open({ revision })
    const remote = {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      traceFlags: 1,
      traceState: createTraceState('vendor=abc'),
    }
    const baggage = propagation.createBaggage({ tenant: { value: 'acme' } })
    const user = propagation.setBaggage(trace.setSpanContext(context.active(), remote), baggage)
    const { content } = await context.with(user, () => client.callTool('received', {}))
    expect(content).toEqual([{ type: 'text', text: '{"tenant":"acme","vendor":"abc"}' }])
  })
})

test.each(['2025-06-18', '2025-11-25'] as const)(
  'over stdio, %s, a question of the server is a part of the trace: the context goes both ways',
  async (revision) => {
    const recorded = record()
    const client = await open({ revision })
    await inSpan('user', () => client.callTool('ask', {}))
    const spans = allSpans(recorded.spans(), await client.callTool('spans', {}))
    const answered = named(spans, 'elicitation/create', SpanKind.SERVER)
    expect(answered.map((span) => pathOf(spans, span))).toEqual([
      [
        'SERVER elicitation/create',
        'CLIENT elicitation/create',
        'SERVER tools/call ask',
        'CLIENT tools/call ask',
        'INTERNAL user',
      ],
    ])
  },
)

test('over stdio, 2026-07-28, each round trip of a call has one span on each side, all in one trace', async () => {
  const recorded = record()
  const client = await open({ revision: '2026-07-28' })
  await inSpan('user', () => client.callTool('ask', {}))
  const spans = allSpans(recorded.spans(), await client.callTool('spans', {}))
  const served = named(spans, 'tools/call ask', SpanKind.SERVER)
  const path = ['SERVER tools/call ask', 'CLIENT tools/call ask', 'INTERNAL user']
  expect(served.map((span) => pathOf(spans, span))).toEqual([path, path])
  expect(new Set(served.map(({ parent }) => parent)).size).toBe(2)
})

test('a hop through a host is a part of the trace', async () => {
  const recorded = record()
  const host = createHost({ servers: { up: target }, policy: () => 'allow' })
  closing.push(() => host.close())
  const tools = await host.tools()
  const nameOf = (wanted: string) => tools.find(({ tool }) => tool === wanted)?.name ?? ''
  await inSpan('user', () => host.callTool(nameOf('work'), {}))
  const spans = allSpans(recorded.spans(), await host.callTool(nameOf('spans'), {}))
  const [inside] = named(spans, 'inside', SpanKind.INTERNAL)
  expect(pathOf(spans, inside)).toEqual([
    'INTERNAL inside',
    'SERVER tools/call work',
    'CLIENT tools/call work',
    'INTERNAL user',
  ])
})

test.each(['2025-11-25', '2026-07-28'] as const)(
  'a hop through a gateway to a process is a part of the trace of a client of %s',
  async (revision) => {
    const recorded = record()
    const gateway = createGateway({ isolation: 'shared', upstreams: { up: target } })
    closing.push(() => gateway.close())
    const { url, close } = await serveHttp(gateway, { port: 0 })
    closing.push(close)
    const client = await connect(url, { revision })
    closing.push(() => client.close())
    const tools = await client.listTools()
    const nameOf = (wanted: string) => tools.find(({ name }) => name.endsWith(wanted))?.name ?? ''
    await inSpan('user', () => client.callTool(nameOf('work'), {}))
    const spans = allSpans(recorded.spans(), await client.callTool(nameOf('spans'), {}))
    const [inside] = named(spans, 'inside', SpanKind.INTERNAL)
    expect(pathOf(spans, inside)).toEqual([
      'INTERNAL inside',
      'SERVER tools/call work',
      'CLIENT tools/call work',
      `SERVER tools/call ${nameOf('work')}`,
      `CLIENT tools/call ${nameOf('work')}`,
      'INTERNAL user',
    ])
  },
)
