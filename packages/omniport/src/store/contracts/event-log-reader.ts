import type { JsonValue } from '../../values/json/json-value.js'
import type { EventLog } from '../event-log.js'

/** Reads a stream as far as it is told to. */
export interface EventLogReader {
  /** The next events; fewer when the iteration ends. */
  take(count: number): Promise<readonly JsonValue[]>
  /** Aborts the signal. */
  stop(): void
}

/** What a reader reads, and after which id. */
export interface EventLogReaderOptions {
  readonly log: EventLog
  readonly stream: string
  readonly after: string | undefined
}

/** Begins at the first `take`. */
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
