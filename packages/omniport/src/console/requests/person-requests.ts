import { UsageError } from '../actions/usage-error.js'
import type { ConsoleEvent, PersonAnswer, PersonRequest, RequestEnd } from '../contract.js'

/** A request before it has an id and a time. */
export type RequestDraft = DistributiveOmit<PersonRequest, 'id' | 'at'>

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

export type AnswerTo<D extends RequestDraft> = Extract<PersonAnswer, { readonly type: D['type'] }>

export interface PersonRequestsOptions {
  readonly publish: (event: ConsoleEvent) => void
  /** Called when a request is open, and with the milliseconds that it took when it has ended. */
  readonly onOpen: (request: PersonRequest) => void
  readonly onEnd: (request: PersonRequest, ms: number) => void
}

interface OpenRequest {
  readonly request: PersonRequest
  end(reason: RequestEnd, answer?: PersonAnswer): void
}

/** The requests to the person that are open. The first answer, of any tab, is the one that counts. */
export class PersonRequests {
  readonly #options: PersonRequestsOptions
  readonly #open = new Map<string, OpenRequest>()
  #count = 0

  constructor(options: PersonRequestsOptions) {
    this.#options = options
  }

  get all(): readonly PersonRequest[] {
    return [...this.#open.values()].map(({ request }) => request)
  }

  /** Asks the person. Rejects with the reason of `signal`, and with an Error if too many requests are open. */
  ask<D extends RequestDraft>(draft: D, signal: AbortSignal): Promise<AnswerTo<D>> {
    if (this.#open.size >= maxOpen) return Promise.reject(new Error(`${maxOpen} requests wait for an answer already`))
    if (signal.aborted) return Promise.reject(signal.reason)
    this.#count += 1
    const request = { ...draft, id: `r${this.#count}`, at: Date.now() } as PersonRequest // a draft with what it lacked
    const { publish, onOpen, onEnd } = this.#options
    return new Promise((resolve, reject) => {
      const onAbort = () => end('cancelled')
      const end: OpenRequest['end'] = (reason, answer) => {
        if (!this.#open.delete(request.id)) return
        signal.removeEventListener('abort', onAbort)
        onEnd(request, Date.now() - request.at)
        publish({ type: 'request-ended', id: request.id, reason })
        if (answer === undefined) reject(signal.reason ?? new Error('The request was withdrawn'))
        else resolve(answer as AnswerTo<D>) // `answer` has checked the type
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#open.set(request.id, { request, end })
      onOpen(request)
      publish({ type: 'request', request })
    })
  }

  /** @throws UsageError for a request that is not open, and an answer of another type. */
  answer(id: string, answer: PersonAnswer): void {
    const open = this.#open.get(id)
    if (open === undefined) throw new UsageError('This was answered already, or is not needed any more')
    if (open.request.type !== answer.type) {
      throw new UsageError(`answer.type must be '${open.request.type}', got '${answer.type}'`)
    }
    open.end('answered', answer)
  }
}

const maxOpen = 200
