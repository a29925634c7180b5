import { didYouMean } from '../../values/text/nearest.js'
import type { LimitOptions } from './limit-options.js'

/**
 * Every bound of this library. Times are milliseconds, sizes bytes. A request that meets one gets a clear error at once;
 * nothing is dropped in silence.
 */
export interface Limits {
  /** One message on stdio. A longer line is answered with an error and skipped. */
  readonly lineBytes: number
  /** Bytes that may wait to be written on one connection. Above it, reading from the connection stops. */
  readonly outboxBytes: number
  /** Nesting of one message. */
  readonly jsonDepth: number
  /** Values in one message, nested ones included: in memory a message may take many times the length of its text. */
  readonly jsonNodes: number
  /** Elements of one batch (2025-03-26). */
  readonly batch: number
  /** What is kept of the other side: its name, its capabilities, and the instructions of a server. Counted by `jsonBytes`. */
  readonly peerBytes: number
  /**
   * What the messages that are served now take in memory, on all connections of a server: 2 bytes for each character, and 64
   * for each JSON value. Counted from when a body begins to arrive until its requests have ended. What is over gets 503 with
   * `Retry-After`, on pipes -32603. Longer messages may fill three quarters of it; an eighth more is reserved for responses,
   * notifications, `ping`, `tasks/cancel` and `tasks/update`, so that a full server can still be emptied.
   */
  readonly inFlightBytes: number
  /**
   * What anonymous callers over HTTP leave behind on a server: their sessions and tasks together, and as much again for the
   * events that are kept of their streams, of which the oldest go. Beyond it, sessions and tasks are refused with 503 and
   * `Retry-After`; tasks that ended and sessions that do nothing make room first.
   */
  readonly anonymousBytes: number
  /** Requests served at once on one pipe, subscriptions not counted; further ones wait their turn. */
  readonly pipeInFlight: number
  /** The time a handler may take. Undefined: unbounded on stdio and in memory. */
  readonly handlerMs: number | undefined
  /** The time that calls in flight may take after the input ended. */
  readonly drainMs: number
  /** The same after SIGTERM. */
  readonly drainTermMs: number
  /** The body of one HTTP request. A task keeps twice as much: its call, what it asks and is answered, and values of `once`. */
  readonly bodyBytes: number
  /** All headers of one HTTP request. */
  readonly headerBytes: number
  /** One `Mcp-*` header. */
  readonly headerValueBytes: number
  /** One HTTP response, as a client reads it. */
  readonly responseBytes: number
  /** Requests that a client has open at one server over HTTP, each with a connection of its own. Further ones wait. */
  readonly requestsPerServer: number
  /** Streams that a client keeps open to one server over HTTP, beside those. */
  readonly streamsPerServer: number
  /**
   * Answers that a client sends to one server over HTTP at once. While so many are under way, it reads nothing more from the
   * streams of that server. Cancellations and the end of a session share their connections.
   */
  readonly answersPerServer: number
  /** The time a reader may read nothing while data waits for it. */
  readonly stallMs: number
  /** Requests served at once of one HTTP session or authenticated principal. */
  readonly inFlight: number
  /**
   * Calls of tools, and completions, in a minute, of one authenticated principal, else of one network of HTTP clients, else of
   * one connection. As many may come at once. Each round of a call counts. What is over gets -32603 with
   * `retryAfterSeconds` in its `data`, over HTTP with 429 and `Retry-After`, and nothing runs.
   *
   * spec: server/tools#security-considerations, server/utilities/completion#security
   */
  readonly callsPerMinute: number
  readonly completionsPerMinute: number
  /**
   * Log messages in a minute to the same. What is over is left out, and one message says how many those were: before the next
   * message of the same request, else at its end.
   *
   * spec: server/utilities/logging#implementation-considerations
   */
  readonly logsPerMinute: number
  /** TCP connections of one HTTP server. At the limit, idle ones make room, the longest idle first. */
  readonly connections: number
  /** The time until the headers of an HTTP request have arrived. */
  readonly headersMs: number
  /** The time until the body of an HTTP request has arrived. */
  readonly bodyMs: number
  /** The time an idle HTTP connection stays open. */
  readonly keepAliveMs: number
  /**
   * The time that idle HTTP connections stay open after `close`: a request that comes on them is refused with 503, while one on a
   * connection that is being closed gets no answer. Undefined: none.
   */
  readonly lingerMs: number | undefined
  /** `handlerMs` of HTTP requests. */
  readonly handlerHttpMs: number
  /** The time an HTTP answer may take before it becomes a stream. */
  readonly jsonMs: number
  /** Between comments that keep a silent stream alive. */
  readonly commentMs: number
  /** Legacy HTTP sessions, in all and of one authenticated principal. At `sessions`, idle ones of the owner with most make room. */
  readonly sessions: number
  readonly sessionsPerPrincipal: number
  /** The time until a new session is used, at first with `notifications/initialized`. One that is not is given up. */
  readonly sessionOpenMs: number
  /** The time a session may go unused, and its longest lifetime. */
  readonly sessionIdleMs: number
  readonly sessionMs: number
  /** Open streams, in all and of one authenticated principal. At `streams`, the oldest of the owner with most makes room. */
  readonly streams: number
  readonly streamsPerPrincipal: number
  /** The events that one stream keeps for clients that resume it. */
  readonly eventLogEvents: number
  readonly eventLogBytes: number
  readonly eventLogMs: number
  /** The time a question to a person may go unanswered; on a client, the time calls wait for its answer. */
  readonly questionMs: number
  /** The time a question that wants progress reported may go unanswered, whatever progress is reported. At least `questionMs`. */
  readonly maxQuestionMs: number
  /** Questions of one call, those asked again included; on a client, also those open at once. */
  readonly questions: number
  /** Rounds of questions of one request. */
  readonly rounds: number
  /** The time a handler that runs again may leave answers unread after it asked something new. */
  readonly replayMs: number
  /**
   * The sealed state of one request that waits for answers, and the time it is valid. A gateway seals those of upstreams, which
   * may be twice as long then.
   */
  readonly stateBytes: number
  readonly stateMs: number
  /**
   * Calls of modern clients that wait in the server while their client is asked, in all and of one principal, else of one
   * sender. Beyond it the question is refused, and the call goes on without an answer.
   */
  readonly parked: number
  readonly parkedPerPrincipal: number
  /** What these calls keep: their questions, messages and results. */
  readonly parkedBytes: number
  readonly parkedPerPrincipalBytes: number
  /** The time such a call waits for its client, and its result for one who comes back. */
  readonly parkedMs: number
  /** The notifications of one such call that wait for its client. Further ones are left out, and a log message says how many. */
  readonly parkedLogBytes: number
  /**
   * Tasks kept, and tasks that run on one node, in all and of one owner. Those of an owner that ended make room for its new
   * ones, the oldest first. Anonymous callers over HTTP are one owner.
   */
  readonly tasks: number
  readonly tasksPerPrincipal: number
  /** The longest time a task is stored, and the default. A client may ask for less, down to a minute. */
  readonly taskMs: number
  /** Subscriptions of one connection. */
  readonly subscriptions: number
  /** Encoded lists kept by a server. */
  readonly listCacheBytes: number
  /** A client's wait for the probe of a server that may be of any revision. */
  readonly probeMs: number
  /** A client's wait for an answer, restarted by progress. */
  readonly timeoutMs: number
  /** A client's wait for an answer, whatever progress is reported. */
  readonly maxTimeoutMs: number
  /** Pages a client reads of one list. */
  readonly pages: number
  /** Items a client keeps of one list. */
  readonly items: number
  /** Connections of a gateway to its upstreams. At the limit, the one that was unused for longest makes room. */
  readonly upstreams: number
  /** The time such a connection may go unused, while no session has it. */
  readonly upstreamIdleMs: number
  /** The time that `initialize` and lists of a gateway wait for an upstream that is not connected yet. */
  readonly upstreamWaitMs: number
  /** A JSON Schema document. */
  readonly schemaBytes: number
  readonly schemaDepth: number
  readonly subschemas: number
}

