import type { AskInput } from '../../config/expand/config-input-values.js'

/** The environment in which config files are searched. */
export interface ConfigSearchOptions {
  /** The working folder. Default: that of this process. */
  readonly cwd?: string | undefined
  /** The user's home folder. Default: that of `env`, or of the system. */
  readonly home?: string | undefined
  /** The variables of the environment. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Default: `process.platform`. */
  readonly platform?: string | undefined
}

/** Options for listing config files. */
export interface DiscoverConfigsOptions extends ConfigSearchOptions {
  /** True: also lists the files that do not exist, for a program that creates one. Default: false. */
  readonly includeMissing?: boolean | undefined
}

/** Options for reading config files. */
export interface LoadConfigOptions extends ConfigSearchOptions {
  /** The value of `${workspaceFolder}`. Default: `cwd`. */
  readonly workspaceFolder?: string | undefined
  /**
   * Asks a person for an input that an enabled entry needs. They must see which file asks, because nothing in it is approved
   * yet. Called once per input, one at a time; undefined means no answer, and a rejection ends the loading. Default: the
   * file's own default, or a `problem` of the entry if there is none.
   */
  readonly input?: AskInput | undefined
  /** The servers that will be used; inputs of others are not requested. Default: all. */
  readonly needed?: readonly string[] | undefined
}
