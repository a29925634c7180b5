/** Which end of a connection. */
export type Side = 'client' | 'server'

/** What every event may have. All of it is plain data, which JSON can carry. */
interface Base {
  /** Milliseconds, of whatever clock. For readers only: the order is that of the history. */
  readonly at?: number | undefined
  /**
   * What this runs for: the client or server that, once its `close()` settled, must do nothing more. Any name that
   * `close-begun` uses too.
   */
  readonly owner?: string | undefined
}

/**
 * A connection opened. Its name is unique in the history: a reconnection is another one. `party` is what nothing may cross
 * (one session of one user), and the same after a reconnection. The first of a party fixes its principal.
 */
export interface Opened extends Base {
  readonly kind: 'opened'
  readonly connection: string
  readonly party: string
  readonly route: string
  readonly principal?: string | undefined
}

/** A connection is over: `cut` when it was broken, so that what was under way may be lost. */
export interface Closed extends Base {
  readonly kind: 'closed'
  readonly connection: string
  readonly how: 'ended' | 'cut'
}

/**
 * An HTTP connection broke or was given up: what was asked on this stream, and is not answered, may be lost. A later
 * connection may go on with the stream.
 */
export interface Lost extends Base {
  readonly kind: 'lost'
  readonly connection: string
  readonly stream: string
}

/**
 * A message left the side `by`, or reached the side that is not `by`. Record what you can see; rules that need the other end
 * look only at what there is.
 */
export interface MessageEvent extends Base {
  readonly kind: 'sent' | 'received'
  readonly connection: string
  /** Who sent it. */
  readonly by: Side
  /** Parsed JSON; a batch is recorded as its elements. */
  readonly message: unknown
  /**
   * HTTP: the stream it went on, its name unique in the history. The POST that opens it is on it too. A resumed stream
   * keeps its name. Absent on pipes.
   */
  readonly stream?: string | undefined
  /** The `id` of the SSE event it was in. */
  readonly eventId?: string | undefined
}

/**
 * Of a stream that can be resumed: the reader was told that events are missing (an error, a refused resumption), so that a gap
 * here is none in silence.
 */
export interface Gap extends Base {
  readonly kind: 'gap'
  readonly stream: string
}

/** A stream that belongs to no request: nothing of any operation may be on it, but what `operations` names (subscriptions). */
export interface SharedStream extends Base {
  readonly kind: 'shared-stream'
  readonly stream: string
  readonly operations?: readonly string[] | undefined
}

/** A user asked for something. Operations are named once in a party. */
export interface OperationStarted extends Base {
  readonly kind: 'operation-started'
  readonly party: string
  readonly operation: string
  /** For readers: `echo`, `list`, … */
  readonly what: string
  /** Its arguments carry its tag and the result must, too. Default: true. */
  readonly echoes?: boolean | undefined
  /** Nothing happens to it that would excuse an error. Default: false. */
  readonly mustSucceed?: boolean | undefined
}

/** The user got what it asked for, or why not. `value`: the result; or the error as `{ code, message }`. */
export interface OperationEnded extends Base {
  readonly kind: 'operation-ended'
  readonly party: string
  readonly operation: string
  /** `cancelled`: the user gave up, and was told so. */
  readonly outcome: 'result' | 'error' | 'cancelled'
  readonly value?: unknown
}

/** The user was told something about an operation of its own while it ran: progress, a log message, a question, a change. */
export interface Received extends Base {
  readonly kind: 'heard'
  readonly party: string
  readonly operation: string
  readonly what: string
  readonly value: unknown
}

/** A handler sent a numbered thing about an operation, which must arrive once and in order if the operation has a result. */
export interface Notified extends Base {
  readonly kind: 'told'
  readonly party: string
  readonly operation: string
  readonly what: string
  readonly number: number
}

/** A server said that it leaves out log messages and progress: somebody does not read. What it then did not send is not lost in silence. */
export interface LeftOut extends Base {
  readonly kind: 'left-out'
}

/** A handler runs. `run` is unique in the history. What it sees of the caller is compared with the party of the tag. */
export interface HandlerStarted extends Base {
  readonly kind: 'handler-started'
  readonly run: string
  readonly party: string
  readonly operation: string
  readonly principal?: string | undefined
  /** The id of the legacy session, where the handler sees one. */
  readonly session?: string | undefined
}

/** A handler returned, threw or was abandoned by its own. */
export interface HandlerEnded extends Base {
  readonly kind: 'handler-ended'
  readonly run: string
}

/** Something that must be given back: a child process, a timer, a socket, a stream. `resource` is unique in the history. */
export interface Acquired extends Base {
  readonly kind: 'acquired'
  readonly resource: string
}

export interface Released extends Base {
  readonly kind: 'released'
  readonly resource: string
}

/** A measurement of what has a bound: `where` names what was measured. A cap of 0 says that nothing may be left. */
export interface Sample extends Base {
  readonly kind: 'sample'
  readonly what: string
  readonly where: string
  readonly value: number
  readonly cap: number
}

/** `close()` of `owner` was called; and later its promise settled. */
export interface CloseEvent extends Base {
  readonly kind: 'close-begun' | 'close-settled'
  readonly owner: string
}

/** Something for readers: a step of a simulation, a fault that was injected. Never judged. */
export interface Note extends Base {
  readonly kind: 'note'
  readonly text: string
}

/** The run is over: everything must have ended by now. Without it, what is still open is no violation. */
export interface Finished extends Base {
  readonly kind: 'finished'
}

/** Whatever happens in a run. */
export type HistoryEvent =
  | Opened
  | Closed
  | Lost
  | MessageEvent
  | Gap
  | SharedStream
  | OperationStarted
  | OperationEnded
  | Received
  | Notified
  | LeftOut
  | HandlerStarted
  | HandlerEnded
  | Acquired
  | Released
  | Sample
  | CloseEvent
  | Note
  | Finished
