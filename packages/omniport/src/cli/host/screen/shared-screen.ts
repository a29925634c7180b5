import { unlessAborted } from '../../process/unless-aborted.js'
import { PriorityMutex } from './priority-mutex.js'
import type { Prompts } from './prompts.js'
import type { ProgressContext, Screen } from './screen.js'
import type { ProgressDisplay, Terminal } from './terminal.js'

export interface InterruptContext {
  /** True if it closed a menu or waited for another request: keys may have been meant for that. */
  readonly isInterrupting: boolean
}

/**
 * Shares one terminal between the session and the requests of servers. A menu closes for a request and opens again
 * after it; text entry is finished first. Requests wait for each other.
 */
export class SharedScreen {
  readonly screen: Screen
  readonly #terminal: Terminal
  readonly #signal: AbortSignal
  readonly #mutex = new PriorityMutex()
  #menu: AbortController | undefined
  #display: ProgressDisplay | undefined

  /** Aborting `signal` ends all prompts with its reason. */
  constructor(terminal: Terminal, signal: AbortSignal) {
    this.#terminal = terminal
    this.#signal = signal
    this.screen = {
      select: (prompt) => this.#runMenu((prompts) => prompts.select(typeof prompt === 'function' ? prompt() : prompt)),
      confirm: (prompt) => this.#runMenu((prompts) => prompts.confirm(prompt)),
      multiselect: (prompt) => this.#runEntry((prompts) => prompts.multiselect(prompt)),
      text: (prompt) => this.#runEntry((prompts) => prompts.text(prompt)),
      note: (title, text) => this.#runEntry((prompts) => prompts.note(title, text)),
      print: (tone, text) => this.#runEntry((prompts) => prompts.print(tone, text)),
      withProgress: (message, work) => this.#withProgress(message, work),
    }
  }

  /** Holds the terminal until `ask` settles. If `signal` aborts, the user is informed. */
  async interrupt<T>(
    ask: (prompts: Prompts, interruptContext: InterruptContext) => Promise<T>,
    outerSignal?: AbortSignal,
  ): Promise<T> {
    const signal = outerSignal === undefined ? this.#signal : AbortSignal.any([outerSignal, this.#signal])
    const isInterrupting = this.#menu !== undefined || this.#mutex.isUrgent
    const taking = this.#mutex.acquire({ isUrgent: true, signal })
    this.#menu?.abort()
    const release = await taking
    this.#display?.hide()
    try {
      return await ask(withSignal(this.#terminal, signal), { isInterrupting })
    } catch (reason) {
      if (signal.aborted && !this.#signal.aborted) await this.#terminal.print('warning', 'This request was withdrawn.')
      throw reason
    } finally {
      release()
      if (!this.#mutex.isUrgent) this.#display?.show()
    }
  }

  /** Opens the menu again after each interruption. */
  async #runMenu<T>(open: (prompts: Prompts) => Promise<T>): Promise<T> {
    for (;;) {
      const release = await this.#mutex.acquire({ isUrgent: false, signal: this.#signal })
      const menu = new AbortController()
      this.#menu = menu
      try {
        return await open(withSignal(this.#terminal, AbortSignal.any([menu.signal, this.#signal])))
      } catch (reason) {
        if (!menu.signal.aborted || this.#signal.aborted) throw reason
      } finally {
        this.#menu = undefined
        release()
      }
    }
  }

  async #runEntry<T>(open: (prompts: Prompts) => Promise<T>): Promise<T> {
    const release = await this.#mutex.acquire({ isUrgent: false, signal: this.#signal })
    this.#display?.hide()
    try {
      return await open(withSignal(this.#terminal, this.#signal))
    } finally {
      release()
      if (!this.#mutex.isUrgent) this.#display?.show()
    }
  }

  async #withProgress<T>(
    message: string,
    work: (progressContext: ProgressContext) => Promise<T>,
  ): Promise<T | undefined> {
    const left = new AbortController()
    const signal = AbortSignal.any([left.signal, this.#signal])
    const display = this.#terminal.showProgress(message, () =>
      left.abort(new DOMException('Left by the person', 'AbortError')),
    )
    if (this.#mutex.isUrgent) display.hide()
    this.#display = display
    try {
      return await unlessAborted(work({ signal, update: (progress) => display.update(progress) }), signal)
    } catch (reason) {
      if (left.signal.aborted && !this.#signal.aborted) return undefined
      throw reason
    } finally {
      this.#display = undefined
      display.hide()
    }
  }
}

/** Adds a signal to all prompts; nothing is shown after it has aborted. */
function withSignal(prompts: Prompts, signal: AbortSignal): Prompts {
  const joined = <Q extends { readonly signal?: AbortSignal | undefined }>(prompt: Q): Q => ({
    ...prompt,
    signal: prompt.signal === undefined ? signal : AbortSignal.any([prompt.signal, signal]),
  })
  return {
    select: (prompt) => prompts.select(joined(prompt)),
    multiselect: (prompt) => prompts.multiselect(joined(prompt)),
    text: (prompt) => prompts.text(joined(prompt)),
    confirm: (prompt) => prompts.confirm(joined(prompt)),
    note: async (title, text) => {
      signal.throwIfAborted()
      await prompts.note(title, text)
    },
    print: async (tone, text) => {
      signal.throwIfAborted()
      await prompts.print(tone, text)
    },
  }
}
