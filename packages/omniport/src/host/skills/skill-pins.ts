import { KeyedMutex } from '../../async/waiting/keyed-mutex.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { truncate } from '../../values/text/truncate.js'
import type { LockStore, Pin } from '../pins/pin.js'

/** The pinned version of each skill, by server and URI: the last one that was allowed. Methods reject as the store does. */
export class SkillPins {
  readonly #store: Omit<LockStore, 'skills'>
  readonly #mutex = new KeyedMutex()

  constructor(store: Omit<LockStore, 'skills'>) {
    this.#store = store
  }

  /** The pins of a server by URI. */
  async of(server: string): Promise<ReadonlyMap<string, Pin>> {
    return (await this.#store.read()).get(server) ?? new Map()
  }

  /** Rejects with OmniportError `limit` if the server has too many pins. */
  async pin(server: string, uri: string, definition: string): Promise<void> {
    if ((await this.of(server)).get(uri)?.definition === definition) return
    await this.#mutex.run(server, undefined, () =>
      this.#exclusively(async () => {
        const pins = new Map(await this.of(server)).set(uri, { definition })
        if (pins.size > maxPinnedSkills) {
          const message = `"${truncate(server)}" has had more than ${maxPinnedSkills} skills, the most that can be pinned`
          throw new OmniportError('limit', message)
        }
        await this.#store.write(server, pins)
      }),
    )
  }

  #exclusively<T>(fn: () => Promise<T>): Promise<T> {
    return this.#store.exclusive === undefined ? fn() : this.#store.exclusive(fn)
  }
}

/** Limit per server. */
const maxPinnedSkills = 1_000
