import type { AuthOptions, Target } from '../../entries/client.js'
import type { Revision } from '../../entries/index.js'
import type { LogLevel } from '../../entries/protocol.js'
import type { ResolvedTarget } from '../target/resolved-target.js'

/** The revisions to use. `auto`: the newest that both sides know. */
export type Protocol = 'auto' | 'legacy' | 'modern' | Revision

export interface RunOptions {
  /** Time limit for each answer. Default: that of the config file, or of the library. */
  readonly timeout?: number | undefined
  /** Default: that of the config file, or `auto`. */
  readonly protocol?: Protocol | undefined
  /** `NAME=value`, added to the server's environment. */
  readonly env: readonly string[]
  /** `Name: value`, sent with every HTTP request. */
  readonly header: readonly string[]
  /** True: a user signs in with a browser where the server requires it. */
  readonly auth?: true | undefined
  /** False: the address is printed instead of opened. */
  readonly browser?: boolean | undefined
  /** The variable with a token. */
  readonly bearerEnv?: string | undefined
  /** The only file to search for names. */
  readonly config?: string | undefined
  /** True: one envelope in a line of JSON, also on a terminal. */
  readonly json?: true | undefined
  /** True: text for people, also into a pipe. */
  readonly text?: true | undefined
  /** False: no colours. */
  readonly color?: boolean | undefined
  /** False: `call` and `prompt` send arguments that do not fit too, and names that are not listed. */
  readonly validateInput?: boolean | undefined
  /** False: `call` does not check the result against the output schema of the tool. */
  readonly validateOutput?: boolean | undefined
  /** The level of log messages to request. */
  readonly logLevel?: LogLevel | undefined
  /** The port of `serve`. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** Names that `serve` and `gateway` are called by, beside those of this machine. */
  readonly allowedHost?: readonly string[] | undefined
  /** The folder of the stores of `serve`. Default: they are in memory. */
  readonly store?: string | undefined
}

/** A parsed command line. `F` are the options of the verb alone. */
export interface Invocation<F = unknown> {
  readonly target: TargetName
  /** The words after the target. */
  readonly words: readonly string[]
  readonly options: RunOptions
  readonly flags?: F
  /** Puts a recorder between client and server. */
  readonly recordTarget?:
    | ((target: ResolvedTarget, auth: AuthOptions | undefined) => Promise<RecordedTarget>)
    | undefined
}

/** A server whose connection is recorded. */
export interface RecordedTarget {
  readonly target: Target
  /** Ends what was started for it. Settles last. */
  close(): Promise<void>
}

/** The target as typed: a command after `--`, or one word. */
export type TargetName =
  | { readonly type: 'command'; readonly command: string; readonly args: readonly string[] }
  | { readonly type: 'word'; readonly word: string }
