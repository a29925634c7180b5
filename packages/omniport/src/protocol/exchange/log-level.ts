/** The severities of RFC 5424, least severe first. spec: server/utilities/logging#log-levels */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

/** How severe a log message is. */
export type LogLevel = (typeof logLevels)[number]

/** Whether a value is one of the eight levels. */
export function isLogLevel(value: unknown): value is LogLevel {
  return (logLevels as readonly unknown[]).includes(value)
}

/** Whether a message of `level` passes a threshold of `minimum`. */
export function isAtLeast(level: LogLevel, minimum: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(minimum)
}
