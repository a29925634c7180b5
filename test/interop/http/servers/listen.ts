import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Something that is served on this machine. */
export interface Listening {
  /** With no path. */
  readonly origin: string
  /** Cuts every connection. */
  readonly cut: () => void
  /** Cuts every connection, and takes no more. */
  readonly close: () => Promise<void>
}

/** Serves on a port that is free. */
export async function listen(listener: RequestListener): Promise<Listening> {
  const http = createServer(listener)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo // it listens on a port
  const cut = () => http.closeAllConnections()
  const close = () =>
    new Promise<void>((resolve) => {
      http.close(() => resolve())
      cut()
    })
  return { origin: `http://127.0.0.1:${port}`, cut, close }
}
