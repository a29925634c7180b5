import type { Server, ServerResponse } from 'node:http'
import type { Clock } from '../../jsonrpc/clock.js'

/** Counts the replies of a server. Gives what resolves when all of them were written out, or after `ms`. */
export function trackReplies(http: Server, clock: Clock): (ms: number) => Promise<void> {
  const open = new Set<ServerResponse>()
  let onIdle = () => {}
  // One listener for all: `this` is the response.
  function onClose(this: ServerResponse) {
    open.delete(this)
    if (open.size === 0) onIdle()
  }
  http.prependListener('request', (_request, response) => {
    open.add(response)
    response.on('close', onClose)
  })
  return (ms) => {
    if (open.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const stop = clock.after(ms, resolve)
      onIdle = () => {
        stop()
        resolve()
      }
    })
  }
}
