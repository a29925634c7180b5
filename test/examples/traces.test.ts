import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { connect } from 'omniport/client'
import { afterEach, expect, test } from 'vitest'
import { codeBlocks, readDocument } from '../docs/code-blocks.js'
import { freePort } from '../support/free-port.js'
import { startProgram } from '../support/start-program.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Starts the server of the example with a file that says where traces and metrics go, and calls its tool. */
async function callExample(file: string, env: Readonly<Record<string, string>>) {
  const server = await startProgram(['--import', `./examples/traces/${file}`, 'examples/traces/server.js'], {
    PORT: '0',
    ...env,
  })
  const end = async () => {
    server.terminate()
    return server.ended
  }
  closing.push(end)
  const client = await connect(server.line, { revision: '2026-07-28' })
  const { content } = await client.callTool('greet', { name: 'Ada' })
  await client.close()
  expect(content).toEqual([{ type: 'text', text: 'Hello, Ada!' }])
  return { end }
}

test('the example for OTLP sends the span of a call, and its metric, before it ends', async () => {
  const collector = await openCollector()
  const { end } = await callExample('otlp.js', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  expect(await end()).toEqual({ code: 0, stderr: '' })
  const { resourceSpans } = collector.received.get('/v1/traces') as { resourceSpans: readonly ResourceSpans[] }
  const { resourceMetrics } = collector.received.get('/v1/metrics') as { resourceMetrics: readonly ResourceMetrics[] }
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  expect(spans.map(({ name }) => name)).toContain('tools/call greet')
  expect(metrics.map(({ name, unit }) => [name, unit])).toEqual([['mcp.server.operation.duration', 's']])
  const service = { key: 'service.name', value: { stringValue: 'greeter' } }
  expect([...resourceSpans, ...resourceMetrics].map(({ resource }) => resource.attributes)).toEqual([
    [service],
    [service],
  ])
})

test('the example for Prometheus is scraped', async () => {
  const port = await freePort()
  const { end } = await callExample('prometheus.js', { METRICS_PORT: `${port}` })
  const scraped = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const counts = scraped
    .split('\n')
    .filter((line) => line.startsWith('mcp_server_operation_duration_count{'))
    .filter((line) => line.includes('gen_ai_tool_name="greet"'))
  expect(counts).toEqual([expect.stringMatching(/mcp_method_name="tools\/call".*} 1$/)])
  expect(await end()).toEqual({ code: 0, stderr: '' })
})

test.each(['otlp.js', 'prometheus.js'])('the page about traces shows %s as it is', (file) => {
  const shown = codeBlocks(readDocument('docs/observability.md')).find((block) => block.file === file)
  expect(shown?.text).toBe(readDocument(`examples/traces/${file}`))
})

interface ResourceSpans {
  readonly resource: { readonly attributes: unknown }
  readonly scopeSpans: readonly { readonly spans: readonly { readonly name: string }[] }[]
}

interface ResourceMetrics {
  readonly resource: { readonly attributes: unknown }
  readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string; readonly unit: string }[] }[]
}

/** Takes what is sent by OTLP over HTTP as JSON; the last of each path. */
async function openCollector() {
  const received = new Map<string | undefined, unknown>()
  const http = createServer(async (request, response) => {
    received.set(request.url, await json(request))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  closing.push(async () => {
    http.closeAllConnections()
    http.close()
    await once(http, 'close')
  })
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, received }
}
