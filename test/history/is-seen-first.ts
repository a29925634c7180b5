import type { MessageEvent } from './history-event.js'

/** Makes a guard that is true of each event unless it repeats one of its stream, as replays do; of either direction alone. */
export function isSeenFirst(): (event: MessageEvent) => boolean {
  const seen = new Set<string>()
  return ({ kind, by, stream, eventId }) => {
    if (eventId === undefined) return true
    const name = JSON.stringify([kind, by, stream, eventId])
    if (seen.has(name)) return false
    seen.add(name)
    return true
  }
}
