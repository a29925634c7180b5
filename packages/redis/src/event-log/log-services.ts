import type { EventLogLimits } from 'omniport/store'
import type { ScriptRunner } from '../commands/script-runner.js'
import type { Clock, Logger } from '../options/redis-options.js'
import type { Keys } from '../shards/keys.js'
import type { Shards } from '../shards/shards.js'

/** What the parts of the event log share. */
export interface LogServices {
  readonly scripts: ScriptRunner
  readonly shards: Shards
  readonly keys: Keys
  readonly clock: Clock
  readonly logger: Logger
  readonly limits: EventLogLimits
  /** Names this node among those that write: 16 letters and digits. */
  readonly node: string
  /** PUBLISH, or SPUBLISH in a cluster. */
  readonly publish: string
  /** The time that events wait while Redis is away. */
  readonly appendMs: number
  readonly maxWaitingBytes: number
}

/** What remains of a stream outlives its events by this time, in which every reader and writer has looked at it. */
export const graceMs = 60_000
