import { channel } from 'node:diagnostics_channel'
import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api'
import { type Operation, operationChannel } from 'omniport/protocol'
import { Durations } from './durations.js'
import { OperationSpans } from './operation-spans.js'
import { SessionTimes } from './session-times.js'

/** Options of `instrument`. */
export interface InstrumentOptions {
  /** Default: the global one. */
  readonly tracerProvider?: TracerProvider | undefined
  /** Default: the global one. */
  readonly meterProvider?: MeterProvider | undefined
  /**
   * Records arguments and results of tools, and arguments of prompts, as attributes of spans. **The risk**: they may hold secrets
   * and personal data, which then are wherever traces are. Default: false.
   */
  readonly recordContents?: boolean | undefined
}

/** What `instrument` returns. */
export interface Instrumentation {
  /** Ends it: no more spans and metrics. Those that have begun are ended as usual. */
  stop(): void
}

/**
 * Makes spans and metrics of all messages that servers, clients, hosts and gateways of this library send and serve in this
 * process, by the OpenTelemetry conventions for MCP, and passes their context in `_meta`. Call it once, after the providers are
 * registered. It needs Node 20.16 or later; elsewhere nothing is announced.
 */
export function instrument(options: InstrumentOptions = {}): Instrumentation {
  const { tracerProvider = trace, meterProvider = metrics, recordContents = false } = options
  const durations = new Durations(meterProvider.getMeter(name, version))
  const sessions = new SessionTimes(durations)
  const spans = new OperationSpans(tracerProvider.getTracer(name, version), { durations, recordContents })
  const onOperation = (published: unknown) => {
    const operation = published as Operation // nobody else publishes there
    sessions.begin(operation)
    spans.begin(operation)
  }
  const operations = channel(operationChannel)
  operations.subscribe(onOperation)
  return { stop: () => void operations.unsubscribe(onOperation) }
}

/** The name and version of what measures. */
const name = '@omniport/otel'
const version = '0.1.0'
