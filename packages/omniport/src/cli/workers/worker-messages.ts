import type { JsonValue } from '../../entries/protocol.js'
import type { StoreChannel } from '../../entries/store.js'
import type { FailureCode } from '../errors/exit-codes.js'

/** What the process that was started and its workers say to each other. A module may send messages of its own beside them. */
export type WorkerMessage =
  /** Of a worker: it hears messages. What was sent before is lost. */
  | { readonly omniport: 'ready' }
  /** To a worker: load the module, and listen. */
  | { readonly omniport: 'start'; readonly secrets: readonly string[]; readonly port: number }
  /** To a worker: finish what is being served, and end. */
  | { readonly omniport: 'close' }
  /** Of a worker: it listens. `drainMs`: its requests and connections may take so long when it is closed. */
  | { readonly omniport: 'listening'; readonly url: string; readonly drainMs: number }
  /** Of a worker: it cannot serve, and ends. */
  | { readonly omniport: 'failed'; readonly code: FailureCode; readonly message: string }
  /** Both ways. */
  | { readonly omniport: 'stores'; readonly message: JsonValue }

/** One end of the channel between two processes. */
export interface ProcessEnd {
  send(message: WorkerMessage): void
  listen(listener: (message: WorkerMessage) => void): () => void
}

export function isWorkerMessage(message: unknown): message is WorkerMessage {
  return typeof message === 'object' && message !== null && typeof Object(message)['omniport'] === 'string'
}

/** The messages of stores among all. */
export function toStoreChannel({ send, listen }: ProcessEnd): StoreChannel {
  return {
    send: (message) => send({ omniport: 'stores', message }),
    listen: (listener) => listen((message) => message.omniport === 'stores' && listener(message.message)),
  }
}
