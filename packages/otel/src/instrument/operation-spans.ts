import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Operation, OperationObserver, OperationOutcome } from 'omniport/protocol'
import { attributes } from '../conventions/names.js'
import { argumentAttributes, resultAttributes } from '../operations/content-attributes.js'
import {
  commonAttributes,
  errorAttributes,
  isUnknownTarget,
  metricAttributes,
  setIds,
  spanAttributes,
  spanNameOf,
} from '../operations/operation-attributes.js'
import { errorOf } from '../operations/operation-error.js'
import { receivedContext, sentMeta } from '../operations/trace-context.js'
import type { Durations } from './durations.js'

export interface OperationSpansOptions {
  readonly durations: Durations
  readonly recordContents: boolean
}

/** Makes a span of each operation, and measures it. */
export class OperationSpans {
  readonly #tracer: Tracer
  readonly #options: OperationSpansOptions

  constructor(tracer: Tracer, options: OperationSpansOptions) {
    this.#tracer = tracer
    this.#options = options
  }

  begin(operation: Operation): void {
    const isSender = operation.role === 'sender'
    const { parent, links } = isSender ? { parent: context.active(), links: [] } : receivedContext(operation)
    const kind = isSender ? SpanKind.CLIENT : SpanKind.SERVER
    const common = commonAttributes(operation)
    const first = spanAttributes(common, operation)
    const span = this.#tracer.startSpan(spanNameOf(common), { kind, links, attributes: first }, parent)
    if (span.isRecording()) {
      setIds(span, operation)
      if (this.#options.recordContents) span.setAttributes(argumentAttributes(operation))
    }
    const own = trace.setSpan(parent, span)
    operation.observe(new ObservedSpan({ operation, common, span, own }, this.#options))
  }
}

interface BegunSpan {
  readonly operation: Operation
  /** The attributes of both its span and its metric. */
  readonly common: Attributes
  readonly span: Span
  /** The context that the span is in. */
  readonly own: Context
}

/** A class, since closures for every message cost more. */
class ObservedSpan implements OperationObserver {
  readonly meta: Readonly<Record<string, string>> | undefined
  readonly #begun: BegunSpan
  readonly #options: OperationSpansOptions
  readonly #sinceMs = performance.now()

  constructor(begun: BegunSpan, options: OperationSpansOptions) {
    this.#begun = begun
    this.#options = options
    this.meta = begun.operation.role === 'sender' ? sentMeta(begun.own) : undefined
  }

  run<T>(fn: () => T): T {
    return context.with(this.#begun.own, fn)
  }

  end(outcome: OperationOutcome): void {
    const { operation, common, span } = this.#begun
    const { durations, recordContents } = this.#options
    const error = errorOf(operation, outcome)
    durations.record([operation.role, 'operation'], this.#sinceMs, metricAttributes(common, operation, error))
    if (span.isRecording()) {
      if (recordContents) span.setAttributes(resultAttributes(operation, outcome))
      if (error !== undefined) span.setAttributes(errorAttributes(error))
      if (error?.type !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error.message ?? '' })
      // The name of a tool that does not exist is the caller's invention.
      if (operation.role === 'receiver' && isUnknownTarget(error))
        span.updateName(`${common[attributes.method]}`.slice(0, 64))
    }
    span.end()
  }
}