/** The default limits. */
export const defaultLimits: Limits = Object.freeze({
  lineBytes: 64 * 1024 * 1024,
  outboxBytes: 8 * 1024 * 1024,
  jsonDepth: 64,
  jsonNodes: 100_000,
  batch: 100,
  peerBytes: 256 * 1024,
  inFlightBytes: 128 * 1024 * 1024,
  anonymousBytes: 64 * 1024 * 1024,
  pipeInFlight: 1024,
  handlerMs: undefined,
  drainMs: 5_000,
  drainTermMs: 2_000,
  bodyBytes: 4 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headerValueBytes: 8 * 1024,
  responseBytes: 64 * 1024 * 1024,
  requestsPerServer: 64,
  streamsPerServer: 32,
  answersPerServer: 16,
  stallMs: 30_000,
  inFlight: 64,
  callsPerMinute: 60_000,
  completionsPerMinute: 60_000,
  logsPerMinute: 60_000,
  connections: 1_000,
  headersMs: 10_000,
  bodyMs: 30_000,
  keepAliveMs: 5_000,
  lingerMs: undefined,
  handlerHttpMs: 300_000,
  jsonMs: 2_000,
  commentMs: 15_000,
  sessions: 10_000,
  sessionsPerPrincipal: 100,
  sessionOpenMs: 30_000,
  sessionIdleMs: 600_000,
  sessionMs: 86_400_000,
  streams: 512,
  streamsPerPrincipal: 32,
  eventLogEvents: 1_000,
  eventLogBytes: 1024 * 1024,
  eventLogMs: 300_000,
  questionMs: 600_000,
  maxQuestionMs: 3_600_000,
  questions: 16,
  rounds: 16,
  replayMs: 5_000,
  stateBytes: 64 * 1024,
  stateMs: 3_600_000,
  parked: 1_000,
  parkedPerPrincipal: 100,
  parkedBytes: 64 * 1024 * 1024,
  parkedPerPrincipalBytes: 16 * 1024 * 1024,
  parkedMs: 300_000,
  parkedLogBytes: 64 * 1024,
  tasks: 10_000,
  tasksPerPrincipal: 100,
  taskMs: 86_400_000,
  subscriptions: 1024,
  listCacheBytes: 8 * 1024 * 1024,
  probeMs: 10_000,
  timeoutMs: 60_000,
  maxTimeoutMs: 600_000,
  pages: 64,
  items: 10_000,
  upstreams: 256,
  upstreamIdleMs: 300_000,
  upstreamWaitMs: 1_000,
  schemaBytes: 256 * 1024,
  schemaDepth: 32,
  subschemas: 2_000,
})

