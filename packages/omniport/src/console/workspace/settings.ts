import type { ConsoleEvent, Settings, SettingsChange } from '../contract.js'

/** The settings of the console, until it ends. */
export class ConsoleSettings {
  readonly #publish: (event: ConsoleEvent) => void
  #settings: Settings

  constructor(settings: Settings, publish: (event: ConsoleEvent) => void) {
    this.#settings = settings
    this.#publish = publish
  }

  get current(): Settings {
    return this.#settings
  }

  /** `logLevel` null: that of the servers. */
  change({ logLevel, ...rest }: SettingsChange): Settings {
    const { logLevel: before, ...others } = this.#settings
    const level = logLevel === undefined ? before : (logLevel ?? undefined)
    this.#settings = { ...others, ...rest, ...(level !== undefined && { logLevel: level }) }
    this.#publish({ type: 'settings', settings: this.#settings })
    return this.#settings
  }
}
