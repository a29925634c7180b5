import type { HttpContext } from '../post.js'
import type { SseEvent } from '../sse-event.js'
import type { HttpSession } from './http-session.js'
import { formatEventId } from './session-stream.js'

/**
 * A streamed answer that was there before its stream: all of it goes into the log, so that a client whose connection breaks
 * can come back for it, and from here to the socket, with nobody reading the log.
 *
 * spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
export function sendResumableEvents(context: HttpContext, session: HttpSession, data: string): void {
  const stream = session.createStream()
  const release = context.concurrency.startReply()
  void stream.writeComplete(data).then((events) => {
    const sent: SseEvent[] = []
    for (const { position, data } of events) {
      if (data !== '' || session.sendsPrimingEvents) sent.push({ id: formatEventId(stream.key, position), data })
    }
    try {
      context.sendEvents(sent)
    } finally {
      release()
    }
  })
}
