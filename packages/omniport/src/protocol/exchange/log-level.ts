/** The severities of RFC 5424, least severe first. spec: server/utilities/logging#log-levels */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

/** The severity of a log message. */
export type LogLevel = (typeof logLevels)[number]

/** Tells if a value is one of the eight levels. */
export function isLogLevel(value: unknown): value is LogLevel {
  return (logLevels as readonly unknown[]).includes(value)
}

/** Tells if a message of `level` passes a threshold of `minimum`. */
export function isAtLeast(level: LogLevel, minimum: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(minimum)
}
