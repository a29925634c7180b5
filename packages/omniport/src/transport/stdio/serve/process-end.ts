import process from 'node:process'

/**
 * Ends this process with what it serves: on SIGTERM and SIGINT through `onSignal`, at once on a second signal, and `endMs`
 * after `release` if it has not ended by itself. The exit code is 143 or 130 after a signal, else what the program has set.
 */
export class ProcessEnd {
  readonly #onSignal: () => void
  #signal: Signal | undefined

  constructor(onSignal: () => void) {
    this.#onSignal = onSignal
    for (const signal of signals) process.on(signal, this.#receive)
  }

  /** Gives the signals their usual meaning back and lets the process end. */
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

/** 128 and the number of the signal, as shells have it. */
const exitCodes: Readonly<Record<Signal, number>> = { SIGINT: 130, SIGTERM: 143 }

const endMs = 2_000
