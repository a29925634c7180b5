import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy whose connections go wrong on purpose. */
export interface FaultProxy {
  readonly port: number
  /** Connections that are open. */
  readonly connections: number
  /** Replies come this much later. */
  delay(ms: number): void
  /** Nothing passes, either way, until `resume`; connections stay open. */
  stall(): void
  /** Replies are lost, and connections stay open: the other side is gone without a word. */
  halfOpen(): void
  resume(): void
  /** Closes every connection; new ones are refused while `refuse` is true. */
  cut(options?: { readonly refuse?: boolean }): void
  /** Replies come in pieces of so many bytes. */
  split(bytes: number): void
  /** Called with each request of a client. A fault closes its connection. */
  onRequest: ((request: string) => RequestFault | undefined) | undefined
  close(): Promise<void>
}

/** Before the server has the request, or after that, before the reply passes. */
export type RequestFault = 'before' | 'after'

/** Starts a proxy in front of a port of this machine. */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const proxy = new FaultyServer(target)
  await proxy.open()
  return proxy
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
  /** The reply to what was sent is lost with the connection. */
  isDoomed: boolean
}

class FaultyServer implements FaultProxy {
  onRequest: ((request: string) => RequestFault | undefined) | undefined
  readonly #target: number
  readonly #server: Server
  readonly #pairs = new Set<Pair>()
  #delayMs = 0
  #splitBytes = 0
  #state: 'passes' | 'stalls' | 'loses' | 'refuses' = 'passes'
  #held: (() => void)[] = []

  constructor(target: number) {
    this.#target = target
    this.#server = createServer((client) => this.#accept(client))
  }

  get port(): number {
    const address = this.#server.address()
    if (typeof address !== 'object' || address === null) throw new Error('a proxy has a port')
    return address.port
  }

  get connections(): number {
    return this.#pairs.size
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await new Promise((resolve) => this.#server.once('listening', resolve))
  }

  delay(ms: number): void {
    this.#delayMs = ms
  }

  split(bytes: number): void {
    this.#splitBytes = bytes
  }

  stall(): void {
    this.#state = 'stalls'
  }

  halfOpen(): void {
    this.#state = 'loses'
  }

  resume(): void {
    this.#state = 'passes'
    for (const pass of this.#held.splice(0)) pass()
  }

  cut({ refuse = false } = {}): void {
    this.#state = refuse ? 'refuses' : 'passes'
    this.#held = []
    for (const pair of [...this.#pairs]) close(pair)
  }

  async close(): Promise<void> {
    this.cut({ refuse: true })
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #accept(client: Socket): void {
    if (this.#state === 'refuses') {
      client.destroy()
      return
    }
    const server = connect(this.#target, '127.0.0.1')
    const pair: Pair = { client, server, isDoomed: false }
    this.#pairs.add(pair)
    for (const socket of [client, server]) {
      socket.on('error', () => {})
      socket.once('close', () => {
        this.#pairs.delete(pair)
        close(pair)
      })
    }
    client.on('data', (chunk) => this.#request(pair, chunk))
    server.on('data', (chunk) => this.#reply(pair, chunk))
  }

  #request(pair: Pair, chunk: Buffer): void {
    const fault = this.onRequest?.(chunk.toString('latin1'))
    if (fault === 'before') {
      close(pair)
      return
    }
    if (fault === 'after') pair.isDoomed = true
    this.#pass(() => pair.server.write(chunk))
  }

  #reply(pair: Pair, chunk: Buffer): void {
    if (pair.isDoomed) {
      close(pair)
      return
    }
    const size = this.#splitBytes > 0 ? this.#splitBytes : chunk.length
    for (let start = 0; start < chunk.length; start += size) {
      const piece = chunk.subarray(start, start + size)
      const send = () => this.#pass(() => pair.client.write(piece))
      if (this.#delayMs > 0) setTimeout(send, this.#delayMs)
      else if (this.#splitBytes > 0) setImmediate(send)
      else send()
    }
  }

  #pass(send: () => void): void {
    if (this.#state === 'stalls') this.#held.push(send)
    else if (this.#state === 'passes') send()
  }
}

function close({ client, server }: Pair): void {
  client.destroy()
  server.destroy()
}
