import { encodeMessage } from '../../jsonrpc/encode-message.js'
import type { RpcMessage } from '../../jsonrpc/messages.js'
import type { EventStream } from './event-stream.js'
import { type Outlet, toEventData } from './outlet.js'

/**
 * The change notices of a subscription: while the reader lags by more than half of what may wait, only the latest of each
 * kind and URI is kept for it.
 */
export function createNoticeOutlet(stream: EventStream, outboxBytes: number): Outlet {
  const held = new Map<string, string>()
  const flush = () => {
    const texts = [...held.values()]
    held.clear()
    for (const data of texts) stream.write({ data })
  }
  return {
    write: (message: RpcMessage) => {
      const data = toEventData(encodeMessage(message))
      if ('method' in message && (held.size > 0 || stream.waiting > outboxBytes / 2)) {
        if (held.size === 0) void stream.drained().then(flush)
        held.set(`${message.method} ${String(message.params?.['uri'] ?? '')}`, data)
      } else {
        flush()
        stream.write({ data })
      }
    },
    end: () => stream.end(),
  }
}
