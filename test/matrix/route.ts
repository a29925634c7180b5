import type { Server } from 'omniport'
import type { openOmniport } from '../interop/drivers/omniport-driver.js'
import type { Sent } from '../interop/wire.js'

/** A way from our client to our server, tapped. Whoever laid it closes it. */
export interface Route {
  /** What the client connects to. */
  readonly target: Parameters<typeof openOmniport>[0]
  /** All that was sent, in order. */
  readonly messages: readonly Sent[]
  /** How many connections there are now. */
  open(): Promise<number>
  close(): Promise<void>
}

/** Lays a way to a server; `isOldest` where what they speak is 2024-11-05, which has endpoints of its own over HTTP. */
export type LayRoute = (server: Server, isOldest: boolean) => Promise<Route>
