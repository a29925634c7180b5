import { parseRecordingLine, UnsupportedRecording } from './parse-recording-line.js'
import type { RecordedLine, RecordingHeader } from './recording-line.js'

/** The position of a line in its file. */
export interface LinePosition {
  /** Counted from 1. */
  readonly number: number
  /** The bytes before it. */
  readonly start: number
  /** Its length in bytes, without the line feed. */
  readonly length: number
}

/** A part of a recording, as `readRecording` yields it. */
export type RecordingEntry = LinePosition &
  (
    | { readonly type: 'header'; readonly header: RecordingHeader }
    /** `text` is the JSON of the line. */
    | { readonly type: 'line'; readonly line: RecordedLine; readonly text: string }
    /** A line that is not part of a recording. `isTorn`: it is the last one and has no line feed, since its writer was stopped. */
    | { readonly type: 'problem'; readonly text: string; readonly isTorn: boolean }
  )

/**
 * Reads a recording as its bytes come, in pieces of any size, and holds one line at a time. It also reads the recording within a
 * report that `omniport` wrote as HTML. Empty lines are skipped.
 *
 * Rejects with TypeError for bytes that are no recording, or one of a newer version, and as the source does.
 */
export async function* readRecording(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<RecordingEntry, void> {
  const lines = new LineReader()
  const reader = new EntryReader()
  for await (const piece of bytes) {
    for (const line of lines.push(piece)) {
      const entry = reader.read(line)
      if (entry !== undefined) yield entry
    }
    if (reader.isOver) break
  }
  const last = lines.end()
  const entry = last && reader.read(last)
  if (entry !== undefined) yield entry
  if (!reader.hasHeader) throw notARecording()
}

/** The line before the recording in a report, and the start of the one after it. */
const reportStart = '<script type="application/x-ndjson" id="recording">'
const reportEnd = '</script>'

class EntryReader {
  hasHeader = false
  /** True: the recording in a report has ended. */
  isOver = false
  /** True: the lines before the recording in a report are skipped. */
  #isBefore = false
  #isReport = false

  read({ bytes, isLast, isLong, ...position }: ByteLine): RecordingEntry | undefined {
    if (this.isOver) return undefined
    const text = isLong ? '' : decoder.decode(bytes)
    if (this.#isBefore) {
      this.#isBefore = text.trim() !== reportStart
      return undefined
    }
    if (!isLong && text.trim() === '') return undefined
    if (!this.hasHeader && !this.#isReport && /^\uFEFF?<!doctype html>/i.test(text)) {
      this.#isReport = this.#isBefore = true
      return undefined
    }
    if (this.#isReport && text.startsWith(reportEnd)) {
      this.isOver = true
      return undefined
    }
    const problem = isLong ? `is longer than ${maxLineBytes / 1_048_576} MiB` : undefined
    return { ...position, ...this.#parse(text, problem, isLast && !this.#isReport) }
  }

  #parse(text: string, problem: string | undefined, isLast: boolean) {
    try {
      if (problem !== undefined) throw new TypeError(problem)
      const parsed = parseRecordingLine(text)
      if (!this.hasHeader && parsed.type !== 'header') throw notARecording()
      if (parsed.type === 'line') return { ...parsed, text }
      this.hasHeader = true
      return parsed
    } catch (reason) {
      if (reason instanceof UnsupportedRecording) throw reason
      if (!this.hasHeader) throw notARecording()
      return { type: 'problem', text: (reason as Error).message, isTorn: isLast } as const // nothing else is thrown
    }
  }
}

function notARecording(): TypeError {
  return new TypeError('It is not a recording: its first line must be {"format":"omniport-recording","version":1,…}')
}

interface ByteLine extends LinePosition {
  readonly bytes: Uint8Array
  /** True: there was no line feed after it. */
  readonly isLast: boolean
  /** True: it is too long, and `bytes` is empty. */
  readonly isLong: boolean
}

/** Splits bytes into lines, and says where each begins. */
class LineReader {
  #pieces: Uint8Array[] = []
  #start = 0
  #length = 0
  #number = 1

  /** Returns the last line, if it had no line feed. */
  end(): ByteLine | undefined {
    return this.#length > 0 ? this.#take(true) : undefined
  }

  *push(piece: Uint8Array): Generator<ByteLine, void> {
    let from = 0
    for (let at = piece.indexOf(lineFeed); at !== -1; at = piece.indexOf(lineFeed, from)) {
      this.#add(piece.subarray(from, at))
      from = at + 1
      yield this.#take(false)
    }
    this.#add(piece.subarray(from))
  }

  /** What is too long is counted only. The source may use its buffer again, so that pieces are copied. */
  #add(piece: Uint8Array): void {
    this.#length += piece.length
    if (this.#length > maxLineBytes) this.#pieces = []
    else if (piece.length > 0) this.#pieces.push(piece.slice())
  }

  #take(isLast: boolean): ByteLine {
    const isLong = this.#length > maxLineBytes
    const bytes = isLong ? new Uint8Array(0) : join(this.#pieces, this.#length)
    const line = { number: this.#number, start: this.#start, length: this.#length, bytes, isLast, isLong }
    this.#number += 1
    this.#start += this.#length + 1
    this.#length = 0
    this.#pieces = []
    return line
  }
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = pieces
  if (first !== undefined && pieces.length === 1) return first
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

const lineFeed = 0x0a
const decoder = new TextDecoder()

/** A message of 16 MiB whose every character is escaped, and more. */
const maxLineBytes = 134_217_728
