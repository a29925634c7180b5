import { signal } from '@preact/signals'
import type { MessageRecord } from '../api/contract.js'
import type { MessageLog } from './message-log.js'

/** Messages that are compared with the filter in one frame. */
export const recordsPerFrame = 4_000

/** The messages that pass a filter. A new filter is worked through in slices, so that no frame waits for it. */
export class FilteredLog {
  /** Changes when more is known. */
  readonly version = signal(0)
  readonly #log: MessageLog
  #accepts: ((record: MessageRecord) => boolean) | undefined
  #found: MessageRecord[] = []
  /** Counted from the first message that ever was. */
  #next = 0
  #first = 0

  constructor(log: MessageLog) {
    this.#log = log
  }

  /** Without a filter it is the log itself. */
  get records(): readonly MessageRecord[] {
    return this.#accepts === undefined ? this.#log.records : this.#found
  }

  /** Between 0 and 1: how much of the log was compared. */
  get progress(): number {
    const { length } = this.#log.records
    return this.#accepts === undefined || length === 0 ? 1 : (this.#next - this.#log.dropped) / length
  }

  setFilter(accepts: ((record: MessageRecord) => boolean) | undefined): void {
    this.#accepts = accepts
    this.#restart()
    this.version.value += 1
  }

  /** Compares the next slice. Returns whether something is left to do. */
  advance(): boolean {
    const accepts = this.#accepts
    const { records, dropped } = this.#log
    if (dropped < this.#first) this.#restart()
    if (dropped > this.#first) this.#forget(records[0]?.seq ?? Number.POSITIVE_INFINITY)
    if (accepts === undefined) return false
    const start = Math.max(0, this.#next - dropped)
    const end = Math.min(records.length, start + recordsPerFrame)
    for (let index = start; index < end; index += 1) {
      const record = records[index]
      if (record !== undefined && accepts(record)) this.#found.push(record)
    }
    this.#next = end + dropped
    if (end > start) this.version.value += 1
    return end < records.length
  }

  #restart(): void {
    this.#found = []
    this.#first = this.#log.dropped
    this.#next = this.#first
  }

  #forget(firstSeq: number): void {
    this.#first = this.#log.dropped
    const index = this.#found.findIndex(({ seq }) => seq >= firstSeq)
    this.#found.splice(0, index < 0 ? this.#found.length : index)
  }
}
