import type { HttpContext } from '../../requests/http-context.js'
import type { EventWriter } from '../../responses/event-writer.js'
import type { ResponseWriter } from '../../responses/post-response.js'
import type { SseEvent } from '../../responses/sse-event.js'
import type { HttpSession } from '../sessions/http-session.js'
import { formatEventId, isGap } from './session-stream.js'
import { StreamReader } from './stream-reader.js'

/** The way of answers that a client can come back to. */
export class ResumableResponse implements ResponseWriter {
  readonly #session: HttpSession

  constructor(session: HttpSession) {
    this.#session = session
  }

  open(context: HttpContext): EventWriter {
    return createResumableEventWriter(context, this.#session)
  }

  sendComplete(context: HttpContext, data: string): void {
    sendResumableEvents(context, this.#session, data)
  }

  statusOf(): number {
    return 200
  }
}

/**
 * A streamed answer that a client can come back to: messages go into the log, and from there to the socket.
 *
 * spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
function createResumableEventWriter(context: HttpContext, session: HttpSession): EventWriter {
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

/**
 * A streamed answer that was there before its stream: all of it goes into the log, so that a client whose connection breaks
 * can come back for it, and from here to the socket, with nobody reading the log.
 *
 * spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
function sendResumableEvents(context: HttpContext, session: HttpSession, data: string): void {
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
