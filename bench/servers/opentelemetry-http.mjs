// The server of `omniport-http.mjs` without our traces: its tool makes the same span, and measures itself, with the SDK of
// OpenTelemetry alone. It is the least that a traced call costs.
import { context, SpanKind, trace } from '@opentelemetry/api'
import { serveOmniport } from './serve-omniport.mjs'
import { meterProvider } from './trace.mjs'

const tracer = trace.getTracer('by hand')
const durations = meterProvider.getMeter('by hand').createHistogram('mcp.server.operation.duration', {
  unit: 's',
  advice: { explicitBucketBoundaries: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300] },
})
let calls = 0

await serveOmniport({
  around(run) {
    const sinceMs = performance.now()
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'add',
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2026-07-28',
      'network.protocol.name': 'http',
      'network.transport': 'tcp',
    }
    const parent = context.active()
    const span = tracer.startSpan('tools/call add', { kind: SpanKind.SERVER, attributes }, parent)
    calls += 1
    span.setAttribute('jsonrpc.request.id', String(calls))
    const result = context.with(trace.setSpan(parent, span), run)
    durations.record((performance.now() - sinceMs) / 1_000, attributes)
    span.end()
    return result
  },
})
