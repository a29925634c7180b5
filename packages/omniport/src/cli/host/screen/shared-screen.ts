import { unlessAborted } from '../../process/unless-aborted.js'
import { PriorityMutex } from './priority-mutex.js'
import type { Prompts } from './prompts.js'
import type { ProgressContext, Screen } from './screen.js'
import type { ProgressDisplay, Terminal } from './terminal.js'

/** What a question of a server finds. */
export interface InterruptContext {
  /** It took a menu away, or waited for another question: keys that are pressed next may have been meant for that. */
  readonly isInterrupting: boolean
}

/**
 * One terminal for the session and for the questions of servers, which come at any time. A menu makes way for them and comes
 * back; what is being typed or ticked is finished first. Questions wait for each other.
 */
export class SharedScreen {
  /** For the session. */
  readonly screen: Screen
  readonly #terminal: Terminal
  readonly #signal: AbortSignal
  readonly #mutex = new PriorityMutex()
  #menu: AbortController | undefined
  #display: ProgressDisplay | undefined

  /** Aborting `signal` ends everything that is open, with its reason. */
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

  /** Has the terminal for itself until `ask` settles, or `signal` aborts: the person is told then. */
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
      if (signal.aborted && !this.#signal.aborted)
        await this.#terminal.print('warning', 'Nobody waits for this any more.')
      throw reason
    } finally {
      release()
      if (!this.#mutex.isUrgent) this.#display?.show()
    }
  }

  /** Is opened again after every question that took it away. */
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

/** The same, where every question is also over when the signal aborts. Nothing is shown from then on. */
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
