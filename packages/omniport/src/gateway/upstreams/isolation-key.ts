import type { Exchange } from '../../protocol/exchange/exchange.js'
import { principalKey } from '../../protocol/exchange/principal-key.js'
import { canonicalJson } from '../../values/json/canonical-json.js'
import type { Isolation } from '../upstream-settings.js'

/**
 * Names those who share a connection with the sender of a message: equal keys share one. Undefined: nobody does, and the connection
 * ends with the request.
 */
export function isolationKey(isolation: Isolation, exchange: Exchange): string | symbol | undefined {
  const { principal, session, sender } = exchange
  if (isolation === 'shared') return 'shared'
  if (session !== undefined && (isolation === 'session' || principal === undefined)) return `session ${session.id}`
  if (principal !== undefined) return `principal ${principalKey(exchange)}`
  // A network may have many clients; the other end of a pipe is one.
  return typeof sender === 'symbol' ? sender : undefined
}

/** Names the capabilities that a client declared: servers offer other things to other clients. */
export function capabilitiesKey(capabilities: Readonly<Record<string, unknown>>): string {
  let key = keys.get(capabilities)
  if (key === undefined) {
    key = canonicalJson(capabilities)
    keys.set(capabilities, key)
  }
  return key
}

/** A legacy session has one object for all its messages. */
const keys = new WeakMap<object, string>()
