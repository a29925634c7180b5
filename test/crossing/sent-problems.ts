import type { Sent } from '../interop/wire.js'
import { checkMessage } from '../wire/check-message.js'
import type { Revision } from '../wire/revisions.js'

type Json = Readonly<Record<string, unknown>>

/** The problems of what was sent to an upstream, by the official schema of its revision. */
export function sentProblems(messages: readonly Sent[], upstream: Revision): readonly string[] {
  const asked = new Map<unknown, string>()
  const problems: string[] = []
  for (const { from, message, http } of messages) {
    const { method, id } = message
    if (from === 'server' && typeof method === 'string') asked.set(id, method)
    if (from === 'server' || isUnknown(method)) continue
    const options = { http, methodOf: () => asked.get(id) }
    for (const text of checkMessage(revisionOf(message, upstream), 'client', message as never, options)) {
      if (!text.includes('x-more')) problems.push(`${method ?? 'answer'} ${text}`)
    }
  }
  return [...new Set(problems)]
}

/** Those that are forwarded although no revision has them. */
function isUnknown(method: unknown): boolean {
  return typeof method === 'string' && (method.startsWith('com.example/') || method === 'nothing/at-all')
}

/** A client that does not know the server yet offers others. */
function revisionOf({ method, params }: Json, upstream: Revision): Revision {
  const { _meta, protocolVersion } = (params ?? {}) as Json
  if (method === 'initialize') return protocolVersion as Revision // the gateway offers real ones
  const named = (_meta as Json | undefined)?.['io.modelcontextprotocol/protocolVersion']
  return (named as Revision | undefined) ?? upstream
}
