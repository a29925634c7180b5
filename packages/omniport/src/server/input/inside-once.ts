/** Follows a value through everything that a function starts, as `AsyncLocalStorage` does. */
interface AsyncContext {
  run<T>(owner: object, fn: () => T): T
  getStore(): unknown
  disable(): void
}

/**
 * Knows whether it is `ctx.once` that asks. Where a runtime cannot follow what a function starts, only what happens before
 * the first `await` is known.
 */
export class InsideOnce {
  #asyncContext: AsyncContext | undefined
  #running = 0

  /** Runs `fn` as the inside of a `once` of `owner`. */
  async run<T>(owner: object, fn: () => Promise<T>): Promise<T> {
    this.#asyncContext ??= createAsyncContext()
    this.#running += 1
    try {
      return await this.#asyncContext.run(owner, fn)
    } finally {
      this.#running -= 1
      // While it follows, every promise of the process costs more.
      if (this.#running === 0) this.#asyncContext.disable()
    }
  }

  isInside(owner: object): boolean {
    return this.#running > 0 && this.#asyncContext?.getStore() === owner
  }
}

function createAsyncContext(): AsyncContext {
  const host: { getBuiltinModule?(name: string): unknown } | undefined = Reflect.get(globalThis, 'process')
  const hooks = host?.getBuiltinModule?.('node:async_hooks') as
    | { AsyncLocalStorage: new () => AsyncContext }
    | undefined
  return hooks === undefined ? new CallStack() : new hooks.AsyncLocalStorage()
}

/** What can be known without help: which function is being called now. */
class CallStack implements AsyncContext {
  #owner: object | undefined

  run<T>(owner: object, fn: () => T): T {
    const outer = this.#owner
    this.#owner = owner
    try {
      return fn()
    } finally {
      this.#owner = outer
    }
  }

  getStore(): object | undefined {
    return this.#owner
  }

  disable(): void {}
}
