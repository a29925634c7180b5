import { OmniportError } from '../jsonrpc/omniport-error.js'
import { isLegacy } from '../protocol/profile.js'
import type { ActiveConnection } from './established.js'

/**
 * Asks a legacy server again and again whether it is there, for as long as the connection lives, where `pingMs` says so: one
 * question at a time. That it fails to answer is reported, and has no other consequence.
 *
 * spec: 2025-11-25 basic/utilities/ping#implementation-considerations
 */
export function startPingHealthCheck({ connection, revisionClient: era }: ActiveConnection): void {
  const { pingMs, timeoutMs, runtime, report } = connection.services
  if (pingMs === undefined || !isLegacy(connection.revision)) return
  let isOver = false
  let stop = () => {}
  const wait = () => {
    if (!isOver) stop = runtime.after(pingMs, ping, { background: true })
  }
  const ping = () => {
    void era
      .ping({ timeoutMs, isQuiet: true })
      .catch((reason) => {
        if (!isClosed(reason)) report(reason)
      })
      .then(wait)
  }
  void connection.transport.closed.then(() => {
    isOver = true
    stop()
  })
  wait()
}

/** The end of the connection is told elsewhere. */
function isClosed(reason: unknown): boolean {
  return OmniportError.is(reason) && reason.code === 'closed'
}
