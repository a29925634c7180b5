import type { Blobs } from 'omniport/store'
import { Script, type ScriptRunner } from '../commands/script-runner.js'
import { type Keys, shardOf } from '../shards/keys.js'
import { randomName } from '../values/random-name.js'

/** The time in which a taker that got no reply may ask again. */
const claimMs = 30_000

/** A blob is a string: the nonce of its writer, and its bytes in base64. */
const createScript = new Script(`
local blob = redis.call('GET', KEYS[1])
if blob then return string.sub(blob, 1, 16) == ARGV[1] and 1 or 0 end
redis.call('SET', KEYS[1], ARGV[1] .. ARGV[2], 'PX', ARGV[3])
return 1
`)

const putScript = new Script(`
redis.call('SET', KEYS[1], ARGV[1] .. ARGV[2], 'PX', ARGV[3])
return 1
`)

const getScript = new Script(`
local blob = redis.call('GET', KEYS[1])
return blob and string.sub(blob, 17)
`)

/** What is taken moves to a key of the taker's token, where the same taker finds it again. */
const takeScript = new Script(`
local claimed = redis.call('GET', KEYS[2])
if claimed then return string.sub(claimed, 17) end
local blob = redis.call('GET', KEYS[1])
if not blob then return false end
redis.call('DEL', KEYS[1])
redis.call('SET', KEYS[2], blob, 'PX', ARGV[1])
return string.sub(blob, 17)
`)

const confirmScript = new Script(`return redis.call('DEL', KEYS[1])`)

/** Blobs in Redis. */
export class RedisBlobs implements Blobs {
  readonly #scripts: ScriptRunner
  readonly #keys: Keys

  constructor(scripts: ScriptRunner, keys: Keys) {
    this.#scripts = scripts
    this.#keys = keys
  }

  async create(id: string, bytes: Uint8Array, ttlMs: number): Promise<boolean> {
    const args = [randomName(16), toBase64(bytes), ttlMs]
    return (await this.#run(createScript, id, { args })) === 1
  }

  async put(id: string, bytes: Uint8Array, ttlMs: number): Promise<void> {
    await this.#run(putScript, id, { args: [randomName(16), toBase64(bytes), ttlMs] })
  }

  async get(id: string): Promise<Uint8Array | undefined> {
    return fromBase64(await this.#run(getScript, id, {}))
  }

  async take(id: string): Promise<Uint8Array | undefined> {
    const claim = this.#keys.inShard(shardOf(id), 'k', randomName(16))
    const bytes = fromBase64(await this.#run(takeScript, id, { claim, args: [claimMs] }))
    // Nobody waits for it: without it the claim ends in its time.
    if (bytes !== undefined) {
      this.#scripts.run(confirmScript, { shard: shardOf(id), keys: [claim], args: [] }).catch(() => {})
    }
    return bytes
  }

  #run(script: Script, id: string, { claim, args = [] }: BlobCall): Promise<unknown> {
    const key = this.#keys.of('b', id)
    return this.#scripts.run(script, { shard: shardOf(id), keys: claim === undefined ? [key] : [key, claim], args })
  }
}

interface BlobCall {
  readonly claim?: string
  readonly args?: readonly (string | number)[]
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

function fromBase64(text: unknown): Uint8Array | undefined {
  return typeof text === 'string' ? new Uint8Array(Buffer.from(text, 'base64')) : undefined
}
