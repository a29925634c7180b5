import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a text is in the spool. */
export interface SpoolPosition {
  readonly segment: number
  readonly offset: number
  readonly length: number
}

export interface SpoolOptions {
  /** Default: 32 MiB. */
  readonly segmentBytes?: number | undefined
  /** The oldest segments are deleted beyond this. Default: 512 MiB. */
  readonly maxBytes?: number | undefined
}

interface Segment {
  readonly fd: number
  readonly path: string
  length: number
}

/**
 * Texts on disk, in a folder that nobody else can read, until it is closed. Writes are gathered, and are on disk before they are
 * read.
 */
export class Spool {
  readonly #folder: string
  readonly #segmentBytes: number
  readonly #maxBytes: number
  readonly #segments = new Map<number, Segment>()
  #last = 0
  #gathered: Buffer[] = []
  #gatheredBytes = 0
  #bytes = 0

  constructor({ segmentBytes = 33_554_432, maxBytes = 536_870_912 }: SpoolOptions = {}) {
    this.#folder = mkdtempSync(join(tmpdir(), 'omniport-console-')) // mode 0700
    this.#segmentBytes = segmentBytes
    this.#maxBytes = maxBytes
    this.#open()
  }

  /** What is on disk, or will be. */
  get bytes(): number {
    return this.#bytes
  }

  /** The oldest segment that is still there. */
  get firstSegment(): number {
    return this.#segments.keys().next().value ?? 0
  }

  append(text: string): SpoolPosition {
    const bytes = Buffer.from(text)
    let segment = this.#current()
    if (segment.length > 0 && segment.length + bytes.length > this.#segmentBytes) {
      this.#flush()
      segment = this.#open()
    }
    const position = { segment: this.#last, offset: segment.length, length: bytes.length }
    segment.length += bytes.length
    this.#bytes += bytes.length
    this.#gathered.push(bytes)
    this.#gatheredBytes += bytes.length
    if (this.#gatheredBytes >= gatherBytes) this.#flush()
    this.#deleteOldest()
    return position
  }

  /** Undefined if it was deleted. */
  read({ segment, offset, length }: SpoolPosition): string | undefined {
    const found = this.#segments.get(segment)
    if (found === undefined) return undefined
    this.#flush()
    const bytes = Buffer.alloc(length)
    readSync(found.fd, bytes, 0, length, offset)
    return bytes.toString()
  }

  close(): void {
    for (const { fd } of this.#segments.values()) closeSync(fd)
    this.#segments.clear()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #current(): Segment {
    return this.#segments.get(this.#last) ?? this.#open()
  }

  #open(): Segment {
    this.#last += 1
    const path = join(this.#folder, `${this.#last}.jsonl`)
    const segment = { fd: openSync(path, 'wx+', 0o600), path, length: 0 }
    this.#segments.set(this.#last, segment)
    return segment
  }

  #flush(): void {
    if (this.#gatheredBytes === 0) return
    const { fd, length } = this.#current()
    const bytes = Buffer.concat(this.#gathered)
    let written = 0
    while (written < bytes.length) {
      written += writeSync(fd, bytes, written, bytes.length - written, length - bytes.length + written)
    }
    this.#gathered = []
    this.#gatheredBytes = 0
  }

  #deleteOldest(): void {
    while (this.#bytes > this.#maxBytes && this.#segments.size > 1) {
      const number = this.firstSegment
      const oldest = this.#segments.get(number)
      this.#segments.delete(number)
      if (oldest === undefined) continue
      closeSync(oldest.fd)
      rmSync(oldest.path, { force: true })
      this.#bytes -= oldest.length
    }
  }
}

const gatherBytes = 65_536
