import type { Tone } from '../screen/prompts.js'
import type { SharedScreen } from '../screen/shared-screen.js'

/** Shows notifications as soon as the screen is free, several at once. */
export class Notifications {
  readonly #screen: SharedScreen
  readonly #queue: PendingNotification[] = []
  #dropped = 0
  #isFlushing = false

  constructor(screen: SharedScreen) {
    this.#screen = screen
  }

  add(tone: Tone, text: string): void {
    if (this.#queue.length >= mostWaiting) this.#dropped++
    else this.#queue.push({ tone, text })
    if (this.#isFlushing) return
    this.#isFlushing = true
    // It rejects only when the session ends.
    this.#flush().catch(() => {})
  }

  async #flush(): Promise<void> {
    await this.#screen.interrupt(async (prompts) => {
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
        await prompts.print(next.tone, next.text)
      }
      if (this.#dropped > 0) await prompts.print('warning', `… and ${this.#dropped} more that could not be shown`)
      this.#dropped = 0
      this.#isFlushing = false
    })
  }
}

interface PendingNotification {
  readonly tone: Tone
  readonly text: string
}

const mostWaiting = 20
