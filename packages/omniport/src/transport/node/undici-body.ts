import type { Dispatcher } from 'undici'

/** The connection is paused while more than this waits. */
const highWaterBytes = 64 * 1024

/** The body of one reply, in the chunks that arrived. It can be iterated once. Breaking off closes the connection. */
export class UndiciBody implements AsyncIterableIterator<Uint8Array> {
  readonly #controller: Dispatcher.DispatchController
  #chunks: Uint8Array[] = []
  #bytes = 0
  #isOver = false
  /** Thrown once, after the chunks that arrived before it. */
  #failure: { readonly error: Error } | undefined
  #reader: Reader | undefined

  constructor(controller: Dispatcher.DispatchController) {
    this.#controller = controller
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = this.#chunks.shift()
    if (chunk !== undefined) {
      this.#bytes -= chunk.length
      if (this.#bytes === 0) this.#controller.resume()
      return Promise.resolve({ done: false, value: chunk })
    }
    if (!this.#isOver) {
      return new Promise((resolve, reject) => {
        this.#reader = { resolve, reject }
      })
    }
    const failure = this.#failure
    this.#failure = undefined
    return failure === undefined ? Promise.resolve(done) : Promise.reject(failure.error)
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    if (!this.#isOver) this.#controller.abort(new Error('The rest of the reply is not wanted'))
    this.#chunks = []
    return Promise.resolve(done)
  }

  push(chunk: Uint8Array): void {
    const reader = this.#take()
    if (reader !== undefined) {
      reader.resolve({ done: false, value: chunk })
      return
    }
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes > highWaterBytes) this.#controller.pause()
  }

  /** Ends the body; with `error` if it is incomplete. */
  end(error?: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    const reader = this.#take()
    if (error === undefined) reader?.resolve(done)
    else if (reader !== undefined) reader.reject(error)
    else this.#failure = { error }
  }

  abort(error: Error): void {
    this.#chunks = []
    this.end(error)
  }

  #take(): Reader | undefined {
    const reader = this.#reader
    this.#reader = undefined
    return reader
  }
}

interface Reader {
  readonly resolve: (result: IteratorResult<Uint8Array>) => void
  readonly reject: (reason: unknown) => void
}

const done: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined })
