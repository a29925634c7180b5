import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'

/** Where the messages of a streamed answer go. */
export interface EventWriter {
  /** Writes one message. @throws TypeError at once, having written nothing, when JSON cannot carry it. */
  write(message: RpcMessage): void
  /** Everything was written. */
  end(): void
  /** Closes the connection but not the stream: the client comes back for the rest. Absent where it cannot. */
  readonly suspend?: ((retryMs: number | undefined) => void) | undefined
}

const decoder = new TextDecoder()

/** A message as the data of an event. */
export function toEventData(encoded: string | Uint8Array): string {
  return typeof encoded === 'string' ? encoded : decoder.decode(encoded)
}
