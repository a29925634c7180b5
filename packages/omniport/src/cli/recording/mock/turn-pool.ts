import type { RecordingFile } from '../file/open-recording.js'
import type { Turn, TurnIndex } from '../turns/turn.js'

/** A turn, and the file that has it. */
export interface PooledTurn {
  readonly turn: Turn
  readonly file: RecordingFile
}

/** A recording that a mock serves. */
export interface IndexedRecording {
  readonly file: RecordingFile
  readonly index: TurnIndex
}

/** The turns of all recordings of a mock, by what the client asks for. */
export class TurnPool {
  readonly #byKey = new Map<string, PooledTurn[]>()
  readonly #byMethod = new Map<string, PooledTurn[]>()
  readonly #revisions = new Map<PooledTurn, string | undefined>()
  /** How many live connections began with each key. */
  readonly #begun = new Map<string, number>()
  /** True: a recording was made over stdio. */
  readonly hasPipes: boolean

  constructor(recordings: readonly IndexedRecording[]) {
    let hasPipes = false
    for (const { file, index } of recordings) {
      for (const turn of index.turns) {
        const pooled = { turn, file }
        push(this.#byKey, turn.key, pooled)
        push(this.#byMethod, turn.method, pooled)
        if (turn.method === 'initialize') this.#revisions.set(pooled, index.connections.get(turn.connection)?.revision)
        hasPipes ||= turn.transport === 'stdio'
      }
    }
    this.hasPipes = hasPipes
  }

  withKey(key: string): readonly PooledTurn[] {
    return this.#byKey.get(key) ?? []
  }

  withMethod(method: string): readonly PooledTurn[] {
    return this.#byMethod.get(method) ?? []
  }

  /** The next recorded connection that begins like this; the last one again where there are no more. */
  nextBeginning(key: string, method: string): PooledTurn | undefined {
    const exact = this.withKey(key)
    const all = exact.length > 0 ? exact : this.withMethod(method)
    const count = this.#begun.get(key) ?? 0
    this.#begun.set(key, count + 1)
    return all[Math.min(count, all.length - 1)]
  }

  /** The revision that an `initialize` agreed on. */
  revisionOf(turn: PooledTurn): string | undefined {
    return this.#revisions.get(turn)
  }
}

function push(map: Map<string, PooledTurn[]>, key: string, turn: PooledTurn): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [turn])
  else list.push(turn)
}
