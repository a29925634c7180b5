import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { LoggedEvent } from '../event-log.js'
import { createMemoryEventLog } from './memory-event-log.js'

const limits = { eventLogEvents: 4, eventLogBytes: 12, eventLogMs: 10 }
const lagBytes = 10
const name = fc.constantFrom('a', 'b', '__proto__')

type Step =
  | { readonly do: 'append'; readonly name: string; readonly sizes: readonly number[] }
  | { readonly do: 'open'; readonly name: string; readonly after: number | undefined }
  | { readonly do: 'pull' | 'abort'; readonly reader: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'delete'; readonly name: string }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      name,
      sizes: fc.array(fc.nat(8), { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('open' as const), name, after: fc.option(fc.nat(), { nil: undefined }) }),
  },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('pull' as const), reader: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('abort' as const), reader: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), name }) },
)

test('whatever happens in whatever order, a reader gets each event once and in order, or a limit where one is gone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const check = new ModelCheck()
      for (const current of steps) await check.run(current)
      await check.end()
    }),
    { numRuns: 300 },
  )
})

/** The expected contents of a stream: all events, of which the first ones are gone. */
interface Expected {
  readonly all: { readonly id: string; readonly bytes: number }[]
  readonly readers: Set<Reading>
  dropped: number
  /** The first that readers can have which are behind. */
  bufferStart: number
  appendedAt: number
}

interface Reading {
  readonly name: string
  readonly after: string | undefined
  readonly controller: AbortController
  readonly iterator: AsyncIterator<LoggedEvent>
  /** Undefined: it has not begun. */
  stream: Expected | undefined
  position: number
  isDone: boolean
  pending: { outcome: string | undefined } | undefined
}

/** Does each step to a log and to a plain model of it, and compares. */
class ModelCheck {
  readonly #clock = createManualRuntime()
  readonly #log = createMemoryEventLog({ limits, clock: this.#clock, lagBytes })
  readonly #streams = new Map<string, Expected>()
  readonly #ids = new Map<string, readonly string[]>()
  readonly #readings: Reading[] = []

  async run(step: Step): Promise<void> {
    if (step.do === 'append') await this.#append(step.name, step.sizes)
    if (step.do === 'open') this.#open(step.name, step.after)
    if (step.do === 'pass') this.#clock.advance(step.ms)
    if (step.do === 'delete') await this.#delete(step.name)
    if (step.do === 'pull' || step.do === 'abort') {
      const reading = this.#readings[step.reader % this.#readings.length]
      if (reading !== undefined) this.#read(reading, step.do)
    }
    this.#expire()
    await this.#compare()
  }

  async end(): Promise<void> {
    for (const reading of this.#readings) this.#read(reading, 'abort')
    await this.#compare()
    this.#clock.advance(limits.eventLogMs)
    expect(this.#clock.timers).toBe(0)
  }

  async #append(name: string, sizes: readonly number[]): Promise<void> {
    const stream = this.#streams.get(name) ?? { all: [], readers: new Set(), dropped: 0, bufferStart: 0, appendedAt: 0 }
    this.#streams.set(name, stream)
    const ids = await Promise.all(sizes.map((size) => this.#log.append(name, 'x'.repeat(size))))
    for (const [index, id] of ids.entries()) {
      stream.all.push({ id, bytes: sizes[index] ?? 0 })
      while (isOver(stream)) stream.dropped++
      release(stream)
    }
    stream.appendedAt = this.#clock.now()
    this.#ids.set(name, [...ids].reverse().concat(this.#ids.get(name) ?? []))
  }

  #open(name: string, after: number | undefined): void {
    const controller = new AbortController()
    const ids = this.#ids.get(name)?.slice(0, 15) ?? []
    const id = after === undefined ? undefined : (ids[after % ids.length] ?? 'unknown')
    const iterator = this.#log.read(name, id, controller.signal)[Symbol.asyncIterator]()
    const fresh = { stream: undefined, position: 0, isDone: false, pending: undefined }
    this.#readings.push({ name, after: id, controller, iterator, ...fresh })
  }

  #read(reading: Reading, action: 'pull' | 'abort'): void {
    if (action === 'abort') {
      reading.controller.abort()
      this.#closeReader(reading)
      return
    }
    if (reading.pending !== undefined) return
    const pending: { outcome: string | undefined } = { outcome: undefined }
    reading.pending = pending
    reading.iterator.next().then(
      ({ done, value }) => (pending.outcome = done === true ? 'end' : value.id),
      (error) => (pending.outcome = error.code),
    )
  }

  async #delete(name: string): Promise<void> {
    await this.#log.delete(name)
    for (const reading of this.#streams.get(name)?.readers ?? []) this.#closeReader(reading)
    this.#streams.delete(name)
  }

  async #compare(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    for (const reading of this.#readings) {
      if (reading.pending === undefined) continue
      expect(reading.pending.outcome).toBe(this.#expected(reading))
      if (reading.pending.outcome !== undefined) reading.pending = undefined
    }
  }

  /** The expected event of a pulled reader; undefined if it should wait. */
  #expected(reading: Reading): string | undefined {
    if (reading.isDone) return 'end'
    const stream = reading.stream ?? this.#begin(reading)
    if (stream === undefined || reading.position < stream.bufferStart) {
      this.#closeReader(reading)
      return 'limit'
    }
    const id = stream.all[reading.position]?.id
    if (id !== undefined) reading.position++
    release(stream)
    return id
  }

  #begin(reading: Reading): Expected | undefined {
    const stream = this.#streams.get(reading.name) ?? {
      all: [],
      readers: new Set(),
      dropped: 0,
      bufferStart: 0,
      appendedAt: 0,
    }
    const afterIndex = stream.all.findIndex(({ id }) => id === reading.after)
    if (reading.after !== undefined && (afterIndex < 0 || afterIndex + 1 < stream.dropped)) return undefined
    reading.position = reading.after === undefined ? stream.dropped : afterIndex + 1
    reading.stream = stream
    stream.readers.add(reading)
    this.#streams.set(reading.name, stream)
    return stream
  }

  #closeReader(reading: Reading): void {
    reading.isDone = true
    reading.stream?.readers.delete(reading)
    if (reading.stream !== undefined) release(reading.stream)
    this.#expire()
  }

  /** Nothing lasts longer than its time, and a stream without events and readers is none. */
  #expire(): void {
    for (const [name, stream] of this.#streams) {
      if (this.#clock.now() - stream.appendedAt >= limits.eventLogMs)
        stream.dropped = stream.bufferStart = stream.all.length
      if (stream.dropped === stream.all.length && stream.readers.size === 0) this.#streams.delete(name)
    }
  }
}

function isOver({ all, dropped }: Expected): boolean {
  const available = all.slice(dropped)
  return available.length > 1 && (available.length > limits.eventLogEvents || bytesOf(available) > limits.eventLogBytes)
}

/** Events for slow readers are kept, up to a limit. */
function release(stream: Expected): void {
  const needed = Math.min(stream.dropped, ...[...stream.readers].map(({ position }) => position))
  stream.bufferStart = Math.max(stream.bufferStart, needed)
  while (bytesOf(stream.all.slice(stream.bufferStart, stream.dropped)) > lagBytes) stream.bufferStart++
}

function bytesOf(events: Expected['all']): number {
  return events.reduce((sum, { bytes }) => sum + bytes, 0)
}
