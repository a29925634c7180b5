import { expect } from 'vitest'
import type { Message, RawConnection } from '../../support/connect-raw.js'
import type { ManualRuntime } from '../../support/virtual-runtime.js'
import { settled } from '../../support/virtual-runtime.js'
import { Replies, type WireQuestion } from './answers.js'
import type { Program } from './program.js'
import type { Watch } from './run-program.js'

/** One of several servers that share nothing but their secrets. */
export interface Node {
  readonly connection: RawConnection
  readonly runtime: ManualRuntime
}

/** What a client does with the questions of a round. */
const moves = ['all', 'all', 'all', 'some', 'none', 'more', 'twice', 'earlier'] as const

/** What a request of a chain carries beside its arguments. */
type Retry = Readonly<Record<string, unknown>>

interface Asked {
  readonly inputRequests: Readonly<Record<string, WireQuestion>>
  readonly requestState: string
}

/** A client that sends each round to any node, twice, late, or with half of the answers. */
export class ModernPlay {
  /** Whether every round was sent once, so that every side effect was done once. */
  isFair = true
  readonly #program: Program
  readonly #nodes: readonly Node[]
  readonly #watch: Watch
  readonly #chances: number[]
  readonly #answers = new Replies()
  readonly #sent: Retry[] = []

  /** When there are no more chances left, the client is as good as it can be. */
  constructor(program: Program, { nodes, watch, chances }: ModernPlayOptions) {
    this.#program = program
    this.#nodes = nodes
    this.#watch = watch
    this.#chances = [...chances]
  }

  /** What a program comes to where its questions go out in rounds. */
  async play(): Promise<unknown> {
    let result = await this.#send({})
    for (let round = 0; 'requestState' in result; round += 1) {
      expect(round).toBeLessThan(200)
      result = await this.#send(this.#next(result as unknown as Asked))
    }
    return result['content']
  }

  #next({ inputRequests, requestState }: Asked): Retry {
    const answers = Object.entries(inputRequests).map(([key, question]) => [key, this.#answers.toKey(key, question)])
    const retry = (some: readonly (readonly unknown[])[], more: object = {}) => {
      const made = { requestState, inputResponses: { ...Object.fromEntries(some), ...more } }
      this.#sent.push(made)
      return made
    }
    switch (moves[this.#chance(moves.length)]) {
      case 'some':
        return retry(answers.filter(() => this.#chance(2) === 0))
      case 'none':
        return { requestState }
      case 'more':
        return retry(answers, { nobody: { action: 'accept' }, constructor: null })
      case 'twice':
        return this.#twice(retry(answers))
      case 'earlier':
        this.isFair = false
        return this.#sent[this.#chance(this.#sent.length)] ?? retry(answers)
      default:
        return retry(answers)
    }
  }

  #twice(retry: Retry): Retry {
    this.isFair = false
    this.#again.push(retry)
    return retry
  }

  /** Requests that are sent twice. */
  readonly #again: Retry[] = []

  async #send(retry: Retry): Promise<Readonly<Record<string, unknown>>> {
    const times = this.#again.pop() === retry ? 2 : 1
    const results = await Promise.all(Array.from({ length: times }, () => this.#sendTo(this.#node(), retry)))
    await this.#rest()
    const [first = {}, second = first] = results
    expect(withoutState(first)).toEqual(withoutState(second))
    return second
  }

  #node(): Node {
    const node = this.#nodes[this.#chance(this.#nodes.length)]
    if (node === undefined) throw new TypeError('there is no node')
    return node
  }

  async #sendTo({ connection }: Node, retry: Retry): Promise<Readonly<Record<string, unknown>>> {
    const params = { name: 'program', arguments: { program: this.#program }, ...retry }
    const { result, error }: Message = await connection.request('tools/call', params)
    expect(error).toBeUndefined()
    return result ?? {}
  }

  /** After a round nothing goes on. */
  async #rest(): Promise<void> {
    for (let turn = 0; this.#watch.running > 0; turn += 1) {
      expect(turn).toBeLessThan(10_000)
      await settled(1)
    }
    for (const { connection, runtime } of this.#nodes) expect([runtime.timers, connection.messages]).toEqual([0, []])
  }

  #chance(below: number): number {
    return (this.#chances.shift() ?? 0) % below
  }
}

/** What such a client is made from. */
export interface ModernPlayOptions {
  readonly nodes: readonly Node[]
  readonly watch: Watch
  readonly chances: readonly number[]
}

/** It is sealed anew each time. */
function withoutState({ requestState: _state, ...result }: Readonly<Record<string, unknown>>): object {
  return result
}
