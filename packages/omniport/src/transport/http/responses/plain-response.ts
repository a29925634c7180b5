import { encodeMessage } from '../../../jsonrpc/messages/encode-message.js'
import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'
import { isChange, NotificationBuffer } from '../../exchange/notification-buffer.js'
import type { EventStream } from './event-stream.js'
import { type EventWriter, toEventData } from './event-writer.js'
import type { ResponseWriter } from './post-response.js'

export const plainResponse: ResponseWriter = {
  open: (context) => createPlainEventWriter(context.openEventStream()),
  sendComplete: (context, data) => context.sendEvents([{ data }]),
}

function createPlainEventWriter(stream: EventStream): EventWriter {
  return {
    write: (message: RpcMessage) => stream.write({ data: toEventData(encodeMessage(message)) }),
    end: () => stream.end(),
  }
}

/** Writes the notifications of a subscription. Changes are buffered while more than half of `outboxBytes` waits for the reader. */
export function createCoalescingEventWriter(stream: EventStream, outboxBytes: number): EventWriter {
  const buffer = new NotificationBuffer<string>()
  const flush = () => buffer.flush((data) => stream.write({ data }))
  return {
    write: (message: RpcMessage) => {
      const data = toEventData(encodeMessage(message))
      if ('method' in message && isChange(message.method) && (!buffer.isEmpty || stream.waiting > outboxBytes / 2)) {
        if (buffer.isEmpty) void stream.drained().then(flush)
        buffer.add(message, data)
      } else {
        flush()
        stream.write({ data })
      }
    },
    end: () => stream.end(),
  }
}
