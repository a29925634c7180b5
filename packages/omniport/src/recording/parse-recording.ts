import type { Revision } from '../protocol/revisions/revision.js'
import { isObject } from '../values/json/is-object.js'
import type { RecordedMessage } from '../wire/conversation-problems.js'
import { ConversationReader } from './conversation-reader.js'
import { checkVersion, UnsupportedRecording } from './parse-recording-line.js'
import { type RecordedLine, type RecordingHeader, recordingFormat } from './recording-line.js'

/** A problem of one line of a recording. */
export interface LineProblem {
  /** Counted from 1. */
  readonly line: number
  /** The place in the line, then the problem. */
  readonly text: string
}

/** The messages of one connection, in order. */
export interface RecordedConversation {
  readonly connection: number
  readonly messages: readonly RecordedMessage[]
  /** The line of each message, counted from 1. */
  readonly lines: readonly number[]
}

/** What a recording holds. */
export interface Recording {
  /** Undefined: the recording was not made by a recorder. */
  readonly header: RecordingHeader | undefined
  /** The lines that a recorder wrote, in order. */
  readonly lines: readonly RecordedLine[]
  /** By connection, in the order in which they began; for `checkConversation`. */
  readonly conversations: readonly RecordedConversation[]
  /** The lines that are not part of a recording, and what a pipe carried beside messages. */
  readonly problems: readonly LineProblem[]
}

/** Options of `parseRecording`. */
export interface ParseRecordingOptions {
  /** The revision of all messages. Default: that of `initialize`, `_meta` or the line, else the newest. */
  readonly revision?: Revision | undefined
}

/**
 * Parses a recording: the lines that `createRecorder` writes, or lines written by hand, each a JSON-RPC message or
 * `{from, message}`, perhaps with `revision`, `connection` and `transport` or `http`. Empty lines are skipped. Of a message alone
 * the sender is found by its method, or by the request that it answers.
 *
 * @throws TypeError for a recording of a newer version of the format.
 */
export function parseRecording(text: string, { revision }: ParseRecordingOptions = {}): Recording {
  const lines: RecordedLine[] = []
  const problems: LineProblem[] = []
  const readers = new Map<number, ConversationReader>()
  let header: RecordingHeader | undefined
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue
    const line = index + 1
    try {
      const value: unknown = parseJson(content)
      if (isHeader(value)) {
        checkVersion(value)
        header ??= value
        continue
      }
      if (isLine(value)) lines.push(value)
      const connection = connectionOf(value)
      const reader = readers.get(connection) ?? new ConversationReader(connection, revision)
      readers.set(connection, reader)
      reader.read(value, line)
    } catch (reason) {
      if (reason instanceof UnsupportedRecording) throw reason
      problems.push({ line, text: (reason as Error).message }) // the reader throws nothing else
    }
  }
  const conversations = [...readers.values()].filter(({ messages }) => messages.length > 0)
  return { header, lines, conversations, problems }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError('message: must be JSON')
  }
}

function isHeader(value: unknown): value is RecordingHeader {
  return isObject(value) && value['format'] === recordingFormat
}

/** Tells a line that a recorder wrote. */
function isLine(value: unknown): value is RecordedLine {
  return isObject(value) && typeof value['ms'] === 'number' && !Object.hasOwn(value, 'jsonrpc')
}

function connectionOf(value: unknown): number {
  const connection = isObject(value) && !Object.hasOwn(value, 'jsonrpc') ? value['connection'] : undefined
  return typeof connection === 'number' ? connection : 0
}
