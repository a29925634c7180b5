import { type AnyMessage, idKey, keyOf, statedRevision, toMembers } from '../turns/messages.js'
import type { Turn } from '../turns/turn.js'
import type { PooledTurn, TurnPool } from './turn-pool.js'
import { Waiters } from './waiters.js'

/** A live connection of a mock: which turns it has had, and what is awaited from its client. */
export class MockConnection {
  /** The end of the connection. */
  readonly signal: AbortSignal
  /** Turns that have begun. */
  readonly begun = new Waiters<Turn>()
  /** Positions in the recording of what was sent, or was awaited and came. */
  readonly passed = new Waiters<number>()
  /** Requests of the server that were answered, by the id they were sent with. */
  readonly answered = new Waiters<string>()
  /** Requests that the client cancelled, by id. */
  readonly cancelled = new Waiters<string>()
  readonly #end = new AbortController()
  readonly #pool: TurnPool
  readonly #isSession: boolean
  /** By key, how many of the recorded turns were taken. */
  readonly #taken = new Map<string, number>()
  readonly #openIds = new Set<string>()
  #preferred: PooledTurn | undefined
  #revision: string | undefined
  #nextId = 1

  /** `isSession` is false for all requests over HTTP that belong to no session. */
  constructor(pool: TurnPool, isSession: boolean) {
    this.#pool = pool
    this.#isSession = isSession
    this.signal = this.#end.signal
  }

  close(): void {
    this.#end.abort()
  }

  /** Chooses the recorded turn for messages of the client: the next one that is equal, or else the last one again. */
  choose(messages: readonly AnyMessage[], header?: string): PooledTurn | undefined {
    const [first = {}] = messages
    const isOpening = this.#isSession ? this.#preferred === undefined : first.method === 'initialize'
    const revision = messages.map(statedRevision).find((stated) => stated !== undefined) ?? this.#revision ?? header
    const key = keyOf(messages, revision)
    const chosen = isOpening ? this.#pool.nextBeginning(key, String(first.method)) : this.chooseByKey(key)
    if (chosen === undefined || !this.#isSession) return chosen
    // A client that was told that there is no server/discover goes on with initialize.
    if (isOpening || first.method === 'initialize') this.#revision = this.#pool.revisionOf(chosen) ?? revision
    if (isOpening) this.#preferred = chosen
    return chosen
  }

  chooseByKey(key: string): PooledTurn | undefined {
    const all = this.#pool.withKey(key)
    const same = all.filter((each) => this.#isPreferred(each))
    const candidates = same.length > 0 ? same : all
    const taken = this.#taken.get(key) ?? 0
    this.#taken.set(key, taken + 1)
    return candidates[Math.min(taken, candidates.length - 1)]
  }

  /** An id for a request of the server: the recorded one, unless it is in use. */
  ask(recorded: unknown): unknown {
    let id = recorded
    while (this.#openIds.has(idKey(id))) id = `${this.#nextId++}-${String(recorded)}`
    this.#openIds.add(idKey(id))
    return id
  }

  /** Takes what messages of the client say about requests: answers, and cancellations. */
  receive(messages: readonly AnyMessage[]): void {
    for (const { id, method, params } of messages) {
      if (method === undefined) this.#answer(id)
      else if (method === 'notifications/cancelled') this.cancelled.add(idKey(toMembers(params)['requestId']))
    }
  }

  #answer(id: unknown): void {
    this.#openIds.delete(idKey(id))
    this.answered.add(idKey(id))
  }

  /** The turns of the recorded connection without a message, such as its GET stream. */
  streams(): readonly PooledTurn[] {
    return this.#pool.withMethod('HTTP GET').filter((each) => this.#isPreferred(each))
  }

  #isPreferred({ file, turn }: PooledTurn): boolean {
    return file === this.#preferred?.file && turn.connection === this.#preferred.turn.connection
  }
}
