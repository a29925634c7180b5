import type { RecordedLine } from '../../../entries/protocol.js'

/** A connection to the server that a recording is sent to; all that passes is recorded. */
export interface ReplayConnection {
  /** Sends the text of a line of a client. Resolves when it is sent. */
  send(text: string, line: RecordedLine): Promise<void>
  /** Closes it, and ends the program. Settles last. */
  close(): Promise<void>
}

/** Receives what the server sends, as it was parsed. */
export type OnMessage = (message: unknown) => void
