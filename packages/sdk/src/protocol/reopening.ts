/** Names the method of a `ReopeningTransport`, in both module systems. */
export const onReopen: unique symbol = Symbol.for('@omniport/sdk/on-reopen')

/** A transport that closes when it has answered what seems to be its only request, and goes on if the program gives it another. */
export interface ReopeningTransport {
  /** Takes what connects a server again that is connected now. It returns false if the server has another connection. */
  [onReopen]?(connect: () => boolean): void
}
