import { unlessAborted } from '../../unless-aborted.js'
import type { Prompts } from './prompts.js'
import type { Going, Screen } from './screen.js'
import type { Terminal, Watching } from './terminal.js'
import { PriorityMutex } from './turns.js'
import { withSignal } from './with-signal.js'

/** What a question of a server finds. */
export interface Moment {
  /** It took a menu away, or waited for another question: keys that are pressed next may have been meant for that. */
  readonly isSudden: boolean
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
  readonly #turns = new PriorityMutex()
  #menu: AbortController | undefined
  #watching: Watching | undefined

  /** Aborting `signal` ends everything that is open, with its reason. */
  constructor(terminal: Terminal, signal: AbortSignal) {
    this.#terminal = terminal
    this.#signal = signal
    this.screen = {
      select: (prompt) =>
        this.#menuOf((prompts) => prompts.select(typeof prompt === 'function' ? prompt() : prompt)),
      confirm: (prompt) => this.#menuOf((prompts) => prompts.confirm(prompt)),
      multiselect: (prompt) => this.#entry((prompts) => prompts.multiselect(prompt)),
      text: (prompt) => this.#entry((prompts) => prompts.text(prompt)),
      note: (title, text) => this.#entry((prompts) => prompts.note(title, text)),
      print: (tone, text) => this.#entry((prompts) => prompts.print(tone, text)),
      during: (message, work) => this.#during(message, work),
    }
  }

  /** Has the terminal for itself until `ask` settles, or `signal` aborts: the person is told then. */
  async interrupt<T>(ask: (prompts: Prompts, moment: Moment) => Promise<T>, given?: AbortSignal): Promise<T> {
    const signal = given === undefined ? this.#signal : AbortSignal.any([given, this.#signal])
    const isSudden = this.#menu !== undefined || this.#turns.isUrgent
    const taking = this.#turns.acquire({ isUrgent: true, signal })
    this.#menu?.abort()
    const release = await taking
    this.#watching?.hide()
    try {
      return await ask(withSignal(this.#terminal, signal), { isSudden })
    } catch (reason) {
      if (signal.aborted && !this.#signal.aborted)
        await this.#terminal.print('warning', 'Nobody waits for this any more.')
      throw reason
    } finally {
      release()
      if (!this.#turns.isUrgent) this.#watching?.show()
    }
  }

  /** Is opened again after every question that took it away. */
  async #menuOf<T>(open: (prompts: Prompts) => Promise<T>): Promise<T> {
    for (;;) {
      const release = await this.#turns.acquire({ isUrgent: false, signal: this.#signal })
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

  async #entry<T>(open: (prompts: Prompts) => Promise<T>): Promise<T> {
    const release = await this.#turns.acquire({ isUrgent: false, signal: this.#signal })
    this.#watching?.hide()
    try {
      return await open(withSignal(this.#terminal, this.#signal))
    } finally {
      release()
      if (!this.#turns.isUrgent) this.#watching?.show()
    }
  }

  async #during<T>(message: string, work: (going: Going) => Promise<T>): Promise<T | undefined> {
    const left = new AbortController()
    const signal = AbortSignal.any([left.signal, this.#signal])
    const watching = this.#terminal.watch(message, () =>
      left.abort(new DOMException('Left by the person', 'AbortError')),
    )
    if (this.#turns.isUrgent) watching.hide()
    this.#watching = watching
    try {
      return await unlessAborted(work({ signal, update: (progress) => watching.update(progress) }), signal)
    } catch (reason) {
      if (left.signal.aborted && !this.#signal.aborted) return undefined
      throw reason
    } finally {
      this.#watching = undefined
      watching.hide()
    }
  }
}
