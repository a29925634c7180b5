/** Counts the responses that are being sent to one server. While there are too many, its streams are not read. */
export class AnswersUnderWay {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #count = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get isFull(): boolean {
    return this.#count >= this.#limit
  }

  /** Counts a response until `sending` settles, and settles as that does. */
  async track(sending: Promise<void>): Promise<void> {
    this.#count += 1
    try {
      await sending
    } finally {
      this.#count -= 1
      if (!this.isFull) for (const resume of this.#waiting.splice(0)) resume()
    }
  }

  /** Resolves when another response may be sent. */
  async capacity(): Promise<void> {
    while (this.isFull) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
