/** A message by the count of messages that Redis had with it, and its sender and number. */
export interface MessageHead {
  readonly count: number
  readonly id: string
}

/**
 * Finds out that messages were lost. Redis counts all messages of the bus, and each sender its own, so that what is missing shows with the
 * next one, or when the count in Redis is read. A count that goes back is that of a Redis that has lost some.
 */
export class MessageCounts {
  #last: MessageHead | undefined
  /** The head that was read when messages up to it were on their way. */
  #due: MessageHead | undefined
  /** The number of the last message of each sender. */
  readonly #numbers = new Map<string, number>()

  /** The last message that came. Undefined while nothing is known. */
  get last(): MessageHead | undefined {
    return this.#last
  }

  /** Takes a message that came. Returns true if others before it are missing. */
  received(head: MessageHead): boolean {
    const isNext = this.#last === undefined || head.count === this.#last.count + 1
    this.#last = head
    return !isNext
  }

  /**
   * Takes the number that a sender gave a message. `old`: it came before, or others have overtaken it. `gap`: others are missing before it.
   */
  numbered(sender: string, number: number): 'next' | 'gap' | 'old' {
    const last = this.#numbers.get(sender)
    if (last !== undefined && number <= last) return 'old'
    this.#numbers.delete(sender)
    this.#numbers.set(sender, number)
    if (this.#numbers.size > maxSenders) this.#numbers.delete(this.#numbers.keys().next().value ?? '')
    return last === undefined || number === last + 1 ? 'next' : 'gap'
  }

  /** Takes the head that Redis had. `before` is `last` when it was asked for. Returns true if messages are missing. */
  read(head: MessageHead, before: MessageHead | undefined): boolean {
    const due = this.#due
    this.#due = undefined
    if (before === undefined || this.#last === undefined) {
      this.#last ??= head
      return false
    }
    const isBehind = head.count < before.count || (head.count === before.count && head.id !== before.id)
    const isReset = isBehind && this.#last === before
    // Those that were on their way a while ago have had the time to come.
    const isMissing = due !== undefined && this.#last.count < due.count
    if (isReset) this.#last = head
    else if (isMissing) this.#last = due
    if (head.count > this.#last.count) this.#due = head
    return isReset || isMissing
  }
}

/** Senders whose last number is remembered. */
const maxSenders = 10_000
