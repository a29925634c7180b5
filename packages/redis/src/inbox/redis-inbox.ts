import type { JsonValue } from 'omniport/protocol'
import type { Inbox } from 'omniport/store'
import { Script, type ScriptRunner } from '../commands/script-runner.js'
import { StoreUnavailable } from '../commands/store-unavailable.js'
import { type Keys, shardOf } from '../shards/keys.js'
import type { Shards } from '../shards/shards.js'
import type { SweepReply } from '../shards/sweep.js'
import { toJsonText } from '../values/json-text.js'
import { randomName } from '../values/random-name.js'

export interface InboxServices {
  readonly scripts: ScriptRunner
  readonly shards: Shards
  readonly keys: Keys
  /** PUBLISH, or SPUBLISH in a cluster. */
  readonly publish: string
}

/**
 * A slot is a string: `v`, the nonce of its writer and the value; when it is taken `c`, the nonce, the token of the taker and the
 * value, so that a taker who got no reply may ask again; `t` and the nonce once the taker has confirmed it.
 */
const putScript = new Script(`
local slot = redis.call('GET', KEYS[1])
if slot then
  return string.sub(slot, 2, 17) == ARGV[1] and 1 or 0
end
redis.call('SET', KEYS[1], 'v' .. ARGV[1] .. ARGV[2], 'PX', ARGV[3])
redis.call(ARGV[4], ARGV[5], 'i- ' .. ARGV[6])
return 1
`)

const takeScript = new Script(`
local slot = redis.call('GET', KEYS[1])
if not slot then return false end
local state, nonce = string.sub(slot, 1, 1), string.sub(slot, 2, 17)
if state == 'v' then
  local value = string.sub(slot, 18)
  redis.call('SET', KEYS[1], 'c' .. nonce .. ARGV[1] .. value, 'KEEPTTL')
  return value
end
if state == 'c' and string.sub(slot, 18, 33) == ARGV[1] then return string.sub(slot, 34) end
return false
`)

const confirmScript = new Script(`
local slot = redis.call('GET', KEYS[1])
if slot and string.sub(slot, 1, 1) == 'c' and string.sub(slot, 18, 33) == ARGV[1] then
  redis.call('SET', KEYS[1], 't' .. string.sub(slot, 2, 17), 'KEEPTTL')
end
return 1
`)

const releaseScript = new Script(`
local slot = redis.call('GET', KEYS[1])
if slot and string.sub(slot, 1, 1) == 'c' and string.sub(slot, 18, 33) == ARGV[1] then
  redis.call('SET', KEYS[1], 'v' .. string.sub(slot, 2, 17) .. string.sub(slot, 34), 'KEEPTTL')
  redis.call(ARGV[2], ARGV[3], 'i- ' .. ARGV[4])
end
return 1
`)

/** An inbox in Redis. */
export class RedisInbox implements Inbox {
  readonly #services: InboxServices

  constructor(services: InboxServices) {
    this.#services = services
  }

  async put(id: string, value: JsonValue, ttlMs: number): Promise<boolean> {
    const text = toJsonText('inbox: a value', value)
    const { publish, keys, shards } = this.#services
    const shard = shardOf(id)
    const args = [randomName(16), text, ttlMs, publish, keys.channel(shard), id]
    const isNew = (await this.#run(putScript, id, args)) === 1
    if (isNew) shards.hint(shard, { kind: 'i', id, detail: '-' })
    return isNew
  }

  async take(id: string, signal: AbortSignal): Promise<JsonValue> {
    signal.throwIfAborted()
    const token = randomName(16)
    const slot = new WaitingSlot(id, this.#services.keys.of('i', id))
    const unwatch = this.#services.shards.watch(shardOf(id), slot)
    const stop = () => slot.wake()
    signal.addEventListener('abort', stop)
    try {
      for (;;) {
        const text = await this.#claim(slot, token, signal)
        if (typeof text === 'string') return JSON.parse(text)
        await slot.changed(signal)
      }
    } finally {
      signal.removeEventListener('abort', stop)
      unwatch()
    }
  }

  /** Rejects at once when the signal aborts; a value that comes after that is given back. */
  async #claim(slot: WaitingSlot, token: string, signal: AbortSignal): Promise<unknown> {
    const { id } = slot
    const claimed = this.#run(takeScript, id, [token])
    const aborted = abortOf(signal)
    try {
      const text = await Promise.race([claimed, aborted.promise])
      slot.mayBeClaimed = false
      if (text !== null) this.#settle(confirmScript, id, [token])
      return text
    } catch (error) {
      const { publish, keys } = this.#services
      if (signal.aborted) {
        const release = () => this.#settle(releaseScript, id, [token, publish, keys.channel(shardOf(id)), id])
        claimed.then(release, release)
        throw signal.reason
      }
      // The claim is asked for again when Redis is back: it may have been granted.
      if (!(error instanceof StoreUnavailable)) throw error
      slot.mayBeClaimed = true
      await this.#services.scripts.commands.whenBack(shardOf(id), aborted.promise)
      return null
    } finally {
      aborted.stop()
    }
  }

  #run(script: Script, id: string, args: readonly (string | number)[]): Promise<unknown> {
    const { scripts, keys } = this.#services
    return scripts.run(script, { shard: shardOf(id), keys: [keys.of('i', id)], args })
  }

  /** Nobody waits for it: without it the slot ends in its time. */
  #settle(script: Script, id: string, args: readonly string[]): void {
    this.#run(script, id, args).catch(() => {})
  }
}

/** Wakes a taker when there may be a value. */
class WaitingSlot {
  readonly kind = 'i'
  readonly id: string
  readonly key: string
  /** True: the last claim has no reply, so the value may be claimed for this taker. */
  mayBeClaimed = false
  #hasChanged = false
  #wake: () => void = () => {}

  constructor(id: string, key: string) {
    this.id = id
    this.key = key
  }

  onHint(): void {
    this.wake()
  }

  onSweep({ fields: [state] }: SweepReply): void {
    if (state === 'v' || (state === 'c' && this.mayBeClaimed)) this.wake()
  }

  wake(): void {
    this.#hasChanged = true
    this.#wake()
  }

  /** Rejects with the reason of the signal. */
  async changed(signal: AbortSignal): Promise<void> {
    if (!this.#hasChanged && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    signal.throwIfAborted()
    this.#hasChanged = false
  }
}

function abortOf(signal: AbortSignal): { readonly promise: Promise<never>; readonly stop: () => void } {
  let stop = () => {}
  const promise = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
    stop = () => signal.removeEventListener('abort', onAbort)
  })
  promise.catch(() => {})
  return { promise, stop }
}
