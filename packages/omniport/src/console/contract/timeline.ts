import type { Json, Time } from './values.js'

/**
 * One line of the timeline, small enough for 100,000 of them. Texts are at most 200 characters.
 */
export interface MessageRecord {
  /** Counts from 1 without gaps. */
  readonly seq: number
  readonly at: Time
  readonly server: string
  /** Counts the connections of the server from 1. Over HTTP it is a session. */
  readonly connection: number
  /** Over HTTP: the request that it belongs to, counted from 1. */
  readonly exchange?: number
  readonly transport: 'stdio' | 'http' | 'memory'
  readonly from: 'client' | 'server'
  /** `http`: the start of a request or a response without a message. `event`: the start, the end or a fault of a connection. */
  readonly kind: 'request' | 'response' | 'error' | 'notification' | 'http' | 'stderr' | 'event' | 'other'
  /** Of a request or notification, and of the request that a response answers. */
  readonly method?: string
  /** A JSON-RPC id as JSON text. */
  readonly id?: string
  /** The tool, prompt, resource or level that it is about. */
  readonly name?: string
  readonly span?: string
  /** The length of the content in bytes, without its frame. */
  readonly bytes: number
  /** Of an HTTP response. */
  readonly status?: number
  /** `POST /mcp`, of an HTTP request. */
  readonly requestLine?: string
  /** Milliseconds since its request, of a response. */
  readonly ms?: number
  /** True: an error, a result with `isError`, a status from 400 on, or a broken connection. */
  readonly isFailure: boolean
  /** A few words on the content: the message of an error, the text of stderr, the arguments in short. */
  readonly summary?: string
  /** True: of OAuth, not of MCP. */
  readonly isAuth?: boolean
}

export interface MessagePage {
  readonly records: readonly MessageRecord[]
  /** The first message that is still there. */
  readonly firstSeq: number
  readonly lastSeq: number
}

export interface MessageDetail {
  readonly record: MessageRecord
  /** Over HTTP: what belongs to the head of the request or of the response. Secrets are replaced by marks. */
  readonly http?: {
    readonly method?: string
    readonly path?: string
    readonly status?: number
    readonly headers?: { readonly [name: string]: string }
  }
  /** The content, if it is JSON and not cut. */
  readonly message?: Json
  /** The content, if it is other text, and the start of one that is cut. */
  readonly text?: string
  readonly base64?: string
  /** True: `text` has the first 65,536 characters; `?whole=1` returns all of it, if `isGone` is not set. */
  readonly isCut?: boolean
  /** True: too long to be recorded in full. */
  readonly isGone?: boolean
  /** The other messages of the same exchange or with the same id. */
  readonly related: readonly number[]
}

/** Something that took time: bars of the lanes. */
export interface Span {
  readonly id: string
  readonly server: string
  /** `call`: work of the page; `request`: one JSON-RPC request and its answer, in either direction; `asking`: the person. */
  readonly kind: 'connect' | 'call' | 'request' | 'round-trip' | 'task' | 'asking' | 'sign-in'
  readonly parent?: string
  readonly title: string
  readonly from: 'client' | 'server'
  readonly start: Time
  /** Undefined: it goes on. */
  readonly end?: Time
  readonly outcome?: 'ok' | 'tool-error' | 'error' | 'cancelled' | 'denied'
  readonly operation?: string
  /** The first and the last message. */
  readonly firstSeq?: number
  readonly lastSeq?: number
}

export interface SpanDetail {
  readonly span: Span
  readonly children: readonly Span[]
  readonly messages: readonly MessageRecord[]
}
