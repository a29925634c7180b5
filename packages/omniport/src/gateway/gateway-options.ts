import type { Logger } from '../async/runtime/logger.js'
import type { Runtime } from '../async/runtime/runtime.js'
import type { Target } from '../client/connect/targets/target.js'
import type { Middleware } from '../protocol/exchange/exchange.js'
import type { Implementation } from '../protocol/exchange/peer.js'
import type { LimitOptions } from '../protocol/limits/limit-options.js'
import type { Revision } from '../protocol/revisions/revision.js'
import type { Stores } from '../store/stores.js'
import type { GatewayEvent } from './gateway-events.js'
import type { GatewayPinOptions } from './pins/upstream-pins.js'
import type { Isolation, UpstreamSettings } from './upstream-settings.js'

/** Upstreams by name: a target of `connect`, or settings with one. `servers` of a loaded host config fits. */
export type Upstreams = Readonly<Record<string, Target | UpstreamSettings>>

/** Options of `createGateway`. */
export interface GatewayOptions extends Partial<Implementation> {
  /**
   * The servers behind the gateway, in the order in which they are listed. They are started when they are first needed. Names of
   * `A-Z a-z 0-9 _ -` appear unchanged in the names of tools and prompts.
   */
  readonly upstreams: Upstreams
  /** The isolation of upstreams that have none of their own. Default: `principal`. */
  readonly isolation?: Isolation | undefined
  /** Text for models. Default: the instructions of the upstreams, each under its name. */
  readonly instructions?: string | undefined
  /**
   * Pins the definitions of tools as they are first listed; what changes later is blocked until `approveTool`. `{}` keeps the pins
   * in memory. Default: definitions may change.
   *
   * spec: server/tools#security-considerations
   */
  readonly pins?: GatewayPinOptions | undefined
  /**
   * `search`: clients get two tools in place of all: `find_tools` finds tools by words, with their schemas, and `call_tool` calls
   * one, after its arguments were checked. What thousands of definitions take of a model's context is free for other things.
   * `use` sees the calls as they are meant. Default: `list`.
   */
  readonly discovery?: 'list' | 'search' | undefined
  /** Middleware around every message, the first outermost. */
  readonly use?: readonly Middleware[] | undefined
  /** Items on a page of a list. Default: all that there are. */
  readonly pageSize?: number | undefined
  /** The revisions offered to clients. Default: all. */
  readonly revisions?: readonly Revision[] | undefined
  /** Bounds of the gateway, for clients and upstreams alike. `limits` of an upstream come before them. */
  readonly limits?: LimitOptions | undefined
  /** See `ServerOptions`. */
  readonly stores?: Stores | undefined
  /** Keys that seal state, the first in use. Default: a random one. See `ServerOptions`. */
  readonly secrets?: readonly string[] | undefined
  readonly logger?: Logger | undefined
  /** Replaces the clock, randomness and scheduling, for simulation. */
  readonly runtime?: Runtime | undefined
  /** Sends the HTTP requests to upstreams. Default: see `ConnectOptions.fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Gets everything that happens. It is called synchronously; what it throws is logged. Default: nothing is announced. */
  readonly onEvent?: ((event: GatewayEvent) => void) | undefined
}
