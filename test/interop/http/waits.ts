/** What makes one call wait for another, so that nothing depends on time: each under a key of its caller. */
export class Waits {
  readonly #started = new Signals()
  readonly #cancelled = new Signals()
  readonly #heard = new Signals()

  /** Waits until `signal` aborts. */
  wait(key: string, signal: AbortSignal): Promise<string> {
    this.#started.give(key)
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        this.#cancelled.give(key)
        resolve('too late')
      })
    })
  }

  /** Settles once the call waits. */
  async started(key: string): Promise<string> {
    await this.#started.given(key)
    return 'started'
  }

  /** Settles once the call was cancelled. */
  async cancelled(key: string): Promise<string> {
    await this.#cancelled.given(key)
    return 'cancelled'
  }

  /** Settles once `heard` was called. */
  async counted(key: string, to: number): Promise<string> {
    await this.#heard.given(key)
    return `counted to ${to}`
  }

  heard(key: string): string {
    this.#heard.give(key)
    return 'heard'
  }
}

/** What is given once, to whoever asks before or after. */
class Signals {
  readonly #byKey = new Map<string, { readonly given: Promise<void>; readonly give: () => void }>()

  given(key: string): Promise<void> {
    return this.#at(key).given
  }

  give(key: string): void {
    this.#at(key).give()
  }

  #at(key: string): { readonly given: Promise<void>; readonly give: () => void } {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    let give = () => {}
    const given = new Promise<void>((resolve) => {
      give = resolve
    })
    this.#byKey.set(key, { given, give })
    return { given, give }
  }
}
