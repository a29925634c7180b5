import type { ConsoleEvent, Notice } from '../contract.js'

/** What the person is told that belongs to no call: the last 100. */
export class Notices {
  readonly #publish: (event: ConsoleEvent) => void
  readonly #notices = new Map<string, Notice>()
  #count = 0

  constructor(publish: (event: ConsoleEvent) => void) {
    this.#publish = publish
  }

  get all(): readonly Notice[] {
    return [...this.#notices.values()]
  }

  add(tone: Notice['tone'], text: string, server?: string): void {
    this.#count += 1
    const id = `n${this.#count}`
    const shown = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
    const notice = { id, at: Date.now(), tone, text: shown, ...(server !== undefined && { server }) }
    this.#notices.set(id, notice)
    if (this.#notices.size > maxNotices) this.#notices.delete(this.#notices.keys().next().value ?? '')
    this.#publish({ type: 'notice', notice })
  }

  dismiss(id: string): void {
    this.#notices.delete(id)
  }
}

const maxNotices = 100
const maxCharacters = 4_000
