import { encodeMessage } from '../../jsonrpc/encode-message.js'
import type { RpcMessage } from '../../jsonrpc/messages.js'
import type { EventStream } from './event-stream.js'
import { type Outlet, toEventData } from './outlet.js'

/**
 * The change notices of a subscription: while the reader lags by more than half of what may wait, only the latest of each
 * kind and URI is kept for it.
 */
export function createNoticeOutlet(stream: EventStream, outboxBytes: number): Outlet {
  let held: Map<string, string> | undefined
  const flush = () => {
    const texts = held?.values() ?? []
    held = undefined
    for (const data of texts) stream.write({ data })
  }
  return {
    write: (message: RpcMessage) => {
      const data = toEventData(encodeMessage(message))
      if ('method' in message && (held !== undefined || stream.waiting > outboxBytes / 2)) {
        if (held === undefined) void stream.drained().then(flush)
        held ??= new Map()
        held.set(`${message.method} ${String(message.params?.['uri'] ?? '')}`, data)
      } else {
        flush()
        stream.write({ data })
      }
    },
    end: () => stream.end(),
  }
}
