import { encodeMessage } from '../../jsonrpc/encode-message.js'
import type { RpcMessage } from '../../jsonrpc/messages.js'
import type { EventStream } from './event-stream.js'
import { type Outlet, toEventData } from './outlet.js'

/** Messages straight onto a stream that nobody can come back to. */
export function createDirectOutlet(stream: EventStream): Outlet {
  return {
    write: (message: RpcMessage) => stream.write({ data: toEventData(encodeMessage(message)) }),
    end: () => stream.end(),
  }
}
