import { type Context, context, propagation, type SpanOptions, trace } from '@opentelemetry/api'
import type { Operation } from 'omniport/protocol'

/** The members of `_meta` that carry a context. spec: basic/index#meta */
const members = ['traceparent', 'tracestate', 'baggage'] as const

/** The longest value that is read. */
const maxLength = 8_192

/** The context that a span begins in, and a link to the span around it, such as that of the HTTP request. */
export function receivedContext({ message }: Operation): {
  readonly parent: Context
  readonly links: NonNullable<SpanOptions['links']>
} {
  const active = context.active()
  const carrier = carrierOf(message.params?.['_meta'])
  if (carrier === undefined) return { parent: active, links: [] }
  const around = trace.getSpanContext(active)
  const parent = propagation.extract(active, carrier)
  const isRemote = trace.getSpanContext(parent) !== around
  return { parent, links: isRemote && around !== undefined ? [{ context: around }] : [] }
}

/** The members of `_meta` for a message that is sent in a context. */
export function sentMeta(parent: Context): Readonly<Record<string, string>> | undefined {
  const carrier: Record<string, string> = {}
  propagation.inject(parent, carrier)
  return carrierOf(carrier)
}

/** The members of a context; undefined if there are none. */
function carrierOf(meta: unknown): Record<string, string> | undefined {
  if (typeof meta !== 'object' || meta === null) return undefined
  let found: Record<string, string> | undefined
  for (const name of members) {
    if (!Object.hasOwn(meta, name)) continue
    const value = (meta as Readonly<Record<string, unknown>>)[name]
    if (typeof value !== 'string' || value.length > maxLength) continue
    found ??= {}
    found[name] = value
  }
  return found
}
