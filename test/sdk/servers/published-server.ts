import type { JsonObject } from '../../interop/json.js'
import type { Revision } from '../../wire/revisions.js'
import type { Volatile } from '../tour/normalise.js'

/** A server of the npm registry, and how it is taken on a tour. */
export interface PublishedServer {
  readonly name: string
  /** What npm installs. */
  readonly spec: string
  /**
   * The module that starts it, in `node_modules`. In it, in arguments and in variables, `<modules>` is that folder, `<here>` the
   * folder of these tests, and `<everything>` the server with everything, with the official SDK.
   */
  readonly program: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The newest legacy revision of its SDK, as it is published. Default: 2025-11-25. */
  readonly revision?: Revision
  /** Files of the folder where it works, by their paths. `<work>` in arguments, variables and calls is that folder. */
  readonly files?: Readonly<Record<string, string>>
  /** How it serves over HTTP. */
  readonly http?: readonly HttpStart[]
  /** See `TourOptions`. */
  readonly calls?: Readonly<Record<string, readonly JsonObject[]>>
  /** What differs between two runs of the same server. */
  readonly volatile?: Volatile
  /** Over stdio: why a client of 2026-07-28 is not answered, where it is not. */
  readonly refuses?: string
  /** Differences that are known, each with its reason. */
  readonly differences?: readonly KnownDifference[]
}

export interface HttpStart {
  readonly transport: 'http' | 'sse'
  readonly program?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly path: string
  /** The line of the program that refuses a request of 2026-07-28, where one does. */
  readonly refuses?: string
}

export interface KnownDifference {
  /** The name of the step, or `greeting`, `pushed` or `errors`. */
  readonly step: RegExp
  readonly reason: string
  /** True: only how often it was said may differ. Default: false. */
  readonly isRepeated?: true
}
