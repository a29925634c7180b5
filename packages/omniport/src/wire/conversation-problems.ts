import type { Revision } from '../protocol/revisions/revision.js'
import { isJsonObject } from '../values/json/json-object.js'
import type { Sender } from './core-methods.js'
import { messageProblems } from './message-problems.js'

/** One message as it was sent: parsed JSON, or a batch, with its sender and the revision of the connection. */
export interface RecordedMessage {
  readonly revision: Revision
  readonly from: Sender
  readonly message: unknown
  /** The message was an HTTP body. Default: false. */
  readonly http?: boolean | undefined
}

/** One problem of a conversation. */
export interface ConversationProblem {
  /** The index of the message in the conversation. */
  readonly index: number
  /** The place in the message, then the problem: `/result/tools/0/name: is required`. */
  readonly text: string
}

/**
 * The problems of the messages of one connection, in order. Each response is checked against the request that it answers: the
 * other side's latest with this id, `1` and `"1"` being two ids. A response without a request, a second response to one
 * request, and an id that is used again before it was answered are problems too; a request without a response is none.
 */
export function conversationProblems(messages: Iterable<RecordedMessage>): readonly ConversationProblem[] {
  const open: OpenRequests = { client: new Map(), server: new Map() }
  const problems: ConversationProblem[] = []
  let index = 0
  for (const recorded of messages) {
    for (const text of entryProblems(recorded, open)) problems.push({ index, text })
    index += 1
  }
  return problems
}

/** By sender, the method of each request that is unanswered so far; `Map` tells ids apart by type. */
type OpenRequests = Readonly<Record<Sender, Map<unknown, string>>>

function entryProblems({ revision, from, message, http }: RecordedMessage, open: OpenRequests): readonly string[] {
  const theirs = open[from === 'client' ? 'server' : 'client']
  const problems = messageProblems(message, { revision, from, http, methodOf: (id) => theirs.get(id) })
  const parts: readonly unknown[] = Array.isArray(message) ? message : [message]
  return [...problems, ...parts.flatMap((part) => pairingProblems(part, { mine: open[from], theirs }))]
}

interface Sides {
  readonly mine: Map<unknown, string>
  readonly theirs: Map<unknown, string>
}

function pairingProblems(message: unknown, { mine, theirs }: Sides): readonly string[] {
  if (!isJsonObject(message) || !('id' in message)) return []
  const { id } = message
  if (!('method' in message)) return theirs.delete(id) ? [] : [`message: ${JSON.stringify(id)} answers no open request`]
  const problems = mine.has(id) ? [`message: ${JSON.stringify(id)} is the id of an open request`] : []
  mine.set(id, String(message['method']))
  return problems
}
