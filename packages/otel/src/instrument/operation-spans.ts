import { type Attributes, context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { Operation, OperationOutcome } from 'omniport/protocol'
import { argumentAttributes, resultAttributes } from '../operations/content-attributes.js'
import {
  commonAttributes,
  errorAttributes,
  isUnknownTarget,
  metricAttributes,
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
    const { role } = operation
    const isSender = role === 'sender'
    const { parent, links } = isSender ? { parent: context.active(), links: [] } : receivedContext(operation)
    const kind = isSender ? SpanKind.CLIENT : SpanKind.SERVER
    const common = commonAttributes(operation)
    const attributes = spanAttributes(common, operation)
    const span = this.#tracer.startSpan(spanNameOf(operation), { kind, links, attributes }, parent)
    const own = trace.setSpan(parent, span)
    const sinceMs = performance.now()
    if (this.#options.recordContents && span.isRecording()) span.setAttributes(argumentAttributes(operation))
    operation.observe({
      meta: isSender ? sentMeta(own) : undefined,
      run: (fn) => context.with(own, fn),
      end: (outcome) => this.#end({ operation, common, span, sinceMs }, outcome),
    })
  }

  #end({ operation, common, span, sinceMs }: BegunSpan, outcome: OperationOutcome): void {
    const error = errorOf(operation, outcome)
    const { durations, recordContents } = this.#options
    durations.record([operation.role, 'operation'], sinceMs, metricAttributes(common, operation, error))
    if (span.isRecording()) {
      if (recordContents) span.setAttributes(resultAttributes(operation, outcome))
      if (error !== undefined) span.setAttributes(errorAttributes(error))
      if (error?.type !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error.message ?? '' })
      // The name of a tool that does not exist is the caller's invention.
      if (operation.role === 'receiver' && isUnknownTarget(error))
        span.updateName(operation.message.method.slice(0, 64))
    }
    span.end()
  }
}

interface BegunSpan {
  readonly operation: Operation
  /** The attributes of both its span and its metric. */
  readonly common: Attributes
  readonly span: Span
  readonly sinceMs: number
}
