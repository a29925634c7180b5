import type { RecordedLine } from '../recording/recording-line.js'

/** A message of a recording, or something else that happened, as a row of the list. */
export interface Row {
  /** The position of its line in the data. */
  readonly start: number
  readonly end: number
  readonly ms: number
  readonly from: RecordedLine['from']
  readonly connection: number
  readonly type: 'request' | 'response' | 'notification' | 'stderr' | 'http' | 'end' | 'other'
  /** The method, also of a response. */
  readonly title: string
  /** The tool, the URI, the status, the text. */
  readonly subject: string
  readonly id: string
  readonly bytes: number
  isError: boolean
  /** The row of the answer, or of the request. */
  partner: number
  /** Between request and answer. */
  tookMs: number
}

type Members = Readonly<Record<string, unknown>>

/** Makes the rows of lines, one after the other; a line that cannot be read has none. */
export class RowReader {
  readonly rows: Row[] = []
  /** By connection, sender and id, the row of each open request. */
  readonly #open = new Map<string, number>()

  read(text: string, start: number): void {
    const line = parseLine(text)
    if (line === undefined) return
    const end = start + text.length
    const { message } = line
    const parts = message === undefined ? [undefined] : Array.isArray(message) ? message : [message]
    for (const part of parts) this.#add(line, part === undefined ? undefined : toMembers(part), { start, end })
  }

  #add(
    line: RecordedLine,
    message: Members | undefined,
    position: { readonly start: number; readonly end: number },
  ): void {
    const { ms, from, connection, bytes = 0 } = line
    const base = { ...position, ms, from, connection, bytes, partner: -1, tookMs: -1 }
    if (message === undefined) {
      const other = describeOther(line)
      if (other !== undefined) this.rows.push({ ...base, id: '', ...other })
      return
    }
    const { method, id } = message
    const shownId = id === undefined ? '' : JSON.stringify(id)
    if (typeof method !== 'string') {
      this.#addResponse({ ...base, id: shownId }, message)
      return
    }
    if (id !== undefined) this.#open.set(`${connection} ${from} ${shownId}`, this.rows.length)
    const type = id === undefined ? 'notification' : 'request'
    this.rows.push({ ...base, type, title: method, subject: subjectOf(message), id: shownId, isError: false })
  }

  #addResponse(base: Omit<Row, 'type' | 'title' | 'subject' | 'isError'>, message: Members): void {
    const requester = base.from === 'client' ? 'server' : 'client'
    const key = `${base.connection} ${requester} ${base.id}`
    const at = this.#open.get(key)
    this.#open.delete(key)
    const request = at === undefined ? undefined : this.rows[at]
    const { error, result } = message
    const isError = error !== undefined || toMembers(result)['isError'] === true
    const subject =
      error === undefined
        ? resultOf(toMembers(result))
        : `${String(toMembers(error)['code'])} ${String(toMembers(error)['message'])}`
    const tookMs = request === undefined ? -1 : base.ms - request.ms
    if (request !== undefined) {
      request.partner = this.rows.length
      request.tookMs = tookMs
      request.isError = isError
    }
    const title = request?.title ?? 'response'
    this.rows.push({ ...base, type: 'response', title, subject, isError, partner: at ?? -1, tookMs })
  }
}

export function parseLine(text: string): RecordedLine | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const { ms, connection, from } = toMembers(value)
    const isLine = typeof ms === 'number' && typeof connection === 'number' && (from === 'client' || from === 'server')
    return isLine ? (value as RecordedLine) : undefined // as far as it is shown
  } catch {
    return undefined
  }
}

export function toMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

/** What a line without a message says. */
function describeOther(line: RecordedLine): Pick<Row, 'type' | 'title' | 'subject' | 'isError'> | undefined {
  const { stream, text = '', end, request, status, error } = line
  const isError = status !== undefined && status >= 400
  if (stream === 'stderr') return { type: 'stderr', title: 'stderr', subject: shorten(text), isError: false }
  if (error !== undefined) return { type: 'end', title: 'not sent', subject: shorten(error), isError: true }
  if (end === 'exit') {
    const how = line.signal ?? line.code
    return { type: 'end', title: 'exit', subject: String(how ?? ''), isError: how !== 0 }
  }
  if (end !== undefined)
    return { type: 'end', title: end === 'aborted' ? 'broke off' : 'end', subject: '', isError: false }
  if (request !== undefined) return { type: 'http', title: `HTTP ${request.method}`, subject: request.path, isError }
  if (status !== undefined) return { type: 'http', title: `HTTP ${status}`, subject: shorten(text), isError }
  if (text.trim() === '' && line.base64 === undefined) return undefined
  return {
    type: 'other',
    title: line.cut === true ? 'message in part' : 'text',
    subject: shorten(text),
    isError: false,
  }
}

function subjectOf({ params }: Members): string {
  const members = toMembers(params)
  const { name, uri, message, data, progress, total } = members
  if (typeof name === 'string') return shorten(name)
  if (typeof uri === 'string') return shorten(uri)
  if (typeof message === 'string') return shorten(message)
  if (typeof progress === 'number') return total === undefined ? `${progress}` : `${progress} of ${String(total)}`
  return typeof data === 'string' ? shorten(data) : ''
}

/** The kind of a result that is no end, and the first text of one that is. */
function resultOf(result: Members): string {
  const { resultType, content } = result
  if (resultType === 'input_required') return 'input required'
  const texts = Array.isArray(content) ? content.map((block) => toMembers(block)['text']) : []
  const text = texts.find((each) => typeof each === 'string')
  return typeof text === 'string' ? shorten(text) : ''
}

function shorten(text: string): string {
  return text.length > longestSubject ? `${text.slice(0, longestSubject)}…` : text
}

const longestSubject = 160
