/** A message of a test channel. */
export interface ChannelMessage {
  readonly from: 'client' | 'server'
  /** A request, a notification or a response, or in revision 2025-03-26 an array of them. Not to be changed. */
  readonly message: unknown
}

/**
 * What happens to a message: it is lost, arrives twice, is late with all that are behind it, arrives as another value, or breaks the
 * connection before it arrives.
 */
export type Fault = 'drop' | 'repeat' | 'cut' | { readonly delayMs: number } | { readonly message: unknown }
