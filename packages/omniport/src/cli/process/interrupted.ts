/** The reason of a run that a signal of the operating system ended. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  /** 128 plus the number of the signal, as in shells. */
  readonly exitCode: number

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(`Ended by ${signal}`)
    this.exitCode = signal === 'SIGINT' ? 130 : 143
  }
}
