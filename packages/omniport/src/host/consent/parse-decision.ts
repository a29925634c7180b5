import { isObject } from '../../jsonrpc/is-object.js'
import type { Decision } from './decision.js'

/** A decision as it was written down, undefined for what is none: it holds for nothing then. */
export function parseDecision(value: unknown): Decision | undefined {
  if (!isObject(value)) return undefined
  const { id, type, server, subject, binding, answer, scope, at, until } = value
  const isValid =
    [id, server, subject, binding].every((text) => typeof text === 'string') &&
    types.has(type) &&
    (answer === 'allow' || answer === 'deny') &&
    (scope === 'session' || scope === 'always') &&
    Number.isFinite(at) &&
    (until === undefined || Number.isFinite(until))
  // Every member was looked at.
  return isValid ? (value as object as Decision) : undefined
}

const types: ReadonlySet<unknown> = new Set<Decision['type']>(['start', 'call', 'sample', 'elicit', 'roots'])
