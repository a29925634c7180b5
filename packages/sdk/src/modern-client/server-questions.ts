import { randomUUID } from 'node:crypto'
import {
  type ConnectOptions,
  type ElicitAction,
  type ElicitAnswer,
  type FormValues,
  type Root,
  RpcError,
  type SampleMedia,
  type SampleResult,
} from '#core/client'
import { getSupportedElicitationModes } from '../calling/elicitation.js'
import type {
  ClientCapabilities,
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCResultResponse,
  RequestId,
} from '../types.js'

type Response = JSONRPCResultResponse | JSONRPCErrorResponse

/** The input requests of a modern server, which its client gets as the requests of an earlier revision. */
export class ServerQuestions {
  readonly #deliver: (message: JSONRPCMessage) => void
  readonly #waiting = new Map<RequestId, (response: Response) => void>()
  #count = 0

  constructor(deliver: (message: JSONRPCMessage) => void) {
    this.#deliver = deliver
  }

  /** The handlers for what the client declared. Each rejects with the error of the client. */
  handlersFor({ elicitation, sampling, roots }: ClientCapabilities): ConnectOptions {
    const { supportsFormMode, supportsUrlMode } = getSupportedElicitationModes(elicitation)
    return {
      ...(supportsFormMode && {
        elicit: ({ message, schema }, { signal }) =>
          this.#ask<ElicitAnswer<FormValues>>(
            { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema: schema } },
            signal,
          ),
      }),
      ...(supportsUrlMode && {
        elicitUrl: async ({ message, url }, { signal }) => {
          const params = { mode: 'url', message, url, elicitationId: randomUUID() }
          const { action } = await this.#ask<{ action: ElicitAction }>({ method: 'elicitation/create', params }, signal)
          return action
        },
      }),
      ...(sampling !== undefined && {
        sample: async (params, { signal }) => {
          const result = await this.#ask<SampleResult>({ method: 'sampling/createMessage', params }, signal)
          // One block needs no list in an earlier revision.
          return { ...result, content: [result.content].flat() as SampleMedia[] }
        },
      }),
      ...(roots !== undefined && {
        roots: async ({ signal }) => (await this.#ask<{ roots: Root[] }>({ method: 'roots/list' }, signal)).roots,
      }),
    }
  }

  /** Takes a response of the client. */
  settle(response: Response): void {
    if (response.id === undefined) return
    const settle = this.#waiting.get(response.id)
    this.#waiting.delete(response.id)
    settle?.(response)
  }

  #ask<T>(request: { readonly method: string; readonly params?: object }, signal: AbortSignal): Promise<T> {
    this.#count += 1
    const id = `input-${this.#count}`
    return new Promise<T>((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.delete(id)
        const params = { requestId: id, reason: String(signal.reason) }
        this.#deliver({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
        reject(signal.reason)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#waiting.set(id, (response) => {
        signal.removeEventListener('abort', onAbort)
        if ('result' in response) resolve(response.result as T)
        else reject(new RpcError(response.error.code, response.error.message, response.error.data))
      })
      this.#deliver({ jsonrpc: '2.0', id, ...request } as JSONRPCMessage)
    })
  }
}
