import { createHash } from 'node:crypto'
import type { RecordingFile } from '../file/open-recording.js'
import { indexTurns } from '../turns/index-turns.js'
import { partsOf, stableJson, withoutMadeUp } from '../turns/messages.js'
import type { Turn } from '../turns/turn.js'
import { compareTurns, type TurnDifference } from './compare-turns.js'

/** A difference of two recordings. */
export type RecordingDifference =
  | {
      readonly type: 'only'
      /** Which recording has it. */
      readonly in: 'first' | 'second'
      readonly method: string
      readonly subject?: string | undefined
      readonly line: number
      /** How many more there are. Default: one. */
      readonly times?: number | undefined
    }
  | {
      readonly type: 'changed'
      readonly method: string
      readonly subject?: string | undefined
      /** The lines of the request in both. */
      readonly lines: readonly [number, number]
      readonly differences: readonly TurnDifference[]
    }

/**
 * Compares two recordings: each message of the client in one with the equal one in the other, in whatever order, and what
 * followed from it. Yields a difference at a time; of the messages two turns are in memory.
 */
export async function* compareRecordings(
  first: RecordingFile,
  second: RecordingFile,
  isIgnored: (path: string) => boolean,
): AsyncGenerator<RecordingDifference, { readonly turns: number }> {
  const [left, right] = [await indexTurns(first), await indexTurns(second)]
  const unmatched = new Map<string, Turn[]>()
  for (const turn of right.turns.filter(isCompared)) {
    const list = unmatched.get(turn.looseKey)
    if (list === undefined) unmatched.set(turn.looseKey, [turn])
    else list.push(turn)
  }
  const positions = new Map<string, number>()
  let turns = 0
  for (const turn of left.turns.filter(isCompared)) {
    turns += 1
    const position = positions.get(turn.looseKey) ?? 0
    positions.set(turn.looseKey, position + 1)
    const other = unmatched.get(turn.looseKey)?.[position]
    if (other === undefined) {
      yield toOnly('first', turn)
      continue
    }
    const differences = await compareTurns({ file: first, turn }, { file: second, turn: other }, isIgnored)
    const { method, subject } = turn
    if (differences.length > 0)
      yield { type: 'changed', method, subject, lines: [turn.number, other.number], differences }
  }
  for (const [key, list] of unmatched) {
    for (const turn of list.slice(positions.get(key) ?? 0)) yield toOnly('second', turn)
  }
  yield* compareAnnouncements(
    await countAnnouncements(first, left.turns),
    await countAnnouncements(second, right.turns),
  )
  return { turns }
}

function* compareAnnouncements(
  first: ReadonlyMap<string, Announcement>,
  second: ReadonlyMap<string, Announcement>,
): Generator<RecordingDifference, void> {
  for (const key of new Set([...first.keys(), ...second.keys()])) {
    const [left, right] = [first.get(key), second.get(key)]
    const missing = (left?.count ?? 0) - (right?.count ?? 0)
    const { method = '', line = 0 } = (missing > 0 ? left : right) ?? {}
    if (missing !== 0)
      yield { type: 'only', in: missing > 0 ? 'first' : 'second', method, line, times: Math.abs(missing) }
  }
}

/** How often a client connects to a stream, or is cut off, is up to the connection. */
function isCompared({ method }: Turn): boolean {
  return !method.startsWith('HTTP ')
}

function toOnly(where: 'first' | 'second', { method, subject, number }: Turn): RecordingDifference {
  return { type: 'only', in: where, method, subject, line: number }
}

/** Equal notifications, apart from progress. */
interface Announcement {
  readonly method: string
  /** The line of the last one. */
  readonly line: number
  readonly count: number
}

/** Counts the notifications of a recording that belong to no request, by what they say. Of each kind a digest is in memory. */
async function countAnnouncements(
  file: RecordingFile,
  turns: readonly Turn[],
): Promise<ReadonlyMap<string, Announcement>> {
  const counts = new Map<string, Announcement>()
  for (const { steps } of turns) {
    for (const step of steps) {
      if (step.type !== 'notification') continue
      const { line } = await file.lineAt(step)
      for (const part of partsOf(line.message)) {
        if (part.method === undefined || part.id !== undefined || part.method === 'notifications/progress') continue
        const key = createHash('sha256')
          .update(stableJson(withoutMadeUp(part)))
          .digest('base64')
        const count = (counts.get(key)?.count ?? 0) + 1
        counts.set(key, { method: String(part.method), line: step.number, count })
      }
    }
  }
  return counts
}
