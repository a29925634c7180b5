import type { RecordedLine, RecordingHeader } from '../../../entries/protocol.js'

/** Something that happened in a turn, and where its line is. */
export interface Step {
  readonly type: /** The server answers the request of the turn. */
    | 'response'
    /** The server asks the client. */
    | 'request'
    | 'notification'
    /** The client answers a request of the server. */
    | 'answer'
    /** The client cancels the request of the turn, by a message or by leaving. */
    | 'cancel'
    /** The status and headers of an HTTP response, which may hold its content as well. */
    | 'head'
    /** Content over HTTP that is no message. */
    | 'content'
    /** The end of an HTTP response. */
    | 'end'
    /** A message in the response to this HTTP request that is a step of another turn. */
    | 'elsewhere'
    /** A message in a stream of the connection, which came before the response to this request. */
    | 'inStream'
  readonly number: number
  readonly start: number
  readonly length: number
  readonly ms: number
  readonly exchange?: number | undefined
  /** Of a request of the server, or its answer: the id. */
  readonly id?: unknown
  /** The message of the client that came before it, for streams that carry the consequences of other requests. */
  readonly after?: Turn | undefined
  /** Of a message in a stream of the connection: the stream, and the place of the message in its steps. */
  readonly stream?: { readonly turn: Turn; readonly index: number } | undefined
}

/** A message of the client, or an HTTP request without one, and everything that followed from it. */
export interface Turn {
  /** Turns are equal if their keys are: the revision, the method and the params without `_meta`. */
  readonly key: string
  /** The same without the revision, and without values that differ from run to run. */
  readonly looseKey: string
  /** The method of the message; for HTTP requests without one, such as `HTTP GET`. */
  readonly method: string
  /** The tool, prompt or URI that the params name. */
  readonly subject: string | undefined
  readonly revision: string | undefined
  readonly connection: number
  readonly transport: RecordedLine['transport']
  readonly exchange: number | undefined
  /** The ids of its requests: one, or several in a batch; none for notifications. */
  readonly ids: readonly unknown[]
  readonly progressTokens: readonly unknown[]
  readonly number: number
  readonly start: number
  readonly length: number
  readonly ms: number
  /** In the order of the recording. */
  readonly steps: Step[]
  /** True: the client cancelled it. */
  isCancelled: boolean
}

/** A connection of a recording. */
export interface RecordedConnection {
  readonly number: number
  readonly transport: RecordedLine['transport']
  revision: string | undefined
  /** True: the server gave it a session id. */
  hasSession: boolean
}

/** The turns of a recording: positions in its file, without what is said. */
export interface TurnIndex {
  readonly header: RecordingHeader
  readonly connections: ReadonlyMap<number, RecordedConnection>
  /** In order. */
  readonly turns: readonly Turn[]
  /** The number of lines with a message. */
  readonly messages: number
  /** True: values were left out when it was recorded. */
  readonly isHidden: boolean
}
