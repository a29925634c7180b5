import type { RpcRequest } from '../../../entries/jsonrpc.js'
import { type AnyMessage, partsOf, toMembers } from '../turns/messages.js'

/** Sends a request that is not in the recording; resolves with its answer, or undefined. */
export type SendOwn = (request: RpcRequest) => Promise<unknown>

/** The input schemas of a server's tools, whose marked arguments calls repeat in headers. */
export class ToolSchemas {
  readonly #send: SendOwn
  readonly #schemas = new Map<string, unknown>()
  #isListed = false

  constructor(send: SendOwn) {
    this.#send = send
  }

  /** Takes the tools from an answer of the server, if it has some. Returns the cursor of the next page. */
  learn({ result }: AnyMessage): unknown {
    const { tools, nextCursor } = toMembers(result)
    for (const tool of Array.isArray(tools) ? tools : []) {
      const { name, inputSchema } = toMembers(tool)
      if (typeof name === 'string') this.#schemas.set(name, inputSchema)
    }
    return nextCursor
  }

  /** The schema of a tool. The tools are listed once if it is not known; undefined if the server does not list it. */
  async find({ params }: AnyMessage): Promise<unknown> {
    const { name, _meta } = toMembers(params)
    if (typeof name !== 'string') return undefined
    if (!this.#schemas.has(name) && !this.#isListed) await this.#list(toMembers(_meta))
    return this.#schemas.get(name)
  }

  async #list(_meta: Readonly<Record<string, unknown>>): Promise<void> {
    this.#isListed = true
    let cursor: unknown
    for (let page = 1; page <= mostPages; page += 1) {
      const params = { _meta, ...(cursor !== undefined && { cursor }) }
      const answer = await this.#send({ jsonrpc: '2.0', id: `omniport-replay-${page}`, method: 'tools/list', params })
      const [first = {}] = partsOf(answer)
      cursor = this.learn(first)
      if (typeof cursor !== 'string') return
    }
  }
}

const mostPages = 64
