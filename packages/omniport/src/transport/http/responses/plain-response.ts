import { encodeMessage } from '../../../jsonrpc/messages/encode-message.js'
import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'
import type { EventStream } from './event-stream.js'
import { type EventWriter, toEventData } from './event-writer.js'
import type { ResponseWriter } from './post-response.js'

/** Writes streams that cannot be resumed. */
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

/**
 * The change notices of a subscription: while the reader lags by more than half of what may wait, only the latest of each
 * kind and URI is kept for it.
 */
export function createCoalescingEventWriter(stream: EventStream, outboxBytes: number): EventWriter {
  let bufferedMessages: Map<string, string> | undefined
  const flush = () => {
    const buffered = bufferedMessages?.values() ?? []
    bufferedMessages = undefined
    for (const data of buffered) stream.write({ data })
  }
  return {
    write: (message: RpcMessage) => {
      const data = toEventData(encodeMessage(message))
      if ('method' in message && (bufferedMessages !== undefined || stream.waiting > outboxBytes / 2)) {
        if (bufferedMessages === undefined) void stream.drained().then(flush)
        bufferedMessages ??= new Map()
        bufferedMessages.set(`${message.method} ${String(message.params?.['uri'] ?? '')}`, data)
      } else {
        flush()
        stream.write({ data })
      }
    },
    end: () => stream.end(),
  }
}
