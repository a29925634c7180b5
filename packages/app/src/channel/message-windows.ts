/** The window of this script: messages arrive there. */
export interface MessageReceiver {
  addEventListener(type: 'message', listener: (event: ReceivedMessage) => void): void
  removeEventListener(type: 'message', listener: (event: ReceivedMessage) => void): void
}

/** The window at the other end. Its documents may change; the object stays the same. */
export interface MessageTarget {
  postMessage(message: unknown, targetOrigin: string): void
}

/** What is read of a `MessageEvent`. */
export interface ReceivedMessage {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
}
