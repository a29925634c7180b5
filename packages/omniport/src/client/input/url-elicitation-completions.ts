/** Waits until the user has completed the pages that a server asked to open. */
export class UrlElicitationCompletions {
  readonly #expected = new Map<string, Set<() => void>>()

  /** `done` resolves when the server says that `elicitationId` is complete. The caller must call `stop` in any case. */
  expect(elicitationId: string): { readonly done: Promise<void>; stop(): void } {
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

  /** spec: 2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation */
  complete(elicitationId: unknown): void {
    if (typeof elicitationId !== 'string') return
    for (const resolve of this.#expected.get(elicitationId) ?? []) resolve()
  }
}
