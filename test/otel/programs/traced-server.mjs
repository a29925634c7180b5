// A server on stdio that is traced. Its tool `spans` returns what this process has recorded.
import { instrument } from '@omniport/otel'
import { context, propagation, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { createServer, tool } from 'omniport'
import { serveStdio } from 'omniport/stdio'
import { z } from 'zod'

const exporter = new InMemorySpanExporter()
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register()
instrument()

const work = tool({
  run: () =>
    trace.getTracer('user').startActiveSpan('inside', (span) => {
      span.end()
      return 'done'
    }),
})

const ask = tool({
  async run(_args, ctx) {
    const { action } = await ctx.elicit('Sure?', z.object({ yes: z.boolean() }))
    return action
  },
})

const received = tool({
  run() {
    const { traceState } = trace.getSpanContext(context.active())
    return { tenant: propagation.getActiveBaggage()?.getEntry('tenant')?.value, vendor: traceState?.get('vendor') }
  },
})

const spans = tool({
  run: () => {
    const found = exporter.getFinishedSpans().map((span) => ({
      name: span.name,
      kind: span.kind,
      attributes: span.attributes,
      parent: span.parentSpanContext?.spanId,
      id: span.spanContext().spanId,
      trace: span.spanContext().traceId,
    }))
    return JSON.stringify(found)
  },
})

await serveStdio(createServer({ name: 'traced', version: '1.0.0', tools: { work, ask, received, spans } }))
