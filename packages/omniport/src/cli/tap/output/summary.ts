import type { RecordedLine } from '../../../entries/protocol.js'
import { formatLine } from '../../output/format-line.js'

/** The requests without a response that are remembered. */
const maxOpen = 10_000

/**
 * Describes the lines of a recording for a person, one line each: direction, method, id, size, and with a response the time since
 * its request. Undefined for lines that say little.
 */
export class Summary {
  /** The open requests of each connection, by sender and id. */
  readonly #open = new Map<string, { readonly method: string; readonly ms: number }>()

  describe(line: RecordedLine): readonly string[] {
    const { message, end, error } = line
    if (message !== undefined) {
      const parts: readonly unknown[] = Array.isArray(message) ? message : [message]
      return parts.map((part) => this.#describeMessage(toMembers(part), line))
    }
    if (error !== undefined) return [formatLine(`! ${error}`)]
    if (end === 'exit') return [`← exit ${line.signal ?? line.code}`]
    if (end === 'aborted') return [`${arrowOf(line)} broke off`]
    return describeOther(line)
  }

  #describeMessage(message: Members, line: RecordedLine): string {
    const { method, id } = message
    const arrow = arrowOf(line)
    if (typeof method !== 'string') return this.#describeResponse(message, line)
    const named = toMembers(message['params'])
    const subject = ['name', 'uri', 'level'].map((name) => named[name]).find((value) => typeof value === 'string')
    if (id !== undefined) this.#remember(`${line.connection} ${line.from} ${JSON.stringify(id)}`, method, line.ms)
    return format([arrow, method, subject, idOf(id), formatBytes(line.bytes)])
  }

  #describeResponse({ id, error }: Members, line: RecordedLine): string {
    const key = `${line.connection} ${line.from === 'client' ? 'server' : 'client'} ${JSON.stringify(id)}`
    const request = this.#open.get(key)
    this.#open.delete(key)
    const took = request === undefined ? undefined : formatMs(line.ms - request.ms)
    const { code, message } = toMembers(error)
    const failure = error === undefined ? undefined : `error ${String(code)} ${String(message)}`
    return format([arrowOf(line), request?.method ?? 'response', idOf(id), formatBytes(line.bytes), took, failure])
  }

  #remember(key: string, method: string, ms: number): void {
    const [oldest] = this.#open.keys()
    if (this.#open.size >= maxOpen && oldest !== undefined) this.#open.delete(oldest)
    this.#open.set(key, { method, ms })
  }
}

type Members = Readonly<Record<string, unknown>>

/** Text that is no message, and HTTP responses that failed. Successful ones without a body are not worth a line. */
function describeOther(line: RecordedLine): readonly string[] {
  const { transport, status, request, text = '', base64, cut } = line
  if (cut === true) return [format([arrowOf(line), 'message in part', formatBytes(line.bytes), text])]
  if (status !== undefined && status >= 400) return [format([arrowOf(line), `HTTP ${status}`, text])]
  if (request !== undefined && request.method !== 'POST') {
    return [format([arrowOf(line), request.method, request.path])]
  }
  const isMessage = transport === 'stdio' && line.stream === undefined && (text.trim() !== '' || base64 !== undefined)
  return isMessage ? [format([arrowOf(line), 'not a message', formatBytes(line.bytes), text])] : []
}

function arrowOf({ from }: RecordedLine): string {
  return from === 'client' ? '→' : '←'
}

function idOf(id: unknown): string | undefined {
  return id === undefined ? undefined : `#${String(id)}`
}

/** Texts come from a peer. */
function format(parts: readonly (string | undefined)[]): string {
  const present = parts.filter((part) => part !== undefined && part !== '')
  return formatLine(
    present.map((part = '') => (part.length > maxPart ? `${part.slice(0, maxPart)}…` : part)).join('  '),
  )
}

const maxPart = 120

function formatMs(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

function formatBytes(bytes: number | undefined): string | undefined {
  if (bytes === undefined) return undefined
  if (bytes < 1_024) return `${bytes} B`
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`
}

function toMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}
