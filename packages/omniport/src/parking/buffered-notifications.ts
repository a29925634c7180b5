import type { RpcNotification } from '../jsonrpc/messages/messages.js'
import { toJsonText } from '../values/json/to-json-text.js'
import { utf8Length } from '../values/text/utf8-length.js'
import type { ParkingSlot } from './parking-bounds.js'
import type { ParkingServices } from './parking-services.js'

/**
 * The notifications of a parked call that wait for its next round, as JSON texts: log messages and others in their order, and
 * the last progress of each token. What exceeds `limits.parkedLogBytes` or the slot is left out, and said.
 */
export class BufferedNotifications {
  readonly #services: ParkingServices
  readonly #slot: ParkingSlot
  readonly #messages: string[] = []
  readonly #progress = new Map<unknown, string>()
  #bytes = 0
  #leftOut = 0
  #hasLogs = false

  constructor(services: ParkingServices, slot: ParkingSlot) {
    this.#services = services
    this.#slot = slot
  }

  /** @throws TypeError for a message that JSON cannot carry. */
  add(message: RpcNotification): void {
    const text = toJsonText(message.method, message)
    if (message.method === 'notifications/progress') this.#addProgress(message.params?.['progressToken'], text)
    else {
      this.#hasLogs ||= message.method === 'notifications/message'
      if (this.#reserve(text)) this.#messages.push(text)
      else this.#leftOut += 1
    }
  }

  /**
   * Sends and removes what waits. The client is told what was left out by a log message, if it gets log messages, and the
   * operator always.
   */
  flush(send: (message: RpcNotification) => void): void {
    const texts = [...this.#messages.splice(0), ...this.#progress.values()]
    const leftOut = this.#leftOut
    this.#progress.clear()
    this.#slot.remove(this.#bytes)
    this.#bytes = 0
    this.#leftOut = 0
    for (const text of texts) send(JSON.parse(text) as RpcNotification) // written by `add`
    if (leftOut === 0) return
    if (this.#hasLogs) send(leftOutNotice(leftOut))
    this.#services.logger.warn(`${leftOut} notifications of a parked call were left out (parkedLogBytes)`)
  }

  /** Progress only rises, so the last one says all. */
  #addProgress(token: unknown, text: string): void {
    const before = this.#progress.get(token)
    if (before !== undefined) this.#release(before)
    this.#progress.delete(token)
    if (this.#reserve(text)) this.#progress.set(token, text)
    else this.#leftOut += 1
  }

  #reserve(text: string): boolean {
    const bytes = utf8Length(text)
    if (this.#bytes + bytes > this.#services.limits.parkedLogBytes || this.#slot.add(bytes) !== undefined) return false
    this.#bytes += bytes
    return true
  }

  #release(text: string): void {
    const bytes = utf8Length(text)
    this.#bytes -= bytes
    this.#slot.remove(bytes)
  }
}

function leftOutNotice(count: number): RpcNotification {
  const data = `${count} messages were left out while the call waited for its client`
  return { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'warning', data } }
}
