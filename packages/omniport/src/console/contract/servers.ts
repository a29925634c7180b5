import type { ServerState } from '../../entries/host.js'
import type { Json, JsonObject, Revision, Time } from './values.js'

export type { ServerState }

export interface Server {
  readonly name: string
  readonly state: ServerState
  /** True while a sign-in of this server waits for the person. */
  readonly isSigningIn: boolean
  /** Why it is in this state. Foreign text may be in it. */
  readonly reason?: string
  /** Error code of a failed or denied server: `unauthorized`, `spawn_failed`, `timeout`, … */
  readonly code?: string
  /** What to do about it, in plain sentences. */
  readonly advice?: readonly string[]
  readonly since: Time
  /** The next attempt of a failed server. */
  readonly retryAt?: Time
  readonly transport: 'stdio' | 'http' | 'program'
  /** The command line or the address, without secrets. */
  readonly launch: string
  /** Names of variables or headers that it gets. */
  readonly launchNames: readonly string[]
  readonly cwd?: string
  /** The position of its entry: `mcp.json:12`. */
  readonly source?: string
  /** True: added in the console, gone with it. */
  readonly isAdded: boolean
  readonly revision?: Revision
  /** Chosen for it; undefined: negotiated. */
  readonly chosenRevision?: Revision
  /** The server's words about itself. */
  readonly info?: { readonly name: string; readonly version: string; readonly title?: string; readonly icons?: Json }
  readonly instructions?: string
  readonly capabilities?: JsonObject
  readonly pid?: number
  /** Estimated tokens of a model's context that its tools take. */
  readonly tokens: number
  readonly counts: {
    readonly tools?: number
    readonly prompts?: number
    readonly resources?: number
    readonly templates?: number
    readonly skills?: number
  }
  readonly faults: Faults
}

/** A line that a server wrote to stderr, or a log message. */
export interface ServerLine {
  /** Counts from 1 over all servers. */
  readonly seq: number
  readonly at: Time
  readonly server: string
  readonly from: 'stderr' | 'log'
  /** Of a log message. */
  readonly level?: string
  readonly logger?: string
  /** At most 8 KiB. */
  readonly text: string
}

/** Switches that disturb what passes on a connection. All off: nothing is disturbed. */
export interface Faults {
  /** Each message waits this long, in both directions; 0: off. At most 60,000. */
  readonly delayMs: number
  /** Cuts the connection once `cutAfter` more messages of the server have passed; undefined: off. */
  readonly cutAfter?: number
  /** Each notification of the server and each response arrives twice. */
  readonly duplicate: boolean
  /** Nothing of the server arrives until this is switched off. */
  readonly stall: boolean
  /** HTTP: requests are answered with 401 by the console. */
  readonly unauthorized: boolean
  /** HTTP, legacy: requests with a session are answered with 404, as if the session had expired; switches itself off. */
  readonly expiredSession: boolean
}

/** Which switches make sense for the transport is up to the page: `unauthorized` and `expiredSession` need HTTP. */
export type FaultChange = { readonly [K in keyof Faults]?: Faults[K] | null }
