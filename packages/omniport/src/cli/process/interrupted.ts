/** Why a run ended early: a signal of the operating system. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  /** 128 and the number of the signal, as shells have it. */
  readonly exitCode: number

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(`Ended by ${signal}`)
    this.exitCode = signal === 'SIGINT' ? 130 : 143
  }
}
