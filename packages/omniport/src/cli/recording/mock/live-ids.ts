import { messageText } from '../file/message-text.js'
import type { TextLine } from '../file/open-recording.js'
import { type AnyMessage, idKey, type Members, subscriptionMember, toMembers } from '../turns/messages.js'
import type { Turn } from '../turns/turn.js'
import type { MockConnection } from './mock-connection.js'

/** The ids and progress tokens of the requests that a client sent now, in the order of the recorded ones. */
export interface LiveRequest {
  readonly ids: readonly unknown[]
  readonly progressTokens: readonly unknown[]
}

/** Puts the ids of a live connection in the place of the recorded ones. */
export class LiveIds {
  readonly #ids: ReadonlyMap<string, unknown>
  readonly #tokens: ReadonlyMap<string, unknown>
  /** By the recorded id, the one that a request of the server was sent with. */
  readonly #asked = new Map<string, unknown>()
  readonly #connection: MockConnection

  constructor({ ids, progressTokens }: Turn, live: LiveRequest, connection: MockConnection) {
    this.#ids = new Map(ids.map((id, at) => [idKey(id), live.ids[at]]))
    this.#tokens = new Map(progressTokens.map((token, at) => [idKey(token), live.progressTokens[at]]))
    this.#connection = connection
  }

  askedAs(recorded: unknown): unknown {
    return this.#asked.get(idKey(recorded)) ?? recorded
  }

  /** The text stays as it was sent where no id has to be replaced. */
  toLiveJson(recorded: TextLine): string {
    const { message } = recorded.line
    const parts: readonly unknown[] = Array.isArray(message) ? message : [message]
    const live = parts.map((part) => this.#toLive(toMembers(part)))
    const isSame = live.every((part, index) => part === parts[index])
    const text = isSame ? messageText(recorded) : undefined
    return text ?? JSON.stringify(Array.isArray(message) ? live : live[0])
  }

  #toLive(message: Members): Members {
    const { id, method } = message as AnyMessage
    if (method === undefined) return this.#replaceId(message, id, this.#ids.get(idKey(id)))
    if (id !== undefined) {
      const live = this.#connection.ask(id)
      this.#asked.set(idKey(id), live)
      return this.#replaceId(message, id, live)
    }
    return this.#toLiveNotification(message)
  }

  #replaceId(message: Members, id: unknown, live: unknown): Members {
    return live === undefined || live === id ? message : { ...message, id: live }
  }

  #toLiveNotification(message: Members): Members {
    const params = toMembers(message['params'])
    const meta = toMembers(params['_meta'])
    const changed: Record<string, unknown> = {}
    const token = this.#tokens.get(idKey(params['progressToken']))
    if (token !== undefined && token !== params['progressToken']) changed['progressToken'] = token
    const stream = this.#ids.get(idKey(meta[subscriptionMember]))
    if (stream !== undefined && stream !== meta[subscriptionMember])
      changed['_meta'] = { ...meta, [subscriptionMember]: stream }
    const asked = this.#asked.get(idKey(params['requestId']))
    if (message['method'] === 'notifications/cancelled' && asked !== undefined && asked !== params['requestId'])
      changed['requestId'] = asked
    return Object.keys(changed).length === 0 ? message : { ...message, params: { ...params, ...changed } }
  }
}
