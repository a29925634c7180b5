import type { Attributes } from '@opentelemetry/api'
import type { Operation } from 'omniport/protocol'
import { attributes, otherName } from '../conventions/names.js'
import { addNetwork } from '../operations/operation-attributes.js'
import type { Durations } from './durations.js'

/** Measures sessions of legacy revisions; there are none at 2026-07-28. */
export class SessionTimes {
  readonly #durations: Durations
  /** The last operation of each session. */
  readonly #last = new WeakMap<object, Operation>()

  constructor(durations: Durations) {
    this.#durations = durations
  }

  /** Begins with the first message of a session. */
  begin(operation: Operation): void {
    const { connection, role, message } = operation
    if (connection === undefined) return
    const isKnown = this.#last.has(connection.key)
    if (!isKnown && role === 'sender' && message.method !== 'initialize') return
    this.#last.set(connection.key, operation)
    if (isKnown) return
    const sinceMs = performance.now()
    connection.onEnd((error) => {
      const last = this.#last.get(connection.key) ?? operation
      this.#durations.record([role, 'session'], sinceMs, sessionAttributes(last, error))
    })
  }
}

function sessionAttributes(operation: Operation, error: unknown): Attributes {
  const { [attributes.transport]: _transport, ...network } = addNetwork({}, operation)
  return {
    ...(operation.revision !== undefined && { [attributes.revision]: operation.revision }),
    ...network,
    ...(error !== undefined && { [attributes.errorType]: typeOf(error) }),
  }
}

function typeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : error instanceof Error ? error.name : otherName
}
