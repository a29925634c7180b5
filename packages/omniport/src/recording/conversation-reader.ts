import { isRevision, type Revision, revisions } from '../protocol/revisions/revision.js'
import { isObject } from '../values/json/is-object.js'
import type { RecordedMessage } from '../wire/conversation-problems.js'
import type { RecordedConversation } from './parse-recording.js'

type Sender = RecordedMessage['from']
type Members = Readonly<Record<string, unknown>>

/** Reads the lines of one connection, whose earlier lines decide how a line is read. */
export class ConversationReader implements RecordedConversation {
  readonly connection: number
  readonly messages: RecordedMessage[] = []
  readonly lines: number[] = []
  readonly #given: Revision | undefined
  /** By sender, the revision of each request, by its id. */
  readonly #requests: Readonly<Record<Sender, Map<unknown, Revision>>> = { client: new Map(), server: new Map() }
  #current: Revision

  constructor(connection: number, revision: Revision | undefined) {
    this.connection = connection
    this.#given = revision
    this.#current = revision ?? newestRevision
  }

  /** @throws TypeError for a line that holds no message, but should. */
  read(value: unknown, line: number): void {
    if (isObject(value) && isRecorded(value) && !Object.hasOwn(value, 'message')) {
      assertNoMessage(value)
      return
    }
    this.messages.push(this.#toMessage(value))
    this.lines.push(line)
  }

  #toMessage(value: unknown): RecordedMessage {
    const entry = toMembers(value)
    const isWrapped = isObject(value) && Object.hasOwn(value, 'message') && !Object.hasOwn(value, 'jsonrpc')
    const message = isWrapped ? entry['message'] : value
    const parts = (Array.isArray(message) ? message : [message]).map(toMembers)
    const [first = {}] = parts
    const from = isWrapped ? senderOf(entry) : this.#guessSender(first)
    const revision = this.#given ?? (isWrapped ? revisionOf(entry) : undefined) ?? this.#revisionOf(first, from)
    this.#current = revision
    for (const part of parts) this.#note(part, from, revision)
    return { revision, from, message, http: isWrapped && (entry['http'] === true || entry['transport'] === 'http') }
  }

  /** Where both sides wait for an answer to one id, it is taken for the server's. */
  #guessSender({ method, id }: Members): Sender {
    if (method !== undefined) return serverMethods.has(String(method)) ? 'server' : 'client'
    return !this.#requests.client.has(id) && this.#requests.server.has(id) ? 'client' : 'server'
  }

  #revisionOf({ method, params, id, result }: Members, from: Sender): Revision {
    if (method === undefined) {
      const agreed = toMembers(result)['protocolVersion']
      const asked = this.#requests[from === 'client' ? 'server' : 'client'].get(id)
      return isRevision(agreed) ? agreed : (asked ?? this.#current)
    }
    const { protocolVersion, _meta } = toMembers(params)
    const stated = method === 'initialize' ? protocolVersion : toMembers(_meta)[versionKey]
    return isRevision(stated) ? stated : this.#current
  }

  #note({ method, id }: Members, from: Sender, revision: Revision): void {
    if (method === undefined) this.#requests[from === 'client' ? 'server' : 'client'].delete(id)
    else if (id !== undefined) this.#requests[from].set(id, revision)
  }
}

/** Tells a line of a recorder from a message alone. */
function isRecorded(value: Members): boolean {
  return typeof value['ms'] === 'number' && typeof value['transport'] === 'string'
}

/** A pipe carries messages only; over HTTP there are other bodies. @throws TypeError */
function assertNoMessage({ transport, stream, text, base64, cut, hidden }: Members): void {
  const isContent = (typeof text === 'string' && text.trim() !== '') || base64 !== undefined
  if (transport !== 'stdio' || stream !== undefined || cut === true || hidden === true || !isContent) return
  throw new TypeError('message: must be JSON')
}

function toMembers(value: unknown): Members {
  return isObject(value) ? value : {}
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

function senderOf({ from }: Members): Sender {
  if (from === 'client' || from === 'server') return from
  throw new TypeError('from: must be "client" or "server"')
}

function revisionOf({ revision }: Members): Revision | undefined {
  if (revision === undefined || isRevision(revision)) return revision
  throw new TypeError(`revision: must be one of ${revisions.join(', ')}`)
}
