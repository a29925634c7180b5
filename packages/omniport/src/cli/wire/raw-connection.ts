import { type Revision, toRequestHeaders } from '../../entries/protocol.js'
import { HttpWire } from './http-wire.js'
import { isModern, versionHeaderRevision } from './known-revisions.js'
import type { RawTransport, Reply, SendOptions } from './wire.js'

/** A connection in one revision over a raw wire. It declares no capabilities. */
export class RawConnection {
  readonly wire: RawTransport
  readonly revision: Revision
  /** What the server answered to `initialize` or `server/discover`. */
  opening: Reply = { messages: [] }
  #id = 0

  constructor(wire: RawTransport, revision: Revision) {
    this.wire = wire
    this.revision = revision
    wire.log.revision = revision
  }

  get isModern(): boolean {
    return isModern(this.revision)
  }

  /** What the server declared. */
  get capabilities(): Readonly<Record<string, unknown>> {
    return toRecord(this.opening.response?.result?.['capabilities'])
  }

  /** Sends the first request, and what follows it. True if the server speaks the revision. */
  async open(): Promise<boolean> {
    if (this.isModern) {
      this.opening = await this.request('server/discover')
      const supported = this.opening.response?.result?.['supportedVersions']
      return Array.isArray(supported) && supported.includes(this.revision)
    }
    const clientInfo = { name: 'omniport-check', version: '1' }
    const params = { protocolVersion: this.revision, capabilities: {}, clientInfo }
    this.opening = await this.request('initialize', params, { headers: { 'mcp-protocol-version': undefined } })
    if (this.wire instanceof HttpWire) this.wire.session = this.opening.headers?.get('mcp-session-id') ?? undefined
    if (this.opening.response?.result?.['protocolVersion'] !== this.revision) return false
    await this.notify('notifications/initialized')
    return true
  }

  nextId(): number {
    this.#id += 1
    return this.#id
  }

  /** Sends a well-formed request; members of `params` replace those that the revision wants. */
  request(method: string, params: Readonly<Record<string, unknown>> = {}, options: SendOptions = {}): Promise<Reply> {
    const message = { jsonrpc: '2.0', id: this.nextId(), method, params: this.#withMeta(params) }
    return this.send(message, { awaits: message.id, ...options })
  }

  /** Sends a request without parameters of its own, with this id. */
  requestAs(id: string | number, method: string): Promise<Reply> {
    return this.send({ jsonrpc: '2.0', id, method, params: this.#withMeta({}) }, { awaits: id })
  }

  notify(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
    return this.send({ jsonrpc: '2.0', method, params: this.#withMeta(params) })
  }

  /** Sends any message with the headers that the revision wants of it. */
  send(message: unknown, options: SendOptions = {}): Promise<Reply> {
    return this.wire.send(message, {
      ...options,
      headers: { ...this.#headersOf(message, options.inputSchema), ...options.headers },
    })
  }

  /** The same request twice has the same meaning: nothing that the checks send changes the server. */
  async isAlive(): Promise<boolean> {
    const { response } = await this.request(probeMethod(this))
    return response?.result !== undefined
  }

  /** Params with members of `_meta`, besides those that the revision wants of it. */
  withMeta(members: Readonly<Record<string, unknown>>): { readonly _meta: Readonly<Record<string, unknown>> } {
    return { _meta: { ...(this.isModern && modernMeta(this.revision)), ...members } }
  }

  /** The params of a modern client that can use tasks. */
  withTasks() {
    return this.withMeta({ 'io.modelcontextprotocol/clientCapabilities': { extensions: { [tasksExtension]: {} } } })
  }

  #withMeta(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return this.isModern ? { ...this.withMeta({}), ...params } : params
  }

  #headersOf(message: unknown, inputSchema: unknown): Readonly<Record<string, string>> {
    if (!this.isModern) return this.revision < versionHeaderRevision ? {} : { 'mcp-protocol-version': this.revision }
    const { method, params } = toRecord(message)
    const stated = { 'mcp-protocol-version': this.revision }
    if (typeof method !== 'string') return stated
    const named = { jsonrpc: '2.0', method, params: toRecord(params) } as const
    return { ...toRequestHeaders(named, { inputSchema }), ...stated }
  }
}

export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** A request that every server of the revision answers. */
export function probeMethod({ isModern }: RawConnection): string {
  return isModern ? 'server/discover' : 'ping'
}

export function modernMeta(revision: string): Readonly<Record<string, unknown>> {
  return {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'omniport-check', version: '1' },
  }
}

/** The members of an object; other values have none. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
