import type { Clock } from '../jsonrpc/clock.js'
import { MemoryRecords } from './memory-records.js'
import type { Sessions } from './sessions.js'

/** `Sessions` within this process. There is nothing to close; a timer of `clock` runs while there are sessions. */
export function createMemorySessions(options: { readonly clock: Clock }): Sessions {
  return new MemoryRecords(options.clock)
}
