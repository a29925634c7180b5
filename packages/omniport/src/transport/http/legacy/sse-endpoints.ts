import { encodeMessage } from '../../../jsonrpc/encode-message.js'
import { OmniportError } from '../../../jsonrpc/omniport-error.js'
import { RpcError } from '../../../jsonrpc/rpc-error.js'
import type { Principal } from '../../../protocol/peer.js'
import { randomId } from '../../../protocol/random-id.js'
import { ServedConnection } from '../../connection/served-connection.js'
import { HttpError } from '../http-error.js'
import type { HttpSettings } from '../http-settings.js'
import { toEventData } from '../outlet.js'
import type { Post } from '../post.js'
import { readJson } from '../read-json.js'
import { tooMany } from '../traffic.js'

interface Pipe {
  readonly connection: ServedConnection
  readonly principal: Principal | undefined
}

/**
 * The transport of 2024-11-05: one stream to the client, opened by GET, and an address to post to, which the first event
 * names. It is a pipe; closing the stream ends it and aborts what runs.
 *
 * spec: 2024-11-05 basic/transports#http-with-sse
 */
export class SseEndpoints {
  readonly #settings: HttpSettings
  readonly #messagesPath: string
  readonly #pipes = new Map<string, Pipe>()

  constructor(settings: HttpSettings, messagesPath: string) {
    this.#settings = settings
    this.#messagesPath = messagesPath
  }

  /** Opens the stream. @throws HttpError 406, 429 or 503 */
  open(get: Post): void {
    const { limits, runtime } = this.#settings
    if (!get.forms.sse) throw new HttpError(406, RpcError.invalidRequest('Accept must list text/event-stream'))
    if (this.#pipes.size >= limits.sessions) throw tooMany(503, 'sessions', limits.sessions)
    const release = get.traffic.openStream(get.principal)
    const id = randomId(runtime, 16)
    const end = () => {
      release()
      this.#end(id, new OmniportError('closed', 'The client closed the stream'))
    }
    const stream = get.openEventStream(end)
    const connection = new ServedConnection(
      this.#settings.target,
      { send: (message) => stream.write({ event: 'message', data: toEventData(encodeMessage(message)) }) },
      { principal: get.principal, headers: () => get.request.headers },
    )
    this.#pipes.set(id, { connection, principal: get.principal })
    get.request.onClose(() => {
      stream.abort()
      end()
    })
    stream.write({ event: 'endpoint', data: `${this.#messagesPath}?sessionId=${id}` })
  }

  /** Takes one message. @throws HttpError 404 for a stream that is not open, 413, 415 or 400 for a body that is none */
  async post(post: Post): Promise<void> {
    const id = new URLSearchParams(post.request.query).get('sessionId') ?? ''
    const pipe = this.#pipes.get(id)
    if (pipe === undefined || pipe.principal?.id !== post.principal?.id) {
      throw new HttpError(404, RpcError.invalidRequest('No stream of this sessionId is open'))
    }
    const value = await readJson(post.request, this.#settings.limits)
    pipe.connection.receive(value)
    post.reply.send(202, post.headers())
  }

  /** Ends every stream. */
  async close(): Promise<void> {
    const { drainMs } = this.#settings.limits
    await Promise.all(Array.from(this.#pipes.values(), ({ connection }) => connection.end(drainMs)))
  }

  #end(id: string, reason: Error): void {
    const pipe = this.#pipes.get(id)
    this.#pipes.delete(id)
    pipe?.connection.abort(reason)
  }
}
