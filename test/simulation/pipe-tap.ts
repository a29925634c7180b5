import type { PipePair } from './pipe-connector.js'
import { SimulatedPipe } from './simulated-pipe.js'
import type { World } from './world.js'

/** The pipes of one user, one pair after the other, and what went through them. */
export class PipeTap {
  readonly #world: World
  readonly #party: string
  #count = 0
  #current: { readonly pair: PipePair; readonly close: () => void } | undefined

  constructor(world: World, party: string) {
    this.#world = world
    this.#party = party
  }

  /** A new pair, with the server of now at its other end. */
  open(): PipePair {
    const { history } = this.#world
    this.#count += 1
    const connection = `${this.#party}/pipe-${this.#count}`
    history.record({ kind: 'opened', connection, party: this.#party, route: 'pipe' })
    let isOpen = true
    const close = () => {
      if (isOpen) history.record({ kind: 'closed', connection, how: 'cut' })
      isOpen = false
    }
    const toServer = this.#createPipe(connection, 'client')
    const fromServer = this.#createPipe(connection, 'server')
    const pair = { toServer, fromServer, onOver: () => this.#end(pair, close) }
    this.#current = { pair, close }
    void this.#world.server.servePipes(toServer, fromServer)
    return pair
  }

  /** Breaks the pair that is open. */
  cut(): void {
    if (this.#current === undefined) return
    const { pair, close } = this.#current
    close()
    pair.toServer.cut()
    pair.fromServer.cut()
  }

  /** Nothing goes through for now, one way or both. */
  stall(toServer: boolean, fromServer: boolean): void {
    if (this.#current === undefined) return
    this.#current.pair.toServer.isStalled = toServer
    this.#current.pair.fromServer.isStalled = fromServer
  }

  #end(pair: PipePair, close: () => void): void {
    close()
    pair.toServer.isStalled = false
    pair.fromServer.cut()
    if (this.#current?.pair === pair) this.#current = undefined
  }

  #createPipe(connection: string, by: 'client' | 'server'): SimulatedPipe {
    const { random, scheduler, history } = this.#world
    return new SimulatedPipe({
      random,
      scheduler,
      capacity: 4_096,
      onLine: (line, where) => {
        const kind = where === 'written' ? 'sent' : 'received'
        for (const message of [JSON.parse(line)].flat()) history.record({ kind, connection, by, message })
      },
    })
  }
}
