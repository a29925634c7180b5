import type { LoggingLevel } from '../types.js'

const severities: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]

/** The least severe log messages that each session wants. */
export class LogLevels {
  readonly #levels = new Map<string | undefined, LoggingLevel>()

  set(sessionId: string | undefined, level: LoggingLevel): void {
    this.#levels.set(sessionId, level)
  }

  /** True if the session set a level that a message does not reach. */
  ignores(level: LoggingLevel, sessionId: string | undefined): boolean {
    const least = this.#levels.get(sessionId)
    return least !== undefined && severities.indexOf(level) < severities.indexOf(least)
  }
}
