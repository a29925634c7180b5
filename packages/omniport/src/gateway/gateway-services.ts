import type { Logger } from '../async/runtime/logger.js'
import type { Runtime } from '../async/runtime/runtime.js'
import type { ParkingEvent } from '../parking/parking-event.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import type { Implementation } from '../protocol/exchange/peer.js'
import type { Limits } from '../protocol/limits/limits.js'
import type { UpstreamStates } from './calls/upstream-states.js'
import type { EventClient, GatewayEvent, GatewayEvents } from './gateway-events.js'
import type { GatewayOptions } from './gateway-options.js'
import type { UpstreamPins } from './pins/upstream-pins.js'
import type { Isolation } from './upstream-settings.js'

/** The services that all parts of a gateway share. */
export interface GatewayServices {
  /** The name of the gateway, for clients and upstreams. */
  readonly info: Implementation
  readonly isolation: Isolation
  readonly limits: Limits
  readonly limitOptions: GatewayOptions['limits']
  readonly runtime: Runtime
  readonly logger: Logger
  readonly fetch: GatewayOptions['fetch']
  /** Undefined: nobody listens, so that no payload needs to be made. */
  readonly announce: Announce | undefined
  /** Undefined: the definitions of tools may change. */
  readonly pins: UpstreamPins | undefined
  readonly states: UpstreamStates
  /** True while nothing between the upstreams and the clients needs results as values. */
  readonly acceptsRaw: () => boolean
  /** Gives the next number of a connection or a call. */
  nextNumber(): number
}

/** Announces what happens. Never throws. */
export type Announce = <T extends keyof GatewayEvents>(type: T, payload: GatewayEvents[T]) => void

/** Passes events to `onEvent` with their time. */
export function createAnnounce(
  onEvent: NonNullable<GatewayOptions['onEvent']>,
  { runtime, logger }: Pick<GatewayServices, 'runtime' | 'logger'>,
): Announce {
  return (type, payload) => {
    try {
      onEvent({ type, at: runtime.now(), ...payload } as GatewayEvent) // the payload is that of the type
    } catch (error) {
      logger.error(`onEvent failed for ${type}`, { error })
    }
  }
}

/** Describes the client of a message for events. */
export function eventClientOf({ principal, session, revision, client }: Exchange): EventClient {
  return {
    revision,
    ...(principal !== undefined && { principal: principal.id }),
    ...(session !== undefined && { session: session.id }),
    ...(client.name !== undefined && { name: client.name }),
  }
}

/** Announces what becomes of parked calls. */
export function announceParking({ announce }: GatewayServices): ((event: ParkingEvent) => void) | undefined {
  if (announce === undefined) return undefined
  return ({ type, label, method, round, exchange, parkedMs, reason = '' }) => {
    const about = { upstream: label, method, round, client: eventClientOf(exchange) }
    if (type === 'parked') announce('call-parked', about)
    else if (type === 'resumed') announce('call-resumed', { ...about, parkedMs })
    else announce('call-expired', { ...about, reason })
  }
}
