import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import { isAtLeast, isLogLevel, type LogLevel, logLevels } from '../../protocol/exchange/log-level.js'
import type { Session } from '../../protocol/exchange/session.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import type { UpstreamCall } from '../calls/upstream-call.js'

/** Everybody who may get log messages of a connection. */
export interface LogAudience {
  /** The oldest first. */
  readonly calls: Iterable<UpstreamCall>
  readonly sessions: ReadonlySet<Session>
  /** The call on whose stream the message came. Undefined: the transport does not say. */
  readonly cause: UpstreamCall | undefined
}

/**
 * Passes a log message to the clients that want its level: to the client of the call that it came with, else once to each client of
 * the connection. A session gets it with one of its calls where it has any in flight, as many read no other stream.
 */
export function passLog(message: RpcNotification, { calls, sessions, cause }: LogAudience): void {
  const level = message.params?.['level']
  if (cause !== undefined) {
    if (isWanted(level, cause)) cause.exchange.notify(message)
    return
  }
  const reached = new Set<unknown>()
  for (const call of calls) {
    const { session, sender, principal } = call.exchange
    const client = session ?? principal?.id ?? sender
    if (reached.has(client) || !isWanted(level, call)) continue
    reached.add(client)
    call.exchange.notify(message)
  }
  for (const session of sessions) {
    if (!reached.has(session) && passes(level, session.logLevel)) session.notify(message)
  }
}

/** The lowest level that anybody wants. Undefined: nobody has said. */
export function lowestLevel(levels: Iterable<LogLevel | undefined>): LogLevel | undefined {
  const wanted = new Set(levels)
  return logLevels.find((level) => wanted.has(level))
}

/** A modern request that names no level wants no messages; a session that names none gets what the upstream sends by itself. */
function isWanted(level: unknown, call: UpstreamCall): boolean {
  const { logLevel } = call
  if (logLevel === undefined && profileOf(call.exchange.revision).resultEnvelope) return false
  return passes(level, logLevel)
}

function passes(level: unknown, minimum: LogLevel | undefined): boolean {
  return minimum === undefined || !isLogLevel(level) || isAtLeast(level, minimum)
}
