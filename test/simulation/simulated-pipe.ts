import { Buffer } from 'node:buffer'
import { Readable, Writable } from 'node:stream'
import type { Random } from './random.js'
import type { Scheduler, Source } from './scheduler.js'

/** What a pipe is made from. */
export interface SimulatedPipeOptions {
  readonly random: Random
  readonly scheduler: Scheduler
  /** How much may be on its way: more is taken only when some of it was delivered. */
  readonly capacity: number
  /** Gets each line as it is written, and again as its last byte is delivered. */
  readonly onLine: (line: string, where: 'written' | 'delivered') => void
}

/**
 * Bytes that go one way, in pieces and at times that the scheduler chooses. Whoever made it ends `writable` and reads
 * `readable` to its end, or cuts it.
 */
export class SimulatedPipe implements Source {
  readonly readable: Readable
  readonly writable: Writable
  /** Nothing is delivered. */
  isStalled = false
  readonly #options: SimulatedPipeOptions
  readonly #written: LineTap
  readonly #delivered: LineTap
  #chunks: Buffer[] = []
  #bytes = 0
  #taken: ((error?: Error | null) => void) | undefined
  #isWanted = false
  #isEnded = false
  #isOver = false

  constructor(options: SimulatedPipeOptions) {
    this.#options = options
    this.#written = new LineTap((line) => options.onLine(line, 'written'))
    this.#delivered = new LineTap((line) => options.onLine(line, 'delivered'))
    this.readable = new Readable({
      read: () => {
        this.#isWanted = true
      },
      destroy: (error, done) => {
        this.#break()
        done(error)
      },
    })
    this.writable = new Writable({
      highWaterMark: 1024,
      decodeStrings: true,
      write: (chunk: Buffer, _encoding, taken) => this.#write(chunk, taken),
      final: (done) => {
        this.#isEnded = true
        done()
      },
    })
    options.scheduler.add(this)
  }

  weight(): number {
    if (this.isStalled || !this.#isWanted) return 0
    return this.#bytes > 0 || this.#isEnded ? 2 : 0
  }

  step(): void {
    const { random } = this.#options
    if (this.#bytes === 0) {
      this.#leave()
      this.readable.push(null)
      return
    }
    const [first = Buffer.alloc(0)] = this.#chunks
    const length = random.chance(0.6) ? first.length : random.between(1, first.length)
    const piece = first.subarray(0, length)
    if (length === first.length) this.#chunks.shift()
    else this.#chunks[0] = first.subarray(length)
    this.#bytes -= length
    this.#isWanted = false
    this.#delivered.take(piece)
    this.readable.push(piece)
    if (this.#bytes < this.#options.capacity) this.#acknowledge()
  }

  /** Breaks it: what is on its way is lost, and both ends are told, each in its way. */
  cut(): void {
    if (this.#isOver) return
    this.#break()
    this.readable.destroy()
  }

  #write(chunk: Buffer, taken: (error?: Error | null) => void): void {
    if (this.#isOver) {
      taken(new Error('write EPIPE'))
      return
    }
    this.#written.take(chunk)
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes < this.#options.capacity) taken()
    else this.#taken = taken
  }

  #acknowledge(error?: Error): void {
    const taken = this.#taken
    this.#taken = undefined
    taken?.(error)
  }

  #break(): void {
    if (this.#isOver) return
    this.#leave()
    this.#chunks = []
    this.#bytes = 0
    if (this.#taken !== undefined) this.#acknowledge(new Error('write EPIPE'))
    else if (!this.writable.writableFinished) this.writable.destroy(new Error('read ECONNRESET'))
  }

  #leave(): void {
    this.#isOver = true
    this.#options.scheduler.remove(this)
  }
}

/** Cuts bytes into lines. */
class LineTap {
  readonly #onLine: (line: string) => void
  #rest: Buffer[] = []

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  take(piece: Buffer): void {
    let from = 0
    for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, from)) {
      this.#onLine(Buffer.concat([...this.#rest, piece.subarray(from, at)]).toString())
      this.#rest = []
      from = at + 1
    }
    if (from < piece.length) this.#rest.push(piece.subarray(from))
  }
}
