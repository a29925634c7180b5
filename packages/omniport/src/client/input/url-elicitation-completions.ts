import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import type { ElicitAction } from '../../protocol/model/elicitation.js'

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

  /**
   * Runs `ask`, which offers a page to the user. If the server says meanwhile that the page is complete, the user opened it
   * elsewhere: the signal of `ask` aborts with `PageCompleted`, and the action is `accept`.
   */
  async unlessCompleted(
    elicitationId: string | undefined,
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<ElicitAction>,
  ): Promise<ElicitAction> {
    if (elicitationId === undefined) return ask(signal)
    const linked = new LinkedAbortController(signal)
    const { done, stop } = this.expect(elicitationId)
    const completed = done.then((): ElicitAction => {
      linked.abort(new PageCompleted('The page was completed elsewhere'))
      return 'accept'
    })
    try {
      return await Promise.race([ask(linked.signal), completed])
    } catch (reason) {
      if (linked.signal.reason instanceof PageCompleted) return 'accept'
      throw reason
    } finally {
      stop()
      linked.unlink()
    }
  }

  /** spec: 2025-11-25 client/elicitation#completion-notifications-for-url-mode-elicitation */
  complete(elicitationId: unknown): void {
    if (typeof elicitationId !== 'string') return
    for (const resolve of this.#expected.get(elicitationId) ?? []) resolve()
  }
}

/** The reason why a question about a page is taken back: the server says that the user has completed the page. */
export class PageCompleted extends Error {
  override readonly name = 'AbortError'
}
