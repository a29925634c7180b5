import type { JsonValue } from '../../values/json/json-value.js'
import type { EventLog } from '../event-log.js'
import { expectEqual } from './expect-equal.js'
import { expectRejection } from './expect-rejection.js'

/** Reads a stream step by step. */
export interface EventLogReader {
  /** Reads the next events; fewer if the iteration ends. */
  take(count: number): Promise<readonly JsonValue[]>
  /** Aborts the signal. */
  stop(): void
}

interface EventLogReaderOptions {
  readonly log: EventLog
  readonly stream: string
  readonly after: string | undefined
}

/** Creates a reader that starts with its first `take`. */
function createEventLogReader({ log, stream, after }: EventLogReaderOptions): EventLogReader {
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

/** Creates a reader of the stream `s`, or another one. */
export function read(log: EventLog, after?: string, stream = 's'): EventLogReader {
  return createEventLogReader({ log, stream, after })
}

/** @throws Error unless the next event is a limit. */
export async function expectLimit(reader: EventLogReader): Promise<void> {
  const reason = await expectRejection(reader.take(1))
  expectEqual((reason as { code?: unknown }).code, 'limit')
}
