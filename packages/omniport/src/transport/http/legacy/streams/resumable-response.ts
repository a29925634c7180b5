import type { HttpContext } from '../../requests/http-context.js'
import type { EventWriter } from '../../responses/event-writer.js'
import type { ResponseWriter } from '../../responses/post-response.js'
import type { SseEvent } from '../../responses/sse-event.js'
import type { HttpSession } from '../sessions/http-session.js'
import { formatEventId, isGap } from './session-stream.js'
import { StreamReader } from './stream-reader.js'

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
 * Messages are written to the log, and from there to the socket.
 * spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
function createResumableEventWriter(context: HttpContext, session: HttpSession): EventWriter {
  const { stream, end } = session.streams.createServedStream()
  const reader = new StreamReader({ stream, position: '', sendsPrimingEvents: session.sendsPrimingEvents })
  const events = context.openEventStream(() => reader.stop())
  context.request.onClose(() => reader.stop())
  const detach = session.streams.attach(stream.key, reader)
  reader
    .run(events)
    .catch((error: unknown) => {
      if (!isGap(error)) context.settings.logger.error('A stream could not be read', { error })
    })
    .finally(detach)
  stream.begin()
  return {
    write: (message) => stream.write(message),
    end,
    suspend: (retryMs) => {
      void stream.settled().then(() => session.streams.suspend(stream, retryMs))
    },
  }
}

/**
 * The whole stream is written to the log, so that a client whose connection breaks can resume it. The same events go straight
 * to the socket, without a reader of the log. spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
function sendResumableEvents(context: HttpContext, session: HttpSession, data: string): void {
  const stream = session.streams.createStream()
  const release = context.concurrency.startReply()
  void stream.writeComplete(data).then((events) => {
    const sent: SseEvent[] = []
    for (const { position, data } of events) {
      const id = position === '' ? undefined : formatEventId(stream.key, position)
      if (data !== '' || session.sendsPrimingEvents) sent.push({ id, data })
    }
    try {
      context.sendEvents(sent)
    } finally {
      release()
    }
  })
}
