import type { Option } from 'commander'
import type { Io } from '../process/io.js'
import type { RunOptions } from './invocation.js'

/** A verb of the command. `F` are the values of its own `options`. */
export interface Verb<F = unknown> {
  readonly name: string
  /** One line for the page of all verbs. */
  readonly description: string
  /** The words after its name, as its page shows them. */
  readonly usage: string
  /** Lines that use it, for its page: what comes after `omniport`. */
  readonly examples: readonly string[]
  /** Options that only this verb has. */
  readonly options?: readonly Option[] | undefined
  /** The options of all verbs that mean something to it; the others are refused. */
  readonly shared: readonly SharedOption[]
  /** What to do in place of an option that is refused. One that all verbs have is refused where it stands here. */
  readonly instead?: Readonly<Partial<Record<keyof RunOptions, string>>> | undefined
  /** Imports the code of the verb and runs it. Resolves with the exit code; rejects with what `toFailure` converts. */
  run(line: VerbLine<F>, io: Io): Promise<number>
}

/** A command line after its verb. */
export interface VerbLine<F = unknown> {
  readonly words: readonly string[]
  /** The words after `--`. */
  readonly command: readonly string[] | undefined
  readonly options: RunOptions
  readonly flags: F
}

/** The names of `RunOptions` but for those that every verb has. */
export type SharedOption = Exclude<keyof RunOptions, (typeof optionsOfAll)[number]>

/** The options of how output looks. */
export const optionsOfAll = ['json', 'text', 'color'] as const satisfies readonly (keyof RunOptions)[]

/** The options of verbs that reach a server. */
export const reachOptions: readonly SharedOption[] = [
  'timeout',
  'protocol',
  'env',
  'header',
  'auth',
  'browser',
  'bearerEnv',
  'config',
]

/** The options of verbs that use a server as a client does. */
export const clientOptions: readonly SharedOption[] = [...reachOptions, 'logLevel']
