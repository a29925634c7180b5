import { type Instrumentation, type InstrumentOptions, instrument } from '@omniport/otel'
import { type Context, context, propagation, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import { afterEach } from 'vitest'

/** What was recorded since the test began. */
export interface Recorded {
  spans(): readonly ReadableSpan[]
  /** The points of each histogram, by its name. */
  metrics(): Promise<ReadonlyMap<string, readonly MetricPoint[]>>
}

export interface MetricPoint {
  readonly unit: string
  readonly boundaries: readonly number[]
  readonly count: number
  readonly attributes: Readonly<Record<string, unknown>>
}

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

/** Records all that happens until the end of the test, with the real SDK. */
export function record(options: InstrumentOptions = {}): Recorded {
  const spanExporter = new InMemorySpanExporter()
  const tracerProvider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spanExporter)] })
  tracerProvider.register()
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 3_600_000 })
  const meterProvider = new MeterProvider({ readers: [reader] })
  const instrumentation: Instrumentation = instrument({ meterProvider, ...options })
  stop = async () => {
    instrumentation.stop()
    await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()])
    trace.disable()
    context.disable()
    propagation.disable()
  }
  return {
    spans: () => spanExporter.getFinishedSpans(),
    async metrics() {
      await meterProvider.forceFlush()
      const found =
        metricExporter
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap(({ metrics }) => metrics) ?? []
      return new Map(
        found.map(({ descriptor, dataPoints }) => [
          descriptor.name,
          dataPoints.map((point) => toPoint(descriptor.unit, point)),
        ]),
      )
    },
  }
}

function toPoint(
  unit: string,
  { value, attributes }: { readonly value: unknown; readonly attributes: object },
): MetricPoint {
  const { count, buckets } = value as { count: number; buckets: { boundaries: number[] } } // histograms only
  return { unit, boundaries: buckets.boundaries, count, attributes: { ...attributes } }
}

/** Runs `fn` in a span of the user's own. */
export function inSpan<T>(name: string, fn: (parent: Context) => Promise<T>): Promise<T> {
  return trace.getTracer('user').startActiveSpan(name, async (span) => {
    try {
      return await fn(context.active())
    } finally {
      span.end()
    }
  })
}
