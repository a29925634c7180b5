import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'

export interface EventWriter {
  /** Writes one message. @throws TypeError at once, having written nothing, if JSON cannot carry it. */
  write(message: RpcMessage): void
  end(): void
  /** Closes the connection but not the stream: the client comes back for the rest. Absent if the stream cannot be resumed. */
  readonly suspend?: ((retryMs: number | undefined) => void) | undefined
}

const decoder = new TextDecoder()

export function toEventData(encoded: string | Uint8Array): string {
  return typeof encoded === 'string' ? encoded : decoder.decode(encoded)
}
