/** One end of a channel: what `connect` and `serveStream` take. */
export interface MessageStreams {
  readonly readable: ReadableStream<unknown>
  readonly writable: WritableStream<unknown>
}

/** An open channel of a transport, with both of its ends. */
export interface TransportChannel {
  /** The end for `connect`. */
  readonly client: MessageStreams
  /** The end for `serveStream`. */
  readonly server: MessageStreams
  /** Breaks the connection without a goodbye, as a network that is gone does, once it is noticed. */
  cut(): void | Promise<void>
}

/** Options of `transportContract`. */
export interface TransportContractOptions {
  /** Opens a channel for one check, which closes it. */
  readonly open: () => TransportChannel | Promise<TransportChannel>
  /** The bytes that the channel may take in while nobody reads. Default: 64 MiB, with the buffers of the system. */
  readonly maxBufferedBytes?: number | undefined
  /** How long one step of a check may take. Default: 10 seconds. */
  readonly stepMs?: number | undefined
}
