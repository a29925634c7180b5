import { encodeMessage } from '../../jsonrpc/encode-message.js'
import type { RpcMessage } from '../../jsonrpc/messages.js'
import type { EventStream } from './event-stream.js'
import { type EventWriter, toEventData } from './outlet.js'

/** Messages straight onto a stream that nobody can come back to. */
export function createPlainEventWriter(stream: EventStream): EventWriter {
  return {
    write: (message: RpcMessage) => stream.write({ data: toEventData(encodeMessage(message)) }),
    end: () => stream.end(),
  }
}
