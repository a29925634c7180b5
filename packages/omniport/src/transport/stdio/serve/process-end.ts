import process from 'node:process'

/**
 * Ends this process together with its connection. SIGTERM and SIGINT call `onSignal`; a second signal ends the process at once;
 * after `release` it ends by itself or is ended after `endMs`. The exit code is 143 or 130 after a signal, else the one that
 * the program has set.
 */
export class ProcessEnd {
  readonly #onSignal: () => void
  #signal: Signal | undefined

  constructor(onSignal: () => void) {
    this.#onSignal = onSignal
    for (const signal of signals) process.on(signal, this.#receive)
  }

  /** Restores the default handling of the signals and lets the process end. */
  release(): void {
    for (const signal of signals) process.off(signal, this.#receive)
    if (this.#signal !== undefined) process.exitCode ??= exitCodes[this.#signal]
    setTimeout(() => process.exit(), endMs).unref()
  }

  readonly #receive = (signal: Signal): void => {
    if (this.#signal !== undefined) process.exit(exitCodes[signal])
    this.#signal = signal
    this.#onSignal()
  }
}

type Signal = 'SIGTERM' | 'SIGINT'

const signals: readonly Signal[] = ['SIGTERM', 'SIGINT']

/** 128 plus the number of the signal, as in shells. */
const exitCodes: Readonly<Record<Signal, number>> = { SIGINT: 130, SIGTERM: 143 }

const endMs = 2_000
