import './late-parts.js'
import { cloneMessage } from '../../packages/omniport/src/jsonrpc/messages/clone-message.js'
import { metaKeys } from '../../packages/omniport/src/protocol/meta/meta-keys.js'
import type { Revision } from '../../packages/omniport/src/protocol/revisions/revision.js'
import { ServedConnection } from '../../packages/omniport/src/transport/connection/served-connection.js'
import type { ServeTarget } from '../../packages/omniport/src/transport/environment.js'

/** A message as it arrived. */
export interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** How to connect. */
export interface RawOptions {
  /** Default: 2025-11-25. */
  readonly revision?: Revision | undefined
  /** Of the client. Default: none. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined
  /** Whether a legacy client initializes: not at all, without saying that it is ready, or fully. Default: fully. */
  readonly handshake?: 'none' | 'half' | 'full' | undefined
  /** Gets what the server sends beside the responses to `request`. Default: it is added to `messages`. */
  readonly onMessage?: ((message: Message) => void) | undefined
}

/** A client of no opinion at one end of a pipe of values. Whoever connected it closes it. */
export interface RawConnection {
  readonly served: ServedConnection
  /** What the server sent beside the responses to `request`, in order; whoever reads it may empty it. */
  readonly messages: Message[]
  /** Sends a request, in the modern era with its protocol fields, and waits for the response. */
  request(method: string, params?: Readonly<Record<string, unknown>>, id?: string | number): Promise<Message>
  notify(method: string, params?: Readonly<Record<string, unknown>>): void
  /** Sends any value. Its answer is among the messages. */
  send(value: unknown): void
  /** Resolves when all that is on its way has arrived. */
  settle(): Promise<void>
  close(): void
}

/** Connects to a server as a client of any revision does. */
export async function connectRaw(target: ServeTarget, options: RawOptions = {}): Promise<RawConnection> {
  const { revision = '2025-11-25', capabilities = {}, handshake = 'full' } = options
  const connection = open(target, { revision, capabilities, onMessage: options.onMessage })
  if (revision === '2026-07-28' || handshake === 'none') return connection
  const clientInfo = { name: 'raw', version: '1' }
  await connection.request('initialize', { protocolVersion: revision, capabilities, clientInfo }, 'initialize')
  if (handshake === 'full') connection.notify('notifications/initialized')
  await connection.settle()
  return connection
}

interface OpenOptions {
  readonly revision: Revision
  readonly capabilities: object
  readonly onMessage: RawOptions['onMessage']
}

function open(target: ServeTarget, { revision, capabilities, onMessage }: OpenOptions): RawConnection {
  const messages: Message[] = []
  const keep = onMessage ?? ((message: Message) => void messages.push(message))
  const waiting = new Map<unknown, (message: Message) => void>()
  const served = new ServedConnection(target, {
    send(message) {
      const copy = cloneMessage(message) as Message | Message[]
      queueMicrotask(() => arrive(copy))
    },
  })
  const arrive = (message: Message | Message[]) => {
    const resolve = Array.isArray(message) || message.method !== undefined ? undefined : waiting.get(message.id)
    if (resolve === undefined) {
      keep(message as Message)
      return
    }
    waiting.delete((message as Message).id)
    resolve(message as Message)
  }
  const send = (value: unknown) => queueMicrotask(() => served.receive(value))
  let lastId = 0
  return {
    served,
    messages,
    send,
    request(method, params, id = ++lastId) {
      send({ jsonrpc: '2.0', id, method, params: revision === '2026-07-28' ? marked(params, capabilities) : params })
      return new Promise((resolve) => waiting.set(id, resolve))
    },
    notify: (method, params) => send({ jsonrpc: '2.0', method, params }),
    settle,
    close: () => served.abort(new Error('The test is over')),
  }
}

function marked(params: Readonly<Record<string, unknown>> = {}, capabilities: object): object {
  const _meta = {
    [metaKeys.protocolVersion]: '2026-07-28',
    [metaKeys.clientCapabilities]: capabilities,
    ...(params['_meta'] as object | undefined),
  }
  return { ...params, _meta }
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
