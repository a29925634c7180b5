import type { EventWriter } from '../outlet.js'
import type { HttpContext } from '../post.js'
import type { HttpSession } from './http-session.js'
import { isGap } from './session-stream.js'
import { StreamReader } from './stream-reader.js'

/**
 * A streamed answer that a client can come back to: messages go into the log, and from there to the socket.
 *
 * spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
export function createResumableEventWriter(context: HttpContext, session: HttpSession): EventWriter {
  const stream = session.createStream()
  const reader = new StreamReader({ stream, position: '', sendsPrimingEvents: session.sendsPrimingEvents })
  const events = context.openEventStream(() => reader.stop())
  context.request.onClose(() => reader.stop())
  const detach = session.attach(stream.key, reader)
  reader
    .run(events)
    .catch((error: unknown) => {
      if (!isGap(error)) context.settings.logger.error('A stream could not be read', { error })
    })
    .finally(detach)
  stream.begin()
  return {
    write: (message) => stream.write(message),
    end: () => stream.end(),
    suspend: (retryMs) => {
      void stream.settled().then(() => session.suspend(stream, retryMs))
    },
  }
}
