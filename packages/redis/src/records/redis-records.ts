import type { JsonValue } from 'omniport/protocol'
import type { Lease, Sessions, Versioned } from 'omniport/store'
import { Script, type ScriptRunner, timeLua } from '../commands/script-runner.js'
import { fromKeyText, type Keys, shardOf, toKeyText } from '../shards/keys.js'
import { toJsonText } from '../values/json-text.js'

/**
 * A record is a hash: `v` its value, `n` its version, `o` its owner (tasks), `i` the time until which the owner's list is kept, and of
 * its lease `l` the node, `f` the fence and `u` the time until which it is valid.
 *
 * Versions are random, chosen by who writes: a version that was lost in a failover is never given to another value, and who got no
 * reply finds its own version there.
 */
const createScript = new Script(`
${timeLua}
local version = redis.call('HGET', KEYS[1], 'n')
if version then return version == ARGV[1] and 1 or 0 end
redis.call('HSET', KEYS[1], 'n', ARGV[1], 'v', ARGV[2])
if ARGV[4] ~= '' then redis.call('HSET', KEYS[1], 'o', string.sub(ARGV[4], 2), 'i', now + 2 * ARGV[3]) end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`)

/** Replies with 1, and with the owner if its list must be kept longer. */
const replaceScript = new Script(`
${timeLua}
local fields = redis.call('HMGET', KEYS[1], 'n', 'o', 'i')
local version, owner, listed = fields[1], fields[2], tonumber(fields[3])
if not version or (version ~= ARGV[1] and version ~= ARGV[2]) then return {0} end
redis.call('HSET', KEYS[1], 'n', ARGV[2], 'v', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
if not owner or now + ARGV[4] <= listed then return {1} end
redis.call('HSET', KEYS[1], 'i', now + 2 * ARGV[4])
return {1, owner}
`)

const getScript = new Script(`return redis.call('HMGET', KEYS[1], 'v', 'n')`)

/** The version that is deleted is remembered for a moment, for a reply that was lost. */
const deleteScript = new Script(`
if redis.call('DEL', KEYS[1]) == 1 then
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
  return 1
end
return redis.call('GET', KEYS[2]) == ARGV[1] and 1 or 0
`)

/**
 * The fence is the time of Redis with twelve random bits, and more than the last one of the shard: it grows, and a fence that was
 * lost in a failover is not given to another lease.
 */
const leaseScript = new Script(`
${timeLua}
local fields = redis.call('HMGET', KEYS[1], 'n', 'l', 'f', 'u')
local version, node, fence, valid = fields[1], fields[2], fields[3], tonumber(fields[4])
if not version then return false end
if valid and valid > now then
  if node ~= ARGV[1] then return false end
else
  local last = tonumber(redis.call('GET', KEYS[2]) or '0')
  fence = string.format('%.0f', math.max(now * 4096 + ARGV[3], last + 1))
  redis.call('SET', KEYS[2], fence)
end
local till = string.format('%.0f', now + ARGV[2])
redis.call('HSET', KEYS[1], 'l', ARGV[1], 'f', fence, 'u', till)
return {fence, till}
`)

/** The time in which a deletion may be asked for again. */
const rememberMs = 30_000

/** Records in Redis: the sessions of a service. */
export class RedisRecords implements Sessions {
  protected readonly scripts: ScriptRunner
  protected readonly keys: Keys
  readonly #kind: string

  /** @param kind names the records among those in Redis: one character. */
  constructor(scripts: ScriptRunner, keys: Keys, kind: string) {
    this.scripts = scripts
    this.keys = keys
    this.#kind = kind
  }

  async create(id: string, value: JsonValue, ttlMs: number): Promise<boolean> {
    return this.createOwned(id, value, { ttlMs, owner: undefined })
  }

  async get(id: string): Promise<Versioned | undefined> {
    const [text, version] = (await this.run(getScript, id, [])) as readonly [string | null, string | null]
    return text === null || version === null ? undefined : { value: JSON.parse(text), version: Number(version) }
  }

  async replace(id: string, version: number, value: JsonValue, ttlMs: number): Promise<boolean> {
    return (await this.update(id, version, value, ttlMs)) !== undefined
  }

  async update(id: string, version: number, value: JsonValue, ttlMs: number): Promise<number | undefined> {
    const text = toJsonText('records: a value', value)
    const next = randomVersion()
    const reply = await this.run(replaceScript, id, [version, next, text, ttlMs])
    const [isReplaced, owner] = reply as readonly [number, string?]
    if (owner !== undefined) await this.keepList(fromKeyText(owner), 2 * ttlMs)
    return isReplaced === 1 ? next : undefined
  }

  async delete(id: string): Promise<boolean> {
    const nonce = String(randomVersion())
    const shard = shardOf(id)
    const keys = [this.#keyOf(id), this.keys.inShard(shard, 'x', this.#kind + id)]
    return (await this.scripts.run(deleteScript, { shard, keys, args: [nonce, rememberMs] })) === 1
  }

  async lease(id: string, node: string, ms: number): Promise<Lease | undefined> {
    const shard = shardOf(id)
    const keys = [this.#keyOf(id), this.keys.inShard(shard, 'f', '')]
    const random = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
    const reply = await this.scripts.run(leaseScript, { shard, keys, args: [node, ms, random & 0xfff] })
    if (reply === null) return undefined
    const [fence, expiresAt] = reply as readonly [string, string]
    return { node, fence: Number(fence), expiresAt: Number(expiresAt) }
  }

  protected async createOwned(id: string, value: JsonValue, { ttlMs, owner }: Ownership): Promise<boolean> {
    const text = toJsonText('records: a value', value)
    const owned = owner === undefined ? '' : `o${toKeyText(owner)}`
    return (await this.run(createScript, id, [randomVersion(), text, ttlMs, owned])) === 1
  }

  protected run(script: Script, id: string, args: readonly (string | number)[]): Promise<unknown> {
    return this.scripts.run(script, { shard: shardOf(id), keys: [this.#keyOf(id)], args })
  }

  /** Keeps the list of an owner for `ms` milliseconds. */
  protected async keepList(_owner: string, _ms: number): Promise<void> {}

  #keyOf(id: string): string {
    return this.keys.of(this.#kind, id)
  }
}

interface Ownership {
  readonly ttlMs: number
  readonly owner: string | undefined
}

/** A random integer of 53 bits, not 0. */
function randomVersion(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return (high & 0x1fffff) * 0x1_0000_0000 + low || 1
}
