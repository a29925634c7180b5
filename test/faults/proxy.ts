import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** What stands between a client and a server, and can go deaf and dumb. It ends with the test. */
export interface Proxy {
  readonly port: number
  /** Connections it has with the server. */
  open(): number
  /** From now on it moves nothing, either way, and closes nothing: both ends seem to be gone without a word. */
  freeze(): void
  /** Does so as soon as these bytes have moved on. */
  freezeAfter(text: string): void
}

/** Stands before a port of this machine. */
export async function createProxy(port: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const inner = new Set<Socket>()
  let isFrozen = false
  let last: string | undefined
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const target = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    inner.add(target)
    target.on('close', () => inner.delete(target))
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => sockets.delete(from))
      from.on('data', (bytes) => {
        if (!isFrozen) to.write(bytes)
        if (last !== undefined && bytes.includes(last)) freeze()
      })
      from.on('end', () => {
        if (!isFrozen) to.end()
      })
      from.on('close', () => {
        if (!isFrozen) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const freeze = () => {
    isFrozen = true
    for (const socket of sockets) socket.pause()
  }
  const { port: own } = server.address() as AddressInfo // listening on a port
  const freezeAfter = (text: string) => {
    last = text
  }
  return { port: own, open: () => inner.size, freeze, freezeAfter }
}
