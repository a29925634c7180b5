import type { ServerSettings } from '../host/servers/settings/server-settings.js'
import type { PersonCredentials } from './credentials/upstream-person.js'

/**
 * The clients that share one connection to an upstream. `principal`: those of one authenticated principal. `session`: one legacy
 * session, or what `principal` says for modern clients. `shared`: all clients.
 */
export type Isolation = 'principal' | 'session' | 'shared'

/** An upstream of a gateway and its settings: those of a server of a host, and how the gateway offers it. */
export interface UpstreamSettings extends ServerSettings {
  /**
   * Says which clients share a connection. Callers without a principal share none under `principal`: a legacy session has one of its
   * own, so has a pipe, and over HTTP each modern request has one until it is answered. Default: `isolation` of the gateway.
   *
   * **The risk** of `shared`: what the upstream keeps for a connection (its state, log messages outside calls, changes) is
   * seen by all clients.
   */
  readonly isolation?: Isolation | undefined
  /**
   * The credentials of each caller, in place of `auth`: the upstream knows who calls, and nobody acts with the rights of the
   * gateway. Each principal has a connection of its own then, and callers without one are refused. See `createSignIn`.
   */
  readonly credentials?: PersonCredentials | undefined
  /**
   * The first part of the names of its tools and prompts: `prefix__name`. An empty one leaves the names as they are; those with the
   * prefix of another upstream are not offered then. Default: the name of the upstream.
   */
  readonly prefix?: string | undefined
  /** Whole names for tools and prompts, by their names at the upstream. They take the place of the name with the prefix. */
  readonly rename?: Readonly<Record<string, string>> | undefined
}
