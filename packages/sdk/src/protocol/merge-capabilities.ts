import type { ClientCapabilities, ServerCapabilities } from '../types.js'
import { isRecord } from './message-kind.js'

/** Adds capabilities to others. A capability that both have gets the members of both. */
export function mergeCapabilities(base: ServerCapabilities, additional: Partial<ServerCapabilities>): ServerCapabilities
export function mergeCapabilities(base: ClientCapabilities, additional: Partial<ClientCapabilities>): ClientCapabilities
export function mergeCapabilities(base: object, additional: object): object {
  const merged: Record<string, unknown> = { ...base }
  for (const [name, added] of Object.entries(additional)) {
    if (added === undefined) continue
    const present = merged[name]
    merged[name] = isRecord(present) && isRecord(added) ? { ...present, ...added } : added
  }
  return merged
}
