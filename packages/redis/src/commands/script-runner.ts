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

/** Runs scripts by their hash, and by their text where Redis does not know them yet. */
export class ScriptRunner {
  readonly commands: RedisCommands
  /** The scripts whose text is on its way, by hash and shard. */
  readonly #loading = new Map<string, Promise<unknown>>()

  constructor(commands: RedisCommands) {
    this.commands = commands
  }

  async run(script: Script, call: ScriptCall): Promise<unknown> {
    const { shard, keys, args } = call
    const rest = [String(keys.length), ...keys, ...args.map(String)]
    try {
      return await this.commands.send(['EVALSHA', script.sha, ...rest], shard)
    } catch (error) {
      if (!isReply(error) || !error.message.includes('NOSCRIPT')) throw toStoreError(error)
    }
    try {
      return await this.#runUnknown(script, rest, shard)
    } catch (error) {
      throw toStoreError(error)
    }
  }

  /** One call sends the text of a script; those that come meanwhile wait for it. */
  async #runUnknown({ text, sha }: Script, rest: readonly string[], shard: number): Promise<unknown> {
    const name = `${sha}/${shard}`
    const loading = this.#loading.get(name)
    if (loading !== undefined) {
      await loading.catch(() => {})
      try {
        return await this.commands.send(['EVALSHA', sha, ...rest], shard)
      } catch (error) {
        if (!isReply(error) || !error.message.includes('NOSCRIPT')) throw error
      }
    }
    const sent = this.commands.send(['EVAL', text, ...rest], shard)
    this.#loading.set(name, sent)
    return sent.finally(() => {
      if (this.#loading.get(name) === sent) this.#loading.delete(name)
    })
  }
}

/** The time of Redis in milliseconds, as the local `now` of a script. */
export const timeLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`
