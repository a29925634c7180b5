import type { AskInput } from '../../config/expand/config-input-values.js'

/** Where config files are looked for. */
export interface DiscoverConfigsOptions {
  /** The folder that is worked in. Default: that of this process. */
  readonly cwd?: string | undefined
  /** The folder of the user. Default: as `env` says, or the system. */
  readonly home?: string | undefined
  /** What variables stand for. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** As `process.platform` says it, which is the default. */
  readonly platform?: string | undefined
}

/** How config files are read. */
export interface LoadConfigOptions extends DiscoverConfigsOptions {
  /** What `${workspaceFolder}` stands for. Default: `cwd`. */
  readonly workspaceFolder?: string | undefined
  /**
   * Asks a person for a value that an enabled entry needs, before anything of the file was approved: they must see which file
   * asks. Called once for each, one after the other; undefined is no answer, and a rejection ends the loading. Default: what
   * the file suggests is taken, and where it suggests nothing the entry has a problem.
   */
  readonly input?: AskInput | undefined
  /** The servers that are going to be used: for others nobody is asked for a value. Default: all. */
  readonly needed?: readonly string[] | undefined
}
