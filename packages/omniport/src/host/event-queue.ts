import { OmniportError } from '../values/errors/omniport-error.js'
import { truncate } from '../values/text/truncate.js'
import type { HostEvent } from './host-event.js'

const maxWaitingEvents = 10_000
const maxWaitingBytes = 64 * 1024 * 1024
const maxWaitingOfServer = 2_000
const maxWaitingOfServerBytes = 16 * 1024 * 1024
/** While this many events or bytes are queued, `log` and `stderr` events are dropped. */
const maxWaitingOutput = 1_000
const maxWaitingOutputBytes = 8 * 1024 * 1024

/**
 * The unread events of one reader, limited in number and in bytes. In place of dropped events of a server it has one `error`
 * event, which counts them when it is read.
 */
export class EventQueue {
  #entries: QueueEntry[] = []
  /** The servers with queued events. */
  readonly #shares = new Map<string | undefined, ServerShare>()
  #bytes = 0

  /** @throws OmniportError `limit` if there is no room for an event that must not be dropped. */
  push(event: HostEvent): void {
    const { server } = event
    const share = this.#shares.get(server) ?? { count: 0, bytes: 0, dropped: undefined }
    if (this.#isTooMuch(event, share)) {
      this.#drop(event, share)
      return
    }
    if (this.#entries.length >= maxWaitingEvents || this.#bytes >= maxWaitingBytes) throw tooManyUnread()
    this.#add({ server, event, bytes: estimateBytes(event) }, share)
  }

  shift(): HostEvent | undefined {
    const entry = this.#entries.shift()
    if (entry === undefined) return undefined
    const { server, event, bytes } = entry
    this.#bytes -= bytes
    const share = this.#shares.get(server)
    if (share !== undefined) {
      share.count -= 1
      share.bytes -= bytes
      if (share.dropped === event) share.dropped = undefined
      if (share.count === 0) this.#shares.delete(server)
    }
    return event instanceof DroppedEvents ? { type: 'error', server, error: event.toError(server) } : event
  }

  clear(): void {
    this.#entries = []
    this.#shares.clear()
    this.#bytes = 0
  }

  #isTooMuch(event: HostEvent, { count, bytes }: ServerShare): boolean {
    const isOutput = event.type === 'log' || event.type === 'stderr'
    if (isOutput && (this.#entries.length >= maxWaitingOutput || this.#bytes >= maxWaitingOutputBytes)) return true
    if (event.server === undefined) return false
    return count >= maxWaitingOfServer - 1 || bytes >= maxWaitingOfServerBytes
  }

  #drop(event: HostEvent, share: ServerShare): void {
    if (share.dropped === undefined) {
      share.dropped = new DroppedEvents()
      this.#add({ server: event.server, event: share.dropped, bytes: 0 }, share)
    }
    share.dropped.add(event)
  }

  #add(entry: QueueEntry, share: ServerShare): void {
    this.#entries.push(entry)
    this.#bytes += entry.bytes
    share.count += 1
    share.bytes += entry.bytes
    this.#shares.set(entry.server, share)
  }
}

interface QueueEntry {
  readonly server: string | undefined
  readonly event: HostEvent | DroppedEvents
  readonly bytes: number
}

/** The queued events of one server. */
interface ServerShare {
  count: number
  bytes: number
  /** The entry that counts dropped events, while it is queued. */
  dropped: DroppedEvents | undefined
}

class DroppedEvents {
  #logs = 0
  #lines = 0
  #others = 0

  add({ type }: HostEvent): void {
    if (type === 'log') this.#logs += 1
    else if (type === 'stderr') this.#lines += 1
    else this.#others += 1
  }

  toError(server: string | undefined): OmniportError {
    const counts = [
      count(this.#logs, 'log message', 'log messages'),
      count(this.#lines, 'line of stderr', 'lines of stderr'),
      count(this.#others, 'other event', 'other events'),
    ].filter((text) => text !== undefined)
    const dropped = `Too many events of the server ${truncate(server ?? '')} were unread, and these were dropped`
    const advice = this.#others > 0 ? '; list its tools, prompts and resources again' : ''
    return new OmniportError('limit', `${dropped}: ${counts.join(', ')}${advice}`)
  }
}

function count(number: number, one: string, several: string): string | undefined {
  return number === 0 ? undefined : `${number} ${number === 1 ? one : several}`
}

function tooManyUnread(): OmniportError {
  const mebibytes = maxWaitingBytes / 1024 / 1024
  const message = `More than ${maxWaitingEvents} events, or ${mebibytes} MiB of them, are unread: read events() faster`
  return new OmniportError('limit', message)
}

/** Estimates the memory of an event from above: two bytes per character, 64 per value. A cycle counts as very much. */
function estimateBytes(event: HostEvent): number {
  let bytes = 0
  const values: unknown[] = [event]
  while (values.length > 0 && bytes < maxWaitingBytes) {
    const value = values.pop()
    bytes += bytesPerValue
    if (typeof value === 'string') bytes += 2 * value.length
    if (typeof value !== 'object' || value === null) continue
    // The members of an error are not enumerable.
    if (value instanceof Error) values.push(value.message, value.stack, value.cause)
    if (Array.isArray(value)) {
      for (const item of value) values.push(item)
      continue
    }
    for (const name of Object.keys(value)) {
      bytes += 2 * name.length
      values.push((value as Readonly<Record<string, unknown>>)[name])
    }
  }
  return bytes
}

const bytesPerValue = 64
