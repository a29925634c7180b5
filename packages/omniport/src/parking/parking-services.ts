import type { Logger } from '../async/runtime/logger.js'
import type { Runtime } from '../async/runtime/runtime.js'
import type { Implementation } from '../protocol/exchange/peer.js'
import type { Limits } from '../protocol/limits/limits.js'
import type { HandleSealer } from './parked-handle.js'
import type { ParkingEvent } from './parking-event.js'

/** The services that all calls of one parking share. */
export interface ParkingServices {
  readonly limits: Limits
  readonly runtime: Runtime
  readonly logger: Logger
  readonly handles: HandleSealer
  /** Named in the results that ask for input. */
  readonly info: Implementation
  /** Identifies this run of this node. */
  readonly instance: string
  readonly onEvent: ((event: ParkingEvent) => void) | undefined
}
