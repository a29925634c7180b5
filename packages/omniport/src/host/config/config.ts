import type { ServerSettings } from '../servers/settings/server-settings.js'

/**
 * The servers of config files. Spread it into the options of a host: `createHost({ ...config, policy })`; the spread leaves
 * `files` out.
 */
export interface Config {
  /**
   * Servers by name, in the order of the files. An invalid entry has a `problem`; the others work. The object has no
   * prototype, so any name can be looked up.
   */
  readonly servers: Readonly<Record<string, ServerSettings>>
  /** Absolute paths of the files found, in order of precedence. */
  readonly files: readonly string[]
  /** Those of `files` that could not be read. A file given by path throws instead. */
  readonly problems: readonly ConfigProblem[]
}

/** A config file that could not be read. */
export interface ConfigProblem {
  /** An absolute path. */
  readonly file: string
  /** The file, the line and what is wrong, without values: `.mcp.json:3: not JSON: colon expected`. */
  readonly message: string
}
