/** Bounds on what a view sends. */
export interface MessageLimits {
  /** Characters of all texts in a message, names of members included. */
  readonly messageCharacters: number
  /** Values in a message, nested ones included. */
  readonly messageValues: number
  /** Nesting of a message. */
  readonly messageDepth: number
  /** Messages in a second, over time; as many as `messageBurst` may come at once. */
  readonly messagesPerSecond: number
  readonly messageBurst: number
}

/**
 * Tells if a posted value is JSON within the limits. Other things that windows can post, such as files, maps and cycles, are
 * not. The work is bounded by the limits.
 *
 * The page of the sandbox holds the text of this function, so it may use nothing from outside.
 */
export function fitsLimits(message: unknown, limits: MessageLimits): boolean {
  let characters = 0
  let values = 0
  const isText = (text: string) => {
    characters += text.length
    return characters <= limits.messageCharacters
  }
  const fits = (value: unknown, depth: number): boolean => {
    values += 1
    if (values > limits.messageValues || depth > limits.messageDepth) return false
    if (typeof value === 'string') return isText(value)
    if (typeof value === 'number' || typeof value === 'boolean' || value === undefined || value === null) return true
    if (typeof value !== 'object') return false
    if (Array.isArray(value)) {
      return value.length <= limits.messageValues && value.every((item) => fits(item, depth + 1))
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return false
    return Object.entries(value).every(([name, member]) => isText(name) && fits(member, depth + 1))
  }
  return fits(message, 1)
}

/**
 * Creates a function that is called for each message, at a time in milliseconds, and tells if the rate is kept.
 *
 * The page of the sandbox holds the text of this function, so it may use nothing from outside.
 */
export function createRateCheck({
  messagesPerSecond,
  messageBurst,
}: Pick<MessageLimits, 'messagesPerSecond' | 'messageBurst'>): (now: number) => boolean {
  let left = messageBurst
  let last = 0
  return (now) => {
    left = Math.min(messageBurst, left + ((now - last) / 1000) * messagesPerSecond)
    last = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