/**
 * Sets `given` over `base`. A limit is at most a hundred times its default, nesting at most 1,000, unless `allowUnbounded` names
 * it. A limit without a default may have any value.
 *
 * @throws TypeError naming a limit that is unknown, not a positive number, or too large.
 */
export function createLimits(given: LimitOptions = {}, base: Limits = defaultLimits): Limits {
  const { allowUnbounded = [], ...wanted } = given
  if (!Array.isArray(allowUnbounded)) throw new TypeError('limits.allowUnbounded must be an array of names of limits')
  for (const name of [...allowUnbounded, ...Object.keys(wanted)]) assertLimitName(name)
  const set = Object.entries(wanted).filter(([, value]) => value !== undefined)
  for (const [name, value] of set) {
    if (!(typeof value === 'number' && value > 0))
      throw new TypeError(`limits.${name} must be a positive number, got ${value}`)
    if (!allowUnbounded.includes(name)) assertBounded(name as keyof Limits, value) // `assertLimitName` checked the name
  }
  return Object.freeze({ ...base, ...Object.fromEntries(set) })
}

function assertLimitName(name: string): void {
  if (Object.hasOwn(defaultLimits, name)) return
  throw new TypeError(`limits: there is no limit "${name}"${didYouMean(name, Object.keys(defaultLimits))}`)
}

function assertBounded(name: keyof Limits, value: number): void {
  const max = maxOf(name)
  if (value <= max) return
  throw new TypeError(`limits.${name} is at most ${max}, got ${value}; more takes allowUnbounded: ['${name}']`)
}

/** The deepest nesting that the stack of every platform can walk through. */
const maxDepth = 1_000

function maxOf(name: keyof Limits): number {
  if (name === 'jsonDepth' || name === 'schemaDepth') return maxDepth
  return (defaultLimits[name] ?? Number.POSITIVE_INFINITY) * 100
}
