/** Follows a value through everything that a function starts, as `AsyncLocalStorage` does. */
interface AsyncContext {
  run<T>(owner: object, fn: () => T): T
  getStore(): unknown
  disable(): void
}

/**
 * Tells if the code that asks runs inside `ctx.once`. In a runtime that cannot follow asynchronous work, only code
 * before the first `await` is recognised.
 */
export class InsideOnce {
  #asyncContext: AsyncContext | undefined
  #running = 0

  async run<T>(owner: object, fn: () => Promise<T>): Promise<T> {
    this.#asyncContext ??= createAsyncContext()
    this.#running += 1
    try {
      return await this.#asyncContext.run(owner, fn)
    } finally {
      this.#running -= 1
      // An enabled context makes every promise of the process slower.
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

/** Recognises only the function that is being called now, for runtimes without `AsyncLocalStorage`. */
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
