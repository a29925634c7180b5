import type { Revision } from '../../entries/index.js'
import { isRevision, type RecordedMessage, revisions } from '../../entries/protocol.js'
import { toRecord } from '../arguments/property-schemas.js'

/** A problem of one line of a recording. */
export interface LineProblem {
  /** Counted from 1. */
  readonly line: number
  /** The place in the message, then the problem. */
  readonly text: string
}

/** The messages of a recording, and the lines that are none. */
export interface Recording {
  readonly messages: readonly RecordedMessage[]
  /** The line of each message. */
  readonly lines: readonly number[]
  readonly problems: readonly LineProblem[]
}

/**
 * Parses a conversation of one connection: on each line a JSON-RPC message, or `{from, message}`, perhaps with `revision` and
 * `http`. Empty lines are skipped. Of a message alone the sender is found by its method, or by the request that it answers; the
 * revision, unless `revision` is given, by `initialize` and by `_meta`.
 */
export function parseRecording(text: string, revision: Revision | undefined): Recording {
  const context = new RecordingContext(revision)
  const messages: RecordedMessage[] = []
  const lines: number[] = []
  const problems: LineProblem[] = []
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue
    const line = index + 1
    try {
      messages.push(context.read(JSON.parse(content)))
      lines.push(line)
    } catch (reason) {
      const problem = reason instanceof SyntaxError ? 'message: must be JSON' : (reason as Error).message // `read` throws nothing else
      problems.push({ line, text: problem })
    }
  }
  return { messages, lines, problems }
}

type Sender = RecordedMessage['from']

/** The facts of earlier lines that decide how a line is read. */
class RecordingContext {
  readonly #given: Revision | undefined
  /** By sender, the revision of each request, by its id. */
  readonly #requests: Readonly<Record<Sender, Map<unknown, Revision>>> = { client: new Map(), server: new Map() }
  #current: Revision

  constructor(given: Revision | undefined) {
    this.#given = given
    this.#current = given ?? newestRevision
  }

  /** @throws TypeError for an entry that is none. */
  read(value: unknown): RecordedMessage {
    const entry = toRecord(value)
    const isWrapped = Object.hasOwn(entry, 'message') && !Object.hasOwn(entry, 'jsonrpc')
    const message = isWrapped ? entry['message'] : value
    const parts = (Array.isArray(message) ? message : [message]).map(toRecord)
    const [first = {}] = parts
    const from = isWrapped ? senderOf(entry) : this.#guessSender(first)
    const revision = this.#given ?? (isWrapped ? revisionOf(entry) : undefined) ?? this.#revisionOf(first, from)
    this.#current = revision
    for (const part of parts) this.#note(part, from, revision)
    return { revision, from, message, http: entry['http'] === true && isWrapped }
  }

  /** Where both sides wait for an answer to one id, it is taken for the server's. */
  #guessSender({ method, id }: Record<string, unknown>): Sender {
    if (method !== undefined) return serverMethods.has(String(method)) ? 'server' : 'client'
    return !this.#requests.client.has(id) && this.#requests.server.has(id) ? 'client' : 'server'
  }

  #revisionOf({ method, params, id, result }: Record<string, unknown>, from: Sender): Revision {
    if (method === undefined) {
      const agreed = toRecord(result)['protocolVersion']
      const asked = this.#requests[from === 'client' ? 'server' : 'client'].get(id)
      return isRevision(agreed) ? agreed : (asked ?? this.#current)
    }
    const { protocolVersion, _meta } = toRecord(params)
    const stated = method === 'initialize' ? protocolVersion : toRecord(_meta)[versionKey]
    return isRevision(stated) ? stated : this.#current
  }

  #note({ method, id }: Record<string, unknown>, from: Sender, revision: Revision): void {
    if (method === undefined) this.#requests[from === 'client' ? 'server' : 'client'].delete(id)
    else if (id !== undefined) this.#requests[from].set(id, revision)
  }
}

const newestRevision = revisions.at(-1) as Revision // there is one
const versionKey = 'io.modelcontextprotocol/protocolVersion'

/** The methods that only servers send. Who sends `ping`, `notifications/cancelled` and tasks' requests is no matter here. */
const serverMethods: ReadonlySet<string> = new Set([
  'elicitation/create',
  'roots/list',
  'sampling/createMessage',
  'notifications/elicitation/complete',
  'notifications/message',
  'notifications/progress',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/subscriptions/acknowledged',
  'notifications/tasks/status',
  'notifications/tools/list_changed',
])

function senderOf({ from }: Record<string, unknown>): Sender {
  if (from === 'client' || from === 'server') return from
  throw new TypeError('from: must be "client" or "server"')
}

function revisionOf({ revision }: Record<string, unknown>): Revision | undefined {
  if (revision === undefined || isRevision(revision)) return revision
  throw new TypeError(`revision: must be one of ${revisions.join(', ')}`)
}
