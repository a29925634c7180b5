import { recordBody, recordLine } from './recorded-content.js'
import type { LineStart, RecordingWriter } from './recording-writer.js'
import { LineSplitter, type RawContent } from './split-content.js'

/** How a program ended. */
export interface ProgramEnd {
  readonly code?: number | undefined
  readonly signal?: string | undefined
}

/** Records a conversation over the pipes of a program. Bytes may come in pieces of any size. */
export class PipeRecorder {
  readonly #writer: RecordingWriter
  readonly #client: LineStart
  readonly #server: LineStart
  readonly #lines: { readonly client: LineSplitter; readonly server: LineSplitter; readonly stderr: LineSplitter }

  constructor(writer: RecordingWriter) {
    const base = { transport: 'stdio', connection: writer.nextConnection() } as const
    this.#writer = writer
    this.#client = { ...base, from: 'client' }
    this.#server = { ...base, from: 'server' }
    const { maxContentBytes } = writer
    this.#lines = {
      client: new LineSplitter(maxContentBytes),
      server: new LineSplitter(maxContentBytes),
      stderr: new LineSplitter(maxStderrBytes),
    }
  }

  fromClient(bytes: Uint8Array): void {
    this.#record(this.#client, this.#lines.client.push(bytes))
  }

  fromServer(bytes: Uint8Array): void {
    this.#record(this.#server, this.#lines.server.push(bytes))
  }

  stderr(bytes: Uint8Array): void {
    this.#recordStderr(this.#lines.stderr.push(bytes))
  }

  /** The client closed the stdin of the program. */
  endClient(): void {
    this.#record(this.#client, this.#lines.client.end())
    this.#writer.write(this.#client, { end: 'complete' })
  }

  /** The program closed its stdout. */
  endServer(): void {
    this.#record(this.#server, this.#lines.server.end())
    this.#writer.write(this.#server, { end: 'complete' })
  }

  exit(end: ProgramEnd): void {
    this.#recordStderr(this.#lines.stderr.end())
    this.#writer.write(this.#server, { end: 'exit', ...end })
  }

  #record(start: LineStart, lines: Iterable<RawContent>): void {
    for (const line of lines) this.#writer.write(start, {}, recordLine(line, this.#writer.content))
  }

  #recordStderr(lines: Iterable<RawContent>): void {
    for (const line of lines)
      this.#writer.write(this.#server, { stream: 'stderr' }, recordBody(line, this.#writer.content))
  }
}

/** A line that a program writes to stderr. */
const maxStderrBytes = 65_536
