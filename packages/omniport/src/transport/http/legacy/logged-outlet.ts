import type { Outlet } from '../outlet.js'
import type { Post } from '../post.js'
import type { HttpSession } from './http-session.js'
import { pump } from './session-stream.js'

/**
 * A streamed answer that a client can come back to: messages go into the log, and from there to the socket. The first event
 * is empty where the revision has that: it gives the client an id to come back with.
 *
 * spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
export function createLoggedOutlet(post: Post, session: HttpSession): Outlet {
  const { request, settings } = post
  const stream = session.createStream()
  const gone = new AbortController()
  const events = post.openEventStream(() => gone.abort())
  request.onClose(() => {
    gone.abort()
    events.abort()
  })
  if (session.revision === '2025-11-25') events.write({ id: stream.firstId, data: '' })
  pump(stream.read('', gone.signal), events).catch((error: unknown) => {
    settings.logger.error('A stream could not be read', { error })
    events.abort()
  })
  return {
    write: (message) => stream.write(message),
    end: () => stream.end(),
    suspend: async (retryMs) => {
      await stream.settled()
      await events.drained()
      events.write({ data: '', retry: retryMs ?? defaultRetryMs })
      gone.abort()
      events.end()
    },
  }
}

/** What a client is told to wait before it comes back, where the handler does not say. */
const defaultRetryMs = 1_000
