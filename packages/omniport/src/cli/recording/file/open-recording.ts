import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type LinePosition,
  parseRecordingLine,
  type RecordedLine,
  type RecordingEntry,
  type RecordingHeader,
  readRecording,
} from '../../../entries/protocol.js'
import { CliError } from '../../errors/cli-error.js'
import type { Io } from '../../process/io.js'

/** A recording in a file, of which one line at a time is in memory. */
export interface RecordingFile {
  /** As it was given. */
  readonly name: string
  readonly header: RecordingHeader
  /**
   * Reads the lines in order. A last line that is torn is left out, with a warning; messages that were recorded in part have one
   * warning at the end. Rejects with CliError `usage`.
   */
  lines(): AsyncGenerator<PositionedLine, void>
  /** Reads one line again. */
  lineAt(position: Pick<LinePosition, 'start' | 'length'>): Promise<TextLine>
  close(): Promise<void>
}

export type PositionedLine = LinePosition & TextLine

export interface TextLine {
  readonly line: RecordedLine
  /** The JSON text of the whole line. */
  readonly text: string
}

/** Opens a recording, or a report with one, and reads its first line. Rejects with CliError `usage` for any other file. */
export async function openRecording(verb: string, name: string, io: Io): Promise<RecordingFile> {
  const path = resolve(io.cwd, name)
  const file = await openFile(verb, path, name)
  const entries = () => readRecording(createReadStream(path, { highWaterMark: pieceBytes }))
  try {
    const header = await withProblem({ verb, name }, () => readHeader(entries()))
    let hasWarned = false
    const cut = new CutLines(name)
    return {
      name,
      header,
      async *lines() {
        const source = entries()
        for (;;) {
          const { value, done } = await withProblem({ verb, name }, () => source.next())
          if (done === true || value === undefined) return cut.report(io)
          if (value.type === 'line') {
            cut.add(value)
            yield value
          }
          if (value.type !== 'problem') continue
          if (!value.isTorn) throw new CliError('usage', `${verb}: line ${value.number} of ${name}: ${value.text}`)
          if (!hasWarned) io.warn(`line ${value.number} of ${name} is torn off, and left out`)
          hasWarned = true
        }
      },
      lineAt: (position) => readLineAt(file, position),
      close: () => file.close(),
    }
  } catch (reason) {
    await file.close()
    throw reason
  }
}

/** The lines whose messages were too long to be recorded in full. */
class CutLines {
  readonly #name: string
  readonly #numbers = new Set<number>()
  #hasWarned = false

  constructor(name: string) {
    this.#name = name
  }

  add({ line, number }: PositionedLine): void {
    if (line.cut === true) this.#numbers.add(number)
  }

  /** Warns once, however often the file is read. */
  report(io: Pick<Io, 'warn'>): void {
    const { size } = this.#numbers
    if (size === 0 || this.#hasWarned) return
    this.#hasWarned = true
    const shown = [...this.#numbers].slice(0, mostShown).join(', ')
    const which = size === 1 ? `the message in line ${shown}` : `the messages in lines ${shown}`
    const more = size > mostShown ? ` and ${size - mostShown} more` : ''
    const left = size === 1 ? 'it is left out' : 'they are left out'
    const advice = '"omniport tap --max-message <MiB>" records longer ones'
    io.warn(`${this.#name} has only the start of ${which}${more}; ${left}. ${advice}`)
  }
}

const mostShown = 5

/** What is read of a file at once. */
const pieceBytes = 262_144

async function openFile(verb: string, path: string, name: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'r')
    const stats = await file.stat()
    if (stats.isFile()) return file
    await file.close()
    throw new Error('it is not a file')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException // node:fs throws nothing else
    const reason = code === 'ENOENT' ? 'there is no such file; omniport record makes one' : message
    throw new CliError('usage', `${verb}: cannot read ${name}: ${reason}`, { cause })
  }
}

async function readHeader(entries: AsyncGenerator<RecordingEntry, void>): Promise<RecordingHeader> {
  for await (const entry of entries) if (entry.type === 'header') return entry.header
  throw new TypeError('It has no header') // the reader rejects before
}

/** Reading fails for a file that is no recording, and where the disk does. */
async function withProblem<T>(
  { verb, name }: { readonly verb: string; readonly name: string },
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    const { message } = cause as Error // the reader and node:fs throw nothing else
    throw new CliError('usage', `${verb}: ${name}: ${message}`, { cause })
  }
}

async function readLineAt(
  file: FileHandle,
  { start, length }: Pick<LinePosition, 'start' | 'length'>,
): Promise<TextLine> {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, start + at)
    if (bytesRead === 0) throw new CliError('usage', 'The recording became shorter while it was read')
    at += bytesRead
  }
  const text = new TextDecoder().decode(bytes)
  const line = parseLine(text)
  if (line !== undefined) return { line, text }
  throw new CliError('usage', 'The recording changed while it was read')
}

/** Undefined for what was a line, and is none any more. */
function parseLine(text: string): RecordedLine | undefined {
  try {
    const parsed = parseRecordingLine(text)
    return parsed.type === 'line' ? parsed.line : undefined
  } catch {
    return undefined
  }
}
