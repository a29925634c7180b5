/** An object that is closed once, however often `close` is called. */
export abstract class Closable implements AsyncDisposable {
  #closing: Promise<void> | undefined

  protected get isClosing(): boolean {
    return this.#closing !== undefined
  }

  close(): Promise<void> {
    this.#closing ??= this.closeOnce()
    return this.#closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  protected abstract closeOnce(): Promise<void>
}
