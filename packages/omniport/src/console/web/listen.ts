import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a port of this machine. */
export interface Listener {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string
  /** Ends every connection. */
  close(): Promise<void>
}

/** Listens on the loopback address alone. Rejects if the port is not free. */
export async function listen(port: number, listener: RequestListener): Promise<Listener> {
  const server: Server = createServer()
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
  server.on('request', listener)
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const maxConnections = 200
