import type { PinChange } from '../host/pins/pin.js'
import type { Middleware, Serve } from '../protocol/exchange/exchange.js'
import type { Revision } from '../protocol/revisions/revision.js'
import type { Environment } from '../transport/environment.js'
import type { Upstreams } from './gateway-options.js'
import type { Isolation } from './upstream-settings.js'

/** A definition at its upstream. */
export interface UpstreamName {
  readonly upstream: string
  readonly name: string
}

/** Many servers as one, over any number of transports at the same time, in every revision. Its creator closes it. */
export interface Gateway {
  /** Answers one message. A long result of an upstream may be a `RawJson`, unless `use` was given other middleware than that of this library. */
  readonly serve: Serve
  /** The settings that the transports of the gateway share. */
  readonly environment: Environment
  /** Wraps `serve`: the first given is the outermost, and those given earlier are outside those given later. */
  use(...middleware: readonly Middleware[]): void
  /**
   * The upstream of a tool or prompt, by the name that clients use, and its name there. Undefined: no upstream can have it, as far
   * as it is known. Never starts anything.
   */
  resolve(kind: 'tool' | 'prompt', name: string): UpstreamName | undefined
  /** The upstream of a resource that was listed or matches a listed template. Undefined: it is not known. Never starts anything. */
  ownerOf(uri: string): string | undefined
  /** The state of each upstream, in the order of the options. */
  status(): readonly UpstreamStatus[]
  /**
   * Gives some of the upstreams as a server of their own, such as for an endpoint of `serveEndpoints`. It uses the connections of the
   * gateway: who may share one here shares it there, too, so callers of both must have the same `auth`. It closes with the gateway,
   * and `replaceUpstreams` holds for it.
   *
   * @throws TypeError naming an upstream that the gateway does not have.
   */
  select(selection: GatewaySelection): SelectedGateway
  /**
   * Replaces the upstreams. Those whose settings stay the same keep their connections; the connections of the others end after
   * their calls have ended, at most `limits.drainMs` later. Sessions of clients go on, and hear that the lists changed.
   *
   * @throws TypeError naming the upstream and what is wrong with it; then nothing was replaced.
   */
  replaceUpstreams(upstreams: Upstreams): void
  /** The changes whose tools are blocked because they differ from their pins. Empty without `pins`. */
  readonly changedTools: readonly PinChange[]
  /**
   * Pins the current definition of a changed tool, by its name at the upstream, and unblocks it; without a tool, all changed tools
   * of the upstream. With `definition`, the one that somebody has seen, it rejects with OmniportError `denied` if the tool has
   * changed again. Rejects with OmniportError `not_found` for a tool that is not known, and with TypeError without `pins`.
   */
  approveTool(upstream: string, tool?: string, definition?: string): Promise<void>
  /** Ends subscriptions, waits for running requests, and closes all upstreams. Settles last. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Upstreams of a gateway, and the policy for their clients. */
export interface GatewaySelection {
  /** By their names. One that `replaceUpstreams` takes away is missing until it comes back. */
  readonly upstreams: readonly string[]
  /** Middleware around every message, the first outermost. That of the gateway is not around them. Default: none. */
  readonly use?: readonly Middleware[] | undefined
  /** See `GatewayOptions`. Default: `list`. */
  readonly discovery?: 'list' | 'search' | undefined
}

/** Some upstreams of a gateway as one server. */
export interface SelectedGateway {
  /** Answers one message. */
  readonly serve: Serve
  /** The settings that its transports share with those of the gateway. */
  readonly environment: Environment
  /** Wraps `serve`, as `use` of a gateway does. */
  use(...middleware: readonly Middleware[]): void
  /** The state of each of its upstreams. */
  status(): readonly UpstreamStatus[]
}

/** The state of one upstream. */
export interface UpstreamStatus {
  readonly name: string
  /**
   * `idle`: it was not needed yet, or not for a while. `failed`: it could not be reached the last time. `disabled`: its settings
   * say so, or cannot be used.
   */
  readonly state: 'idle' | 'connecting' | 'ready' | 'failed' | 'disabled'
  readonly isolation: Isolation
  readonly connections: number
  /** Requests that wait for an answer. */
  readonly inFlight: number
  /** Of the last connection. */
  readonly revision?: Revision | undefined
  readonly server?: { readonly name: string; readonly version: string } | undefined
  /** The reason of the last failure, while `state` is `failed` or `disabled`. */
  readonly error?: string | undefined
}
