import type { Clock } from '../../../async/runtime/clock.js'
import { holdFileLock, type ReleaseFileLock } from '../../../node/hold-file-lock.js'
import { lockFolder } from '../../../node/lock-folder.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'

/** The exclusive right of one process to write an audit log, held until the creator releases it. */
export class WriterLock {
  readonly #path: string
  readonly #clock: Clock
  #acquired: Promise<ReleaseFileLock> | undefined
  /** The time limit of the next attempt. */
  #waitMs = lockWaitMs
  /** The latest refusal, and how long it is repeated without a new attempt. */
  #refusal: { readonly reason: OmniportError; readonly until: number } | undefined

  constructor(path: string, clock: Clock) {
    this.#path = path
    this.#clock = clock
  }

  /**
   * Runs `work` once this process holds the lock. Rejects with OmniportError `limit` if another one keeps it for 5 s. Later
   * attempts are short, and a refusal is repeated for a moment, so that queued records do not each wait.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#refusal !== undefined && this.#clock.now() < this.#refusal.until) throw this.#refusal.reason
    this.#acquired ??= this.#acquire().catch((reason: unknown) => {
      // Later calls try again.
      this.#acquired = undefined
      throw reason
    })
    await this.#acquired
    return work()
  }

  /** Runs `last` after the pending attempt to acquire the lock, then releases it. */
  async release(last: () => Promise<void>): Promise<void> {
    const release = await this.#acquired?.catch(() => undefined)
    await last()
    await release?.()
  }

  #acquire(): Promise<ReleaseFileLock> {
    const options = { clock: this.#clock, waitMs: this.#waitMs, refuse: () => this.#refuse() }
    return holdFileLock(lockFolder(this.#path, 'writer'), options)
  }

  #refuse(): OmniportError {
    const message = `the audit log ${this.#path} is in use by another process or host: use another path`
    const reason = new OmniportError('limit', message)
    if (this.#waitMs === lookMs) this.#refusal = { reason, until: this.#clock.now() + holdsMs }
    this.#waitMs = lookMs
    return reason
  }
}

/** The time limit of the first attempt: the other process may be about to end. */
const lockWaitMs = 5_000

const lookMs = 250

/** A refusal is repeated without a new attempt for this long. */
const holdsMs = 50
