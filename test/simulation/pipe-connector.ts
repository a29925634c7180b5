import type { ClientServices } from '../../packages/omniport/src/client/client-services.js'
import type { Connector } from '../../packages/omniport/src/client/connect/targets/connector.js'
import type { Serve } from '../../packages/omniport/src/protocol/exchange/exchange.js'
import { DuplexConnection } from '../../packages/omniport/src/transport/connection/duplex-connection.js'
import { MessageReader } from '../../packages/omniport/src/transport/stdio/read/message-reader.js'
import { MessageWriter } from '../../packages/omniport/src/transport/stdio/write/message-writer.js'
import { OmniportError } from '../../packages/omniport/src/values/errors/omniport-error.js'
import type { SimulatedPipe } from './simulated-pipe.js'

/** The client's ends of two pipes. */
export interface PipePair {
  readonly toServer: SimulatedPipe
  readonly fromServer: SimulatedPipe
  /** Called once when the client is done with them, and whether it gave up on what was under way. */
  readonly onOver: () => void
}

/** The way to a server behind two pipes of bytes, with the same parts as that to a process. */
export function pipeConnector(open: () => PipePair, home: ClientServices): Connector {
  return {
    network: { transport: 'memory' as const },
    reopens: true,
    open: async (serve) => new PipeClient(open(), serve, home).link,
  }
}

/** The client's side of two pipes, until both are gone. */
class PipeClient {
  readonly link: DuplexConnection
  readonly #pipes: PipePair
  readonly #home: ClientServices
  readonly #outbox: MessageWriter
  readonly #source: MessageReader
  #isOver = false
  #onGone: () => void = () => {}
  readonly #gone: Promise<void>

  constructor(pipes: PipePair, serve: Serve, home: ClientServices) {
    const { limits, runtime, report } = home
    this.#pipes = pipes
    this.#home = home
    this.#gone = new Promise((resolve) => {
      this.#onGone = resolve
    })
    this.#outbox = new MessageWriter(pipes.toServer.writable, {
      outboxBytes: limits.outboxBytes,
      onError: () => this.#lose('cannot be written to'),
      onProgress: () => this.#source.pump(),
    })
    this.link = new DuplexConnection({
      sink: this.#outbox,
      serve,
      limits,
      runtime,
      onError: report,
      close: () => this.#close(),
    })
    this.#source = new MessageReader(pipes.fromServer.readable, {
      limits,
      receiver: this.link,
      blocked: () => this.#outbox.full,
      onEnd: () => this.#lose('ended'),
    })
  }

  #lose(how: string): void {
    this.#leave()
    this.link.end(new OmniportError('closed', `The pipe ${how}`))
  }

  /** A server that does not end is left behind. */
  async #close(): Promise<void> {
    if (this.#isOver) return
    const { runtime } = this.#home
    void this.#outbox.flush().then(() => this.#pipes.toServer.writable.end())
    const stop = runtime.after(2_000, () => this.#leave())
    await this.#gone
    stop()
  }

  #leave(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#source.stop()
    this.#source.release()
    this.#outbox.detach()
    this.#pipes.onOver()
    this.#onGone()
  }
}
