import type { Sender } from '../wire/core-methods.js'

/** The `format` of the first line of a recording. */
export const recordingFormat = 'omniport-recording'

/** The newest version of the format. */
export const recordingVersion = 1

/** The server that was recorded: a program, or the address of an endpoint. */
export type RecordedTarget = { readonly command: string; readonly args: readonly string[] } | { readonly url: string }

/** The first line of a recording. */
export interface RecordingHeader {
  readonly format: typeof recordingFormat
  readonly version: number
  /** When the recording began, in UTC: `2026-11-23T12:00:00.000Z`. */
  readonly started: string
  readonly target: RecordedTarget
}

/** The method and the path, with its query, of an HTTP request. */
export interface RecordedRequestLine {
  readonly method: string
  readonly path: string
}

/**
 * A further line of a recording: a message, or what else happened on a connection. Secrets are replaced by marks such as
 * `[secret 1]`, the same mark for the same secret.
 */
export interface RecordedLine {
  /** Milliseconds since the start. */
  readonly ms: number
  readonly transport: 'stdio' | 'http'
  /** Counts from 1. Over HTTP it is a session; a request without a session has one of its own. */
  readonly connection: number
  /** Over HTTP: which request this belongs to, counted from 1. */
  readonly exchange?: number | undefined
  readonly from: Sender
  /** The start of an HTTP request. */
  readonly request?: RecordedRequestLine | undefined
  /** The start of an HTTP response. */
  readonly status?: number | undefined
  /** The headers that matter to the protocol, names in lower case; several values are joined with `, `. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Set for what the server wrote to stderr. */
  readonly stream?: 'stderr' | undefined
  /** The length of the content as it was sent, in bytes, without its frame. */
  readonly bytes?: number | undefined
  /** The text before and after the content. Default: a line feed after it on stdio, nothing over HTTP. */
  readonly frame?: readonly [before: string, after: string] | undefined
  /** True: the content was too long. `text` has its start. */
  readonly cut?: true | undefined
  /** True: the content is left out, or what it says. */
  readonly hidden?: true | undefined
  /** The content, if it is JSON: a JSON-RPC message or a batch. */
  readonly message?: unknown
  /** The content, if it is other text, or JSON on several lines. */
  readonly text?: string | undefined
  /** The content, if it is not UTF-8. */
  readonly base64?: string | undefined
  /** Set when a side has ended: its stream, the program, or a connection that it broke off. */
  readonly end?: 'complete' | 'aborted' | 'exit' | undefined
  /** The exit code of the program. */
  readonly code?: number | undefined
  /** The signal that ended the program. */
  readonly signal?: string | undefined
  /** Set when an HTTP request could not be sent on. */
  readonly error?: string | undefined
}
