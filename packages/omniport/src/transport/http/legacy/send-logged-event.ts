import type { Post } from '../post.js'
import type { HttpSession } from './http-session.js'
import { formatEventId, type StreamEvent } from './session-stream.js'

/**
 * A streamed answer that was there before its stream: all of it goes into the log, so that a client whose connection breaks
 * can come back for it, and from here to the socket, with nobody reading the log.
 *
 * spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
export function sendLoggedEvent(post: Post, session: HttpSession, data: string): void {
  const stream = session.createStream()
  const release = post.traffic.startReply()
  const send = (events: readonly StreamEvent[]) => {
    const wanted = session.primes ? events : events.filter((event) => event.data !== '')
    post.sendEvents(wanted.map((event) => ({ id: formatEventId({ ...event, key: stream.key }), data: event.data })))
  }
  void stream.writeWhole(data).then(send).finally(release)
}
