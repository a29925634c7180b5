import { OmniportError } from 'omniport/jsonrpc'
import type { JsonValue } from 'omniport/protocol'
import type { Tasks } from 'omniport/store'
import { Script, type ScriptRunner } from '../commands/script-runner.js'
import { fromKeyText, type Keys, shardOf, toKeyText } from '../shards/keys.js'
import { RedisRecords } from './redis-records.js'

/** Positions that the list of an owner has, those of tasks that are gone among them. */
const maxListed = 10_000

/** The list of an owner is a sorted set of ids in the order of creation. It may name tasks that are gone. */
const addScript = new Script(`
local newest = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
redis.call('ZADD', KEYS[1], newest[2] and newest[2] + 1 or 1, ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - ARGV[3])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1
`)

const keepScript = new Script(`
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return 1
`)

const pageScript = new Script(`
local after = '-inf'
if ARGV[1] == '1' then
  after = redis.call('ZSCORE', KEYS[1], ARGV[2])
  if not after then return false end
  after = '(' .. after
end
return redis.call('ZRANGEBYSCORE', KEYS[1], after, '+inf', 'LIMIT', 0, ARGV[3])
`)

const ownersScript = new Script(`
local owners = {}
for index, key in ipairs(KEYS) do owners[index] = redis.call('HGET', key, 'o') end
return owners
`)

/** The least number of ids that one command looks at. */
const leastPage = 20

/** Tasks in Redis. A task and the list of its owner are in different shards: the list is written after the task. */
export class RedisTasks extends RedisRecords implements Tasks {
  readonly #isCluster: boolean

  constructor(scripts: ScriptRunner, keys: Keys, isCluster: boolean) {
    super(scripts, keys, 't')
    this.#isCluster = isCluster
  }

  override async create(id: string, value: JsonValue, ttlMs: number): Promise<boolean> {
    const owner = ownerOf(value)
    const isCreated = await this.createOwned(id, value, { ttlMs, owner })
    if (!isCreated || owner === undefined) return isCreated
    try {
      await this.#runList(addScript, owner, [toKeyText(id), 2 * ttlMs, maxListed])
    } catch (error) {
      await this.delete(id).catch(() => {}) // a task that is in no list would be lost to its owner
      throw error
    }
    return true
  }

  async list(owner: string, after: string | undefined, limit: number): Promise<readonly string[]> {
    const listed: string[] = []
    for (let last = after; ; ) {
      const size = Math.max(limit - listed.length, leastPage)
      const page = await this.#page(owner, last, size)
      if (page === undefined) {
        if (last !== after) return listed
        throw new OmniportError(
          'limit',
          'tasks: the position of the last listed task is forgotten, or the task belongs to another owner',
        )
      }
      listed.push(...(await this.#remaining(page, owner)))
      if (listed.length >= limit || page.length < size) return listed.slice(0, limit)
      last = page.at(-1)
    }
  }

  protected override async keepList(owner: string, ms: number): Promise<void> {
    await this.#runList(keepScript, owner, [ms])
  }

  /** Ids after another one. Undefined if that is not in the list. */
  async #page(owner: string, after: string | undefined, size: number): Promise<readonly string[] | undefined> {
    const args = after === undefined ? ['0', '', size] : ['1', toKeyText(after), size]
    const page = (await this.#runList(pageScript, owner, args)) as readonly string[] | null
    return page?.map(fromKeyText)
  }

  /** Those of `ids` that are tasks of the owner. */
  async #remaining(ids: readonly string[], owner: string): Promise<readonly string[]> {
    const groups = new Map<number, string[]>()
    for (const id of ids) {
      const shard = this.#isCluster ? shardOf(id) : 0
      groups.set(shard, [...(groups.get(shard) ?? []), id])
    }
    const remaining = new Set<string>()
    const look = async ([shard, group]: readonly [number, readonly string[]]) => {
      const keys = group.map((id) => this.keys.of('t', id))
      const owners = (await this.scripts.run(ownersScript, { shard, keys, args: [] })) as readonly (string | null)[]
      for (const [index, id] of group.entries()) if (owners[index] === toKeyText(owner)) remaining.add(id)
    }
    await Promise.all([...groups].map(look))
    return ids.filter((id) => remaining.has(id))
  }

  #runList(script: Script, owner: string, args: readonly (string | number)[]): Promise<unknown> {
    return this.scripts.run(script, { shard: shardOf(owner), keys: [this.keys.of('o', owner)], args })
  }
}

function ownerOf(value: JsonValue): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'owner')) return undefined
  const { owner } = value as { readonly owner?: unknown }
  return typeof owner === 'string' ? owner : undefined
}
