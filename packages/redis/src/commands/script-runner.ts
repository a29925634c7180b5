import { createHash } from 'node:crypto'
import { type RedisCommands, toStoreError } from './redis-commands.js'
import { isReply } from './store-unavailable.js'

/** A script of Redis. All its keys are of one shard. */
export class Script {
  readonly text: string
  readonly sha: string

  constructor(text: string) {
    this.text = text
    this.sha = createHash('sha1').update(text).digest('hex')
  }
}

export interface ScriptCall {
  readonly shard: number
  readonly keys: readonly string[]
  readonly args: readonly (string | number)[]
}

/**
 * Runs scripts by their hash, and by their text where Redis does not know them yet. The first call of a script sends its text, and
 * those that come meanwhile wait for it: very many that start at once would else all be refused, and be sent again.
 */
export class ScriptRunner {
  readonly commands: RedisCommands
  /** The scripts whose text is on its way, by hash and primary. */
  readonly #loading = new Map<string, Promise<void>>()
  /** The scripts that a primary had when they ran last. */
  readonly #loaded = new Set<string>()

  constructor(commands: RedisCommands) {
    this.commands = commands
  }

  async run(script: Script, { shard, keys, args }: ScriptCall): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args.map(String)]
    const name = `${script.sha}/${this.commands.groupOf(shard)}`
    try {
      for (;;) {
        while (this.#loading.has(name)) await this.commands.waitFor(this.#loading.get(name), shard)
        if (!this.#loaded.has(name)) return await this.#load(name, ['EVAL', script.text, ...rest], shard)
        try {
          return await this.commands.send(['EVALSHA', script.sha, ...rest], shard)
        } catch (error) {
          if (!isReply(error) || !error.message.includes('NOSCRIPT')) throw error
          this.#loaded.delete(name)
        }
      }
    } catch (error) {
      throw toStoreError(error)
    }
  }

  #load(name: string, command: readonly string[], shard: number): Promise<unknown> {
    const sent = this.commands.send(command, shard)
    const loading = sent.then(
      () => void this.#loaded.add(name),
      // A script that fails was loaded all the same.
      (error: unknown) => void (isReply(error) && this.#loaded.add(name)),
    )
    this.#loading.set(name, loading)
    void loading.finally(() => this.#loading.delete(name))
    return sent
  }
}

/** The time of Redis in milliseconds, as the local `now` of a script. */
export const timeLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`
