import type { JsonValue } from '../../values/json/json-value.js'
import type { EventLog } from '../event-log.js'

/** Reads a stream step by step. */
export interface EventLogReader {
  /** Reads the next events; fewer if the iteration ends. */
  take(count: number): Promise<readonly JsonValue[]>
  /** Aborts the signal. */
  stop(): void
}

export interface EventLogReaderOptions {
  readonly log: EventLog
  readonly stream: string
  readonly after: string | undefined
}

/** Creates a reader that starts with its first `take`. */
export function createEventLogReader({ log, stream, after }: EventLogReaderOptions): EventLogReader {
  const controller = new AbortController()
  const events = log.read(stream, after, controller.signal)[Symbol.asyncIterator]()
  return {
    async take(count) {
      const taken: JsonValue[] = []
      while (taken.length < count) {
        const { done, value } = await events.next()
        if (done === true) break
        taken.push(value.event)
      }
      return taken
    },
    stop: () => controller.abort(),
  }
}
