import type { Clock } from '../../../async/runtime/clock.js'
import type { RpcId, RpcMessage, RpcNotification } from '../../../jsonrpc/messages/messages.js'
import type { MessageSink } from '../../connection/message-sink.js'
import type { MessageWriter } from './message-writer.js'

/**
 * Sends over a writer, and a response to a request no sooner than 5 ms after its last report of progress was written. The
 * official clients forget a request as soon as they read its response, and handle reports a moment later: one that comes in
 * the same chunk as the response is lost. Other messages do not wait.
 */
export class SpacedResponses implements MessageSink {
  readonly #writer: MessageWriter
  readonly #clock: Clock
  /** By request, for as long as its response would have to wait. */
  readonly #gaps = new Map<RpcId, Gap>()

  constructor(writer: MessageWriter, clock: Clock) {
    this.#writer = writer
    this.#clock = clock
  }

  get full(): boolean {
    return this.#writer.full
  }

  send(message: RpcMessage | readonly RpcMessage[]): void {
    const gap = this.#gaps.size === 0 ? undefined : this.#gapBefore(message)
    if (gap === undefined) this.#writer.send(message)
    else gap.releases.push(this.#writer.hold(message))
  }

  sendReport(report: RpcNotification, id: RpcId): void {
    this.#writer.send(report)
    this.#end(id) // a response that waits is that of an earlier request with this id
    const gap: Gap = { releases: [] }
    this.#gaps.set(id, gap)
    this.#writer.onWritten(() => {
      if (this.#gaps.get(id) === gap) gap.stop = this.#clock.after(gapMs, () => this.#end(id))
    })
  }

  /** Sends what waits, and stops all timers. */
  close(): void {
    for (const id of [...this.#gaps.keys()]) this.#end(id)
  }

  /** A batch waits for the last of its requests that reported. */
  #gapBefore(message: RpcMessage | readonly RpcMessage[]): Gap | undefined {
    if (Array.isArray(message)) {
      const ids = new Set((message as readonly RpcMessage[]).map(idAnswered))
      return [...this.#gaps].findLast(([id]) => ids.has(id))?.[1]
    }
    const id = idAnswered(message as RpcMessage)
    return id === undefined ? undefined : this.#gaps.get(id)
  }

  #end(id: RpcId): void {
    const gap = this.#gaps.get(id)
    if (gap === undefined) return
    gap.stop?.()
    this.#gaps.delete(id)
    for (const release of gap.releases) release()
  }
}

interface Gap {
  /** Send the responses that wait. */
  readonly releases: (() => void)[]
  stop?: () => void
}

const gapMs = 5

/** The request that a message is the response to. */
function idAnswered(message: RpcMessage): RpcId | undefined {
  return 'method' in message ? undefined : (message.id ?? undefined)
}
