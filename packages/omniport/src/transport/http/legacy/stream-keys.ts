import { randomId } from '../../../protocol/random-id.js'
import type { Runtime } from '../../../protocol/runtime.js'

/** How many keys have one beginning: four hexadecimal digits of them. */
const keysPerPrefix = 0x10000

/**
 * Names for the streams of one session: 16 hexadecimal digits. The first twelve are random, so that two nodes which serve one
 * session never give the same; the rest counts. Nobody needs to be kept from guessing them: they mean nothing elsewhere.
 */
export class StreamKeys {
  readonly #runtime: Runtime
  #prefix = ''
  #issued = 0

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  next(): string {
    const count = this.#issued++ % keysPerPrefix
    if (count === 0) this.#prefix = randomId(this.#runtime, 6)
    return this.#prefix + count.toString(16).padStart(4, '0')
  }
}
