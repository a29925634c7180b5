/** Waits for the end of what people do on pages that a server had opened. */
export class UrlElicitationCompletions {
  readonly #expected = new Map<string, Set<() => void>>()

  /** Resolves when the server says that `elicitationId` is complete. To be stopped by whoever waits, heard or not. */
  expect(elicitationId: string): AwaitedCompletion {
    let resolve = () => {}
    const done = new Promise<void>((settle) => {
      resolve = settle
    })
    const waiting = this.#expected.get(elicitationId) ?? new Set()
    waiting.add(resolve)
    this.#expected.set(elicitationId, waiting)
    const stop = () => {
      waiting.delete(resolve)
      if (waiting.size === 0) this.#expected.delete(elicitationId)
    }
    return { done, stop }
  }

  /**
   * Takes note of an announcement; of anything that nobody waits for, nothing.
   *
   * spec: 2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation
   */
  complete(elicitationId: unknown): void {
    if (typeof elicitationId !== 'string') return
    for (const resolve of this.#expected.get(elicitationId) ?? []) resolve()
  }
}

/** Somebody's wait. */
export interface AwaitedCompletion {
  readonly done: Promise<void>
  stop(): void
}
