import type { ServerSettings } from '../servers/settings/server-settings.js'

/**
 * The servers of config files, to spread into the options of a host: `createHost({ ...config, policy })`. A spread leaves
 * `files` out.
 */
export interface Config {
  /** By name, in the order of the files. An entry that is wrong has a `problem`, and the others work. No prototype: any name can be looked up. */
  readonly servers: Readonly<Record<string, ServerSettings>>
  /** The files that were found, as absolute paths, in the order in which they count. */
  readonly files: readonly string[]
  /** The files among them that could not be read. One that was asked for by its path is an error instead. */
  readonly problems: readonly ConfigProblem[]
}

/** A config file that could not be read. */
export interface ConfigProblem {
  /** The absolute path. */
  readonly file: string
  /** For people: the file, the line and what is wrong: `.mcp.json:3: not JSON: colon expected`. No value of the file is repeated. */
  readonly message: string
}
