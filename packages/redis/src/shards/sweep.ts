import { Script, type ScriptRunner, timeLua } from '../commands/script-runner.js'

/** What a key is: the head of a stream, or a slot of the inbox. */
export type WatchedKind = 'e' | 'i'

export interface WatchedKey {
  readonly kind: WatchedKind
  readonly id: string
  /** Its key in Redis. */
  readonly key: string
}

/** What was read of one key, and the time of Redis then. */
export interface SweepReply {
  readonly nowMs: number
  /** Fields of the head of a stream; whether a slot of the inbox has a value; the count of a writer. */
  readonly fields: readonly (string | null)[]
}

export interface SweepTargets {
  readonly watched: readonly WatchedKey[]
  readonly writerKey: string | undefined
  readonly onState: (watched: WatchedKey, state: SweepReply) => void
  readonly onWriter: (state: SweepReply) => void
}

/** Keys of one command. */
const pageSize = 500

const sweepScript = new Script(`
${timeLua}
local reply = {string.format('%.0f', now)}
for index, key in ipairs(KEYS) do
  local kind = ARGV[index]
  if kind == 'e' then
    reply[index + 1] = redis.call('HMGET', key, 'e', 'n', 'x', 'd', 't')
  elseif kind == 'i' then
    reply[index + 1] = {redis.call('GETRANGE', key, 0, 0)}
  else
    reply[index + 1] = {redis.call('GET', key)}
  end
end
return reply
`)

/** Reads keys of a shard and hands out what they have. */
export async function sweep(scripts: ScriptRunner, shard: number, targets: SweepTargets): Promise<void> {
  const { watched, writerKey, onState, onWriter } = targets
  for (let start = 0; start < Math.max(watched.length, 1); start += pageSize) {
    const page = watched.slice(start, start + pageSize)
    const isFirst = start === 0 && writerKey !== undefined
    if (page.length === 0 && !isFirst) return
    const keys = [...page.map(({ key }) => key), ...(isFirst ? [writerKey] : [])]
    const args = [...page.map(({ kind }) => kind), ...(isFirst ? ['w'] : [])]
    const [now, ...states] = (await scripts.run(sweepScript, { shard, keys, args })) as SweepScriptReply
    const stateAt = (index: number): SweepReply => ({ nowMs: Number(now), fields: states[index] ?? [] })
    for (const [index, key] of page.entries()) onState(key, stateAt(index))
    if (isFirst) onWriter(stateAt(page.length))
  }
}

type SweepScriptReply = readonly [string, ...(readonly (string | null)[])[]]
