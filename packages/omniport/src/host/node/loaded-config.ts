import type { Config, ConfigProblem } from '../config/config.js'
import type { ServerSettings } from '../server-settings.js'

/** A config, with what a spread leaves out as getters. */
export class LoadedConfig implements Config {
  readonly servers: Config['servers']
  readonly #files: readonly string[]
  readonly #problems: readonly ConfigProblem[]

  constructor(servers: Readonly<Record<string, ServerSettings>>, found: Pick<Config, 'files' | 'problems'>) {
    this.servers = servers
    this.#files = found.files
    this.#problems = found.problems
  }

  get files(): readonly string[] {
    return this.#files
  }

  get problems(): readonly ConfigProblem[] {
    return this.#problems
  }
}
