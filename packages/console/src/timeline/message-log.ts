import { signal } from '@preact/signals'
import type { MessageRecord } from '../api/contract.js'

/** Messages that the page holds at most: older ones are left out of the list. */
const maxRecords = 200_000

/** All messages, oldest first. `version` changes with every change. */
export class MessageLog {
  readonly version = signal(0)
  #records: MessageRecord[] = []
  #dropped = 0

  get records(): readonly MessageRecord[] {
    return this.#records
  }

  /** How many were taken from the front so far: positions move by that. */
  get dropped(): number {
    return this.#dropped
  }

  get firstSeq(): number {
    return this.#records[0]?.seq ?? Number.POSITIVE_INFINITY
  }

  /** Adds new messages; those that are there already are left out. */
  append(records: readonly MessageRecord[]): void {
    const last = this.#records.at(-1)?.seq ?? 0
    for (const record of records) if (record.seq > last) this.#records.push(record)
    const surplus = this.#records.length - maxRecords
    if (surplus > 0) this.#drop(surplus + maxRecords / 20)
    this.version.value += 1
  }

  /** Adds the messages before `before`. Returns false if they have no place: others were added or dropped meanwhile, or it is full. */
  prepend(records: readonly MessageRecord[], before: number): boolean {
    if (this.#records.length > 0 && this.firstSeq < before) return false
    if (this.#records.length + records.length > maxRecords) return false
    const older = records.filter(({ seq }) => seq < this.firstSeq)
    this.#records = [...older, ...this.#records]
    this.#dropped -= older.length
    this.version.value += 1
    return true
  }

  dropBefore(seq: number): void {
    const index = this.#records.findIndex((record) => record.seq >= seq)
    this.#drop(index < 0 ? this.#records.length : index)
    this.version.value += 1
  }

  clear(): void {
    this.dropBefore(Number.POSITIVE_INFINITY)
  }

  find(seq: number): MessageRecord | undefined {
    const guess = this.#records[seq - this.firstSeq]
    return guess?.seq === seq ? guess : this.#records.find((record) => record.seq === seq)
  }

  #drop(count: number): void {
    this.#records.splice(0, count)
    this.#dropped += count
  }
}
