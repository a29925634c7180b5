import { isObject } from '../values/json/is-object.js'
import { exceedsDepth } from '../values/json/text/exceeds-depth.js'
import { type RecordedLine, type RecordingHeader, recordingFormat, recordingVersion } from './recording-line.js'

/** A recording of a version of the format that this release cannot read. */
export class UnsupportedRecording extends TypeError {}

/** A line of a recording: the first one, or a further one. */
export type RecordingLine =
  | { readonly type: 'header'; readonly header: RecordingHeader }
  | { readonly type: 'line'; readonly line: RecordedLine }

/**
 * Parses one line of a recording, and checks the members that every reader relies on: those of the header, and `ms`,
 * `transport`, `connection`, `exchange`, `from`, `status` and `frame`. What a message holds is not checked.
 *
 * @throws TypeError for a line that is not part of a recording; its message says why, and quotes nothing of the line.
 */
export function parseRecordingLine(text: string): RecordingLine {
  const value = parseJson(text)
  if (!isObject(value)) throw new TypeError('must be a JSON object')
  return value['format'] === recordingFormat
    ? { type: 'header', header: checkHeader(value) }
    : { type: 'line', line: checkLine(value) }
}

/** @throws UnsupportedRecording for a newer version. */
export function checkVersion({ version }: Pick<RecordingHeader, 'version'>): void {
  if (version <= recordingVersion) return
  throw new UnsupportedRecording(
    `The recording has version ${version}; versions up to ${recordingVersion} can be read: use a newer omniport`,
  )
}

type Members = Readonly<Record<string, unknown>>

function parseJson(text: string): unknown {
  if (exceedsDepth(text, maxDepth)) throw new TypeError(`must not nest deeper than ${maxDepth} levels`)
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError('must be JSON')
  }
}

function checkHeader(value: Members): RecordingHeader {
  const { version, started, target } = value
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    throw new TypeError('version: must be a whole number from 1')
  checkVersion({ version })
  if (typeof started !== 'string') throw new TypeError('started: must be a date')
  if (!isTarget(target)) throw new TypeError('target: must have command and args, or url')
  return value as unknown as RecordingHeader // its members were checked
}

function isTarget(value: unknown): boolean {
  if (!isObject(value)) return false
  const { command, args, url } = value
  if (typeof url === 'string') return true
  return typeof command === 'string' && Array.isArray(args) && args.every((arg) => typeof arg === 'string')
}

/** By member, the requirement in words, and its check. */
const required: readonly (readonly [name: string, rule: string, isValid: (value: unknown) => boolean])[] = [
  ['ms', 'must be a number from 0', (value) => typeof value === 'number' && value >= 0 && value <= maxMs],
  ['transport', 'must be "stdio" or "http"', (value) => value === 'stdio' || value === 'http'],
  ['connection', 'must be a whole number from 1', isCount],
  ['from', 'must be "client" or "server"', (value) => value === 'client' || value === 'server'],
]

const optional: typeof required = [
  ['exchange', 'must be a whole number from 1', isCount],
  ['status', 'must be a status of HTTP', (value) => isCount(value) && Number(value) >= 100 && Number(value) <= 599],
  ['headers', 'must be an object of texts', (value) => isObject(value) && Object.values(value).every(isText)],
  [
    'request',
    'must have method and path',
    (value) => isObject(value) && isText(value['method']) && isText(value['path']),
  ],
  ['text', 'must be a text', isText],
  ['base64', 'must be base64', (value) => isText(value) && /^[\w+/=-]*$/.test(String(value))],
  ['frame', 'must be two texts', (value) => Array.isArray(value) && value.length === 2 && value.every(isText)],
]

function checkLine(value: Members): RecordedLine {
  for (const [name, rule, isValid] of required) {
    if (!isValid(value[name])) throw new TypeError(`${name}: ${rule}`)
  }
  for (const [name, rule, isValid] of optional) {
    if (value[name] !== undefined && !isValid(value[name])) throw new TypeError(`${name}: ${rule}`)
  }
  if (value['transport'] === 'http' && value['exchange'] === undefined) throw new TypeError('exchange: is required')
  return value as unknown as RecordedLine // its members were checked
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/** JSON that nests deeper is not written by a recorder. */
const maxDepth = 1_010

/** A hundred years. */
const maxMs = 3_155_760_000_000
