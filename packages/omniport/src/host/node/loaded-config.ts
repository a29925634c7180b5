import type { Config, ConfigProblem } from '../config/config.js'
import type { ServerSettings } from '../server-settings.js'

/** A config, with what a spread leaves out as a getter. */
export class LoadedConfig implements Config {
  readonly servers: Config['servers']
  readonly problems: readonly ConfigProblem[]
  readonly #files: readonly string[]

  constructor(servers: Readonly<Record<string, ServerSettings>>, found: Pick<Config, 'files' | 'problems'>) {
    this.servers = servers
    this.problems = found.problems
    this.#files = found.files
  }

  get files(): readonly string[] {
    return this.#files
  }
}
