import type { Tone } from './screen/prompts.js'
import type { SharedScreen } from './screen/shared-screen.js'

/** What happened meanwhile, told as soon as the screen is free for it: several at once, where there are several. */
export class Notices {
  readonly #screen: SharedScreen
  readonly #waiting: Notice[] = []
  #leftOut = 0
  #isTelling = false

  constructor(screen: SharedScreen) {
    this.#screen = screen
  }

  add(tone: Tone, text: string): void {
    if (this.#waiting.length >= mostWaiting) this.#leftOut++
    else this.#waiting.push({ tone, text })
    if (this.#isTelling) return
    this.#isTelling = true
    // What rejects is a session that ends: there is nobody to tell any more.
    this.#tell().catch(() => {})
  }

  async #tell(): Promise<void> {
    await this.#screen.interrupt(async (prompts) => {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        await prompts.print(next.tone, next.text)
      }
      if (this.#leftOut > 0) await prompts.print('warning', `… and ${this.#leftOut} more that could not be shown`)
      this.#leftOut = 0
      this.#isTelling = false
    })
  }
}

interface Notice {
  readonly tone: Tone
  readonly text: string
}

const mostWaiting = 20
