/** Keys are spread over this many shards, each of which is in one slot of a cluster. */
const shardCount = 256

/**
 * Names keys and channels. A key has the tag of its shard, by which a cluster finds its slot, so that one script may use several
 * keys of one shard.
 */
export class Keys {
  readonly #prefix: string

  /** @throws TypeError if the prefix has a brace, which begins a tag, or is empty. */
  constructor(prefix: string) {
    if (prefix === '' || /[{}\s]/.test(prefix)) {
      throw new TypeError(`prefix: expected a name without braces and spaces, got ${JSON.stringify(prefix)}`)
    }
    this.#prefix = prefix
  }

  /** The key of an id. Different kinds have different keys. */
  of(kind: string, id: string): string {
    return this.inShard(shardOf(id), kind, id)
  }

  /** A key in the shard of another id. */
  inShard(shard: number, kind: string, id: string): string {
    return `${this.channel(shard)}:${kind}:${toKeyText(id)}`
  }

  /** The channel of a shard. */
  channel(shard: number): string {
    return `${this.#prefix}:{${shard.toString(16).padStart(2, '0')}}`
  }
}

/** The shard of an id: the FNV-1a hash of its characters. */
export function shardOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (shardCount - 1)
}

/** Half of a surrogate pair has no UTF-8, and would be the same as any other half. */
const needsEscape = /[\\\p{Cs}]/u

/** An id as text that UTF-8 can carry; different ids are different. */
export function toKeyText(id: string): string {
  return needsEscape.test(id) ? JSON.stringify(id).slice(1, -1) : id
}

export function fromKeyText(text: string): string {
  return text.includes('\\') ? JSON.parse(`"${text}"`) : text
}
