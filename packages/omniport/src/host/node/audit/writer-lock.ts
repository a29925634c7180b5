import type { Clock } from '../../../async/runtime/clock.js'
import { withFileLock } from '../../../node/file-lock.js'
import { lockFolder } from '../../../node/lock-folder.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'

/** The turn of one process to write an audit log, which it keeps until it releases it. Whoever creates it does that. */
export class WriterLock {
  readonly #path: string
  readonly #clock: Clock
  #acquired: Promise<Release> | undefined
  /** Of the next attempt. */
  #waitMs = lockWaitMs
  /** Of the last look. */
  #refusal: { readonly reason: OmniportError; readonly until: number } | undefined

  constructor(path: string, clock: Clock) {
    this.#path = path
    this.#clock = clock
  }

  /**
   * Runs `work` once nobody else writes the file. Rejects with OmniportError `limit` after 5 s in which somebody did; from then on
   * it only looks, and for a moment after that not even so: what waits behind one refusal does not wait for others as well.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#refusal !== undefined && this.#clock.now() < this.#refusal.until) throw this.#refusal.reason
    this.#acquired ??= this.#acquire().catch((reason: unknown) => {
      // Whoever comes later may try again.
      this.#acquired = undefined
      throw reason
    })
    await this.#acquired
    return work()
  }

  /** Lets others write it after `last`, which runs when it is known whether this one may, and all that waited for that has begun. */
  async release(last: () => Promise<void>): Promise<void> {
    const release = await this.#acquired?.catch(() => undefined)
    await last()
    await release?.()
  }

  #acquire(): Promise<Release> {
    const giveUp = new AbortController()
    const stop = this.#clock.after(this.#waitMs, () => giveUp.abort(this.#refuse()))
    return new Promise<Release>((resolve, reject) => {
      const hold = () =>
        new Promise<void>((release) => {
          resolve(async () => {
            release()
            await holding
          })
        })
      const holding = withFileLock(lockFolder(this.#path, 'writer'), hold, { signal: giveUp.signal })
      holding.catch(reject)
    }).finally(stop)
  }

  #refuse(): OmniportError {
    const message = `another process, or another host, writes the audit log ${this.#path}`
    const reason = new OmniportError('limit', message)
    if (this.#waitMs === lookMs) this.#refusal = { reason, until: this.#clock.now() + holdsMs }
    this.#waitMs = lookMs
    return reason
  }
}

type Release = () => Promise<void>

/** How long somebody who ends soon is waited for. */
const lockWaitMs = 5_000

/** How long a look may take: nobody ends because of it. */
const lookMs = 250

/** How long what a look showed holds for all who come. */
const holdsMs = 50
