import type { Blobs } from './blobs.js'
import type { Bus } from './bus.js'
import type { EventLog } from './event-log.js'
import type { Inbox } from './inbox.js'
import type { Sessions } from './sessions.js'
import type { Tasks } from './tasks.js'

/**
 * The stores that the nodes of one service share. Absent ones are in memory. Their creator closes them, after the servers that
 * use them.
 */
export interface Stores {
  readonly bus?: Bus | undefined
  readonly eventLog?: EventLog | undefined
  readonly inbox?: Inbox | undefined
  readonly sessions?: Sessions | undefined
  readonly tasks?: Tasks | undefined
  readonly blobs?: Blobs | undefined
}

/** Every one of the stores. */
export type AllStores = { readonly [Name in keyof Stores]-?: NonNullable<Stores[Name]> }
