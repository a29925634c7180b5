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
  setIds,
  spanAttributes,
  spanNameOf,
} from '../operations/operation-attributes.js'
import { errorOf, type OperationError } from '../operations/operation-error.js'
import { ServedNames } from '../operations/served-names.js'
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
  readonly #served = new ServedNames()

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
    operation.observe(new ObservedSpan({ operation, common, span, own, served: this.#served }, this.#options))
  }
}

interface BegunSpan {
  readonly operation: Operation
  /** The attributes of both its span and its metric. */
  readonly common: Attributes
  readonly span: Span
  /** The context that the span is in. */
  readonly own: Context
  readonly served: ServedNames
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
    const { operation, common, span, served } = this.#begun
    const { durations, recordContents } = this.#options
    const error = errorOf(operation, outcome)
    durations.record([operation.role, 'operation'], this.#sinceMs, this.#measured(outcome, error))
    if (span.isRecording()) {
      if (recordContents) span.setAttributes(resultAttributes(operation, outcome))
      if (error !== undefined) span.setAttributes(errorAttributes(error))
      if (error?.type !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error.message ?? '' })
      // The name of a tool that does not exist is the caller's invention.
      if (operation.role === 'receiver' && isUnknownTarget(error) && !served.has(common))
        span.updateName(`${common[attributes.method]}`.slice(0, 64))
    }
    span.end()
  }

  #measured({ response }: OperationOutcome, error: OperationError | undefined): Attributes {
    const { operation, common, served } = this.#begun
    const found = error === undefined ? common : { ...common, ...errorAttributes(error) }
    if (operation.role === 'sender') return found
    if (response?.result === undefined) return served.keepKnown(found)
    served.add(common)
    return found
  }
}

/** True if a request may have named something that does not exist. */
function isUnknownTarget(error: OperationError | undefined): boolean {
  return error?.code === invalidParams || error?.code === methodNotFound
}

const methodNotFound = -32601
const invalidParams = -32602
