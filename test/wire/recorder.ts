import { checkMessage } from './check-message.js'
import type { Sender } from './core-methods.js'
import { isRecord } from './is-record.js'
import type { Revision } from './revisions.js'

/** One message as it crossed the wire: parsed JSON, the revision it was sent under, and its sender. */
export interface Recorded {
  readonly revision: Revision
  readonly from: Sender
  readonly message: unknown
  /** The message was an HTTP body. Default: false. */
  readonly http?: boolean | undefined
}

/** What crossed the wire between one client and one server. */
export interface Recorder {
  /** All that was recorded, in order. */
  readonly messages: readonly Recorded[]
  record(recorded: Recorded): void
  /**
   * Throws one `Error` that names every problem of every message, each response checked against the request it answers: the
   * other side's latest with this id, `1` and `"1"` being two ids. A response to nothing, a second response to one request,
   * and an id in use twice at a time are problems too. Requests without a response are none.
   */
  assertValid(): void
}

/** Creates a recorder with nothing in it; one per connection, since ids are unique only there. */
export function createRecorder(): Recorder {
  const messages: Recorded[] = []
  return {
    messages,
    record: (recorded) => void messages.push(recorded),
    assertValid() {
      const asked = { client: new Map<unknown, string>(), server: new Map<unknown, string>() }
      const problems = messages.flatMap((recorded, index) =>
        entryProblems(recorded, asked).map((text) => `#${index} ${recorded.from} ${recorded.revision} ${text}`),
      )
      if (problems.length > 0) throw new Error(`the wire has ${problems.length} problem(s):\n${problems.join('\n')}`)
    },
  }
}

/** By sender, the method of each request that is unanswered so far; `Map` tells ids apart by type. */
type Asked = Readonly<Record<Sender, Map<unknown, string>>>

function entryProblems({ revision, from, message, http }: Recorded, asked: Asked): string[] {
  const open = asked[from === 'client' ? 'server' : 'client']
  const problems = checkMessage(revision, from, message, { methodOf: (id) => open.get(id), http })
  const parts: readonly unknown[] = Array.isArray(message) ? message : [message]
  return [...problems, ...parts.flatMap((part) => pairingProblems(part, { mine: asked[from], theirs: open }))]
}

interface Sides {
  readonly mine: Map<unknown, string>
  readonly theirs: Map<unknown, string>
}

function pairingProblems(message: unknown, { mine, theirs }: Sides): string[] {
  if (!isRecord(message) || !('id' in message)) return []
  const { id } = message
  if (!('method' in message)) return theirs.delete(id) ? [] : [`message: ${JSON.stringify(id)} answers no open request`]
  const problems = mine.has(id) ? [`message: ${JSON.stringify(id)} is the id of an open request`] : []
  mine.set(id, String(message['method']))
  return problems
}
