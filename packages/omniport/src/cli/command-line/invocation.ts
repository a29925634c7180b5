import type { Revision } from '../../entries/index.js'
import type { LogLevel } from '../../entries/protocol.js'

/** Which revisions to speak. `auto` is the newest that both sides know. */
export type Protocol = 'auto' | 'legacy' | 'modern' | Revision

/** The options that every verb has. */
export interface RunOptions {
  /** For each answer. Default: what a config file says, else that of the library. */
  readonly timeout?: number | undefined
  /** Default: what a config file says, else `auto`. */
  readonly protocol?: Protocol | undefined
  /** `NAME=value`, added to the environment of the server. */
  readonly env: readonly string[]
  /** `Name: value`, sent with every HTTP request. */
  readonly header: readonly string[]
  /** Get a token where the server asks for one, with a person at a browser. */
  readonly auth?: true | undefined
  /** False: the address to open is printed instead. */
  readonly browser?: boolean | undefined
  /** The variable that holds a token. */
  readonly bearerEnv?: string | undefined
  /** The only file to look names up in. */
  readonly config?: string | undefined
  /** One line of JSON also for people. */
  readonly json?: true | undefined
  /** The log messages to ask the server for. */
  readonly logLevel?: LogLevel | undefined
  /** Where `serve` listens. */
  readonly port?: number | undefined
  readonly host?: string | undefined
}

/** A command line, understood as far as it can be without the server. */
export interface Invocation {
  readonly target: TargetName
  /** What the verb is about, without the target. */
  readonly words: readonly string[]
  readonly options: RunOptions
}

/** What to connect to, as it was typed: a command after `--`, or one word that stands for a server. */
export type TargetName =
  | { readonly type: 'command'; readonly command: string; readonly args: readonly string[] }
  | { readonly type: 'word'; readonly word: string }
