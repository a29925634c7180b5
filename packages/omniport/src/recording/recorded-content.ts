import { isObject } from '../values/json/is-object.js'
import { exceedsDepth } from '../values/json/text/exceeds-depth.js'
import { toBase64 } from '../values/text/base64.js'
import { utf8Length } from '../values/text/utf8-length.js'
import type { RecordedLine } from './recording-line.js'
import type { SecretMarks } from './secret-marks.js'
import type { RawContent } from './split-content.js'

/** The members of a line that hold a content. */
export type ContentMembers = Pick<RecordedLine, 'bytes' | 'frame' | 'cut' | 'hidden' | 'message' | 'text' | 'base64'>

/** A content as it is recorded. */
export interface RecordedContent {
  readonly members: ContentMembers
  /** The JSON text of `message`. */
  readonly json: string | undefined
}

export interface ContentOptions {
  readonly marks: SecretMarks
  /** True: values are left out. */
  readonly isHidden: boolean
}

/** Converts the line of a pipe. */
export function recordLine({ bytes, total, isLast }: RawContent, options: ContentOptions): RecordedContent {
  const hasReturn = total === bytes.length && bytes.at(-1) === carriageReturn
  const line = hasReturn ? { bytes: bytes.subarray(0, -1), total: total - 1 } : { bytes, total }
  const after = `${hasReturn ? '\r' : ''}${isLast ? '' : '\n'}`
  return withFrame(recordBody(line, options), after === '\n' ? undefined : ['', after])
}

/** Converts a server-sent event: its data is the content, and the fields around it are the frame. */
export function recordEvent(event: RawContent, options: ContentOptions): RecordedContent {
  const { marks, isHidden } = options
  const text = event.total === event.bytes.length ? decode(event.bytes) : undefined
  const data = text === undefined ? [] : findData(text)
  const [first] = data
  const message = recordJson(data.map(({ value }) => value).join('\n'), options)
  if (text === undefined || first === undefined || message === undefined) return recordBody(event, options)
  const before = marks.clean(text.slice(0, first.start))
  if (data.length === 1) return withFrame(message, [before, marks.clean(text.slice(first.end))])
  return isHidden ? message : json({ ...message.members, text: marks.clean(text) })
}

/** A part of a text. */
interface TextPart {
  readonly start: number
  readonly end: number
  readonly value: string
}

/** Finds the data of an event, a part for each line of it. */
function findData(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { index } of text.matchAll(/[\r\n]/g)) {
    if (text.startsWith('data:', at)) {
      const start = at + (text[at + 5] === ' ' ? 6 : 5)
      parts.push({ start, end: index, value: text.slice(start, index) })
    }
    at = index + 1
  }
  return parts
}

/** Converts the body of a request or a response. */
export function recordBody({ bytes, total }: Omit<RawContent, 'isLast'>, options: ContentOptions): RecordedContent {
  const { marks, isHidden } = options
  if (total > bytes.length) {
    const text = marks.clean(lenient.decode(bytes)).slice(0, cutLength)
    return other({ bytes: total, cut: true, ...(isHidden ? { hidden: true } : { text }) })
  }
  const text = decode(bytes)
  if (text === undefined) return recordBinary(bytes, options)
  return (
    recordJson(text, options) ?? other({ bytes: total, ...(isHidden ? { hidden: true } : { text: marks.clean(text) }) })
  )
}

/** Bytes that are not UTF-8 may hold secrets too. */
function recordBinary(bytes: Uint8Array, { marks, isHidden }: ContentOptions): RecordedContent {
  if (isHidden) return other({ bytes: bytes.length, hidden: true })
  const text = lenient.decode(bytes)
  const clean = marks.clean(text)
  return other({ bytes: bytes.length, ...(clean === text ? { base64: toBase64(bytes) } : { text: clean }) })
}

/** Returns undefined for text that is no message or batch. The JSON text stays as it was sent where nothing has to be replaced. */
function recordJson(text: string, { marks, isHidden }: ContentOptions): RecordedContent | undefined {
  const value = parse(text)
  if (value === undefined) return undefined
  const bytes = utf8Length(text)
  if (isHidden) return json({ bytes, hidden: true, message: hideValues(value) })
  const clean = marks.isClean(text) ? value : marks.cleanJson(value)
  if (clean !== value) return json({ bytes, message: clean })
  const trimmed = text.trim()
  if (/[\r\n]/.test(trimmed)) return json({ bytes, message: value, text })
  return { members: { bytes, message: value }, json: trimmed }
}

function json(members: ContentMembers): RecordedContent {
  return { members, json: JSON.stringify(members.message) }
}

function other(members: ContentMembers): RecordedContent {
  return { members, json: undefined }
}

function withFrame({ members, json }: RecordedContent, frame: ContentMembers['frame']): RecordedContent {
  return frame === undefined ? { members, json } : { members: { ...members, frame }, json }
}

function parse(text: string): unknown {
  if (!/^\s*[{[]/.test(text) || exceedsDepth(text, maxDepth)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Leaves the kind of a message, its id, its method and the code of an error. */
function hideValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideValues)
  if (!isObject(value)) return null
  const { jsonrpc, id, method, error } = value
  return {
    ...(jsonrpc === '2.0' && { jsonrpc }),
    ...((typeof id === 'string' || typeof id === 'number' || id === null) && { id }),
    ...(typeof method === 'string' && { method }),
    ...(isObject(error) && {
      error: { code: typeof error['code'] === 'number' ? error['code'] : 0, message: 'hidden' },
    }),
    ...('result' in value && { result: {} }),
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })
const carriageReturn = 0x0d

/** The start of a content that is too long: so much of it is recorded. */
const cutLength = 65_536

/** JSON that nests deeper is recorded as text. */
const maxDepth = 1_000
