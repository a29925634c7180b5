import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../async/runtime/clock.js'
import { OwnedEntries } from '../http/guards/owned-entries.js'
import { type NodeConnection, toConnection } from './node-connection.js'

const refusal = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** The time that a refused client has to read the refusal. */
const lingerMs = 1_000

/**
 * The connections of one server, at most `max`. A new one takes the place of one that no handler works for: one that nobody
 * has used yet, else the one used longest ago, of the network that has most. Where all are worked for, it takes the place of
 * the oldest of a network that has more than its own. A network that has more than half of all connections makes room with
 * its own only. Where there is none, it is refused with 503; up to `max` more are told
 * so, and all others are dropped.
 */
export class HttpConnections {
  readonly #max: number
  readonly #clock: Clock
  readonly #open = new OwnedEntries<NodeConnection>()
  #onChange: (() => void) | undefined

  constructor(http: Server, max: number, clock: Clock) {
    this.#max = max
    this.#clock = clock
    http.maxConnections = max * 2
    http.prependListener('connection', (socket: Socket) => this.#accept(socket))
  }

  /** Resolves when every request was answered and all replies were sent. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        for (const { isBusy } of this.#open) if (isBusy) return
        this.#onChange = undefined
        resolve()
      }
      this.#onChange = look
      look()
    })
  }

  #accept(socket: Socket): void {
    const connection = toConnection(socket)
    if (this.#open.size >= this.#max && !this.#makeRoom(connection.owner)) {
      connection.refuse()
      refuse(socket, this.#clock)
      return
    }
    this.#open.add(connection)
    connection.observe({
      onIdle: () => {
        this.#open.renew(connection)
        this.#onChange?.()
      },
      onClose: () => {
        this.#open.delete(connection)
        this.#onChange?.()
      },
    })
  }

  #makeRoom(owner: string): boolean {
    const least =
      this.#open.mostOfOne > this.#max / 2
        ? this.#leastOfLargest(owner)
        : (this.#leastUsed(() => true) ?? this.#oldestOfLarger(owner))
    if (least === undefined) return false
    this.#open.delete(least)
    least.close()
    return true
  }

  /** A network that has more than half of all connections makes room with its own, for itself and for others. */
  #leastOfLargest(owner: string): NodeConnection | undefined {
    const most = this.#open.mostOfOne
    const isOfLargest = (connection: NodeConnection) => this.#open.countOf(connection.owner) === most
    const isOther = this.#open.countOf(owner) < most
    return this.#leastUsed(isOfLargest) ?? (isOther ? this.#open.find(isOfLargest) : undefined)
  }

  #leastUsed(matches: (connection: NodeConnection) => boolean): NodeConnection | undefined {
    return (
      this.#open.find((connection) => connection.isIdle && !connection.wasUsed && matches(connection)) ??
      this.#open.find((connection) => connection.isIdle && matches(connection))
    )
  }

  #oldestOfLarger(than: string): NodeConnection | undefined {
    const isLarger = this.#open.mostOfOne > this.#open.countOf(than) + 1
    return isLarger ? this.#open.find(() => true) : undefined
  }
}

function refuse(socket: Socket, clock: Clock): void {
  socket.on('error', () => {})
  socket.end(refusal)
  socket.once(
    'close',
    clock.after(lingerMs, () => socket.destroy()),
  )
}
