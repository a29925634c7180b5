import { waitFor } from '../../../async/waiting/wait-for.js'
import type { RpcMessage } from '../../../jsonrpc/messages/messages.js'
import type { Serve } from '../../../protocol/exchange/exchange.js'
import { DuplexConnection } from '../../../transport/connection/duplex-connection.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { cloneJson } from '../../../values/json/clone-json.js'
import type { ClientServices } from '../../client-services.js'
import type { Connector } from './connector.js'

/** Two streams of messages, one value per chunk. */
export interface MessageStreams {
  readonly readable: ReadableStream<unknown>
  readonly writable: WritableStream<unknown>
}

/** Connects to the server at the other end of two streams, which close with the connection. */
export function streamsConnector(streams: MessageStreams, services: ClientServices): Connector {
  return {
    network: { transport: 'stdio' },
    reopens: false,
    open: async (serve) => new StreamsConnection(streams, serve, services).transport,
  }
}

class StreamsConnection {
  readonly transport: DuplexConnection
  readonly #reader: ReadableStreamDefaultReader<unknown>
  readonly #writer: WritableStreamDefaultWriter<unknown>
  readonly #services: ClientServices
  #unwrittenCount = 0

  constructor({ readable, writable }: MessageStreams, serve: Serve, services: ClientServices) {
    const { limits, runtime, report } = services
    this.#services = services
    this.#reader = readable.getReader()
    this.#writer = writable.getWriter()
    const send = (message: RpcMessage | readonly RpcMessage[]) => this.#send(cloneJson(message))
    this.transport = new DuplexConnection({
      sink: { send },
      serve,
      limits,
      runtime,
      onError: report,
      close: () => this.#close(),
    })
    void this.#read()
  }

  async #read(): Promise<void> {
    try {
      for (let chunk = await this.#reader.read(); !chunk.done; chunk = await this.#reader.read()) {
        this.transport.receive(chunk.value)
      }
      this.#fail('The stream of messages ended')
    } catch (cause) {
      this.#fail('The stream of messages failed', cause)
    }
  }

  #send(message: unknown): void {
    this.#unwrittenCount += 1
    if (this.#unwrittenCount > this.#services.limits.pipeInFlight) {
      this.#fail(`The server reads too slowly: limits.pipeInFlight is ${this.#services.limits.pipeInFlight}`)
      return
    }
    const written = () => {
      this.#unwrittenCount -= 1
    }
    this.#writer
      .write(message)
      .then(written, (cause) => this.#fail('The stream of messages cannot be written to', cause))
  }

  #fail(problem: string, cause?: unknown): void {
    this.transport.end(new OmniportError('closed', problem, { cause }))
  }

  /** Aborts the writer when the other side does not read to the end in time. */
  async #close(): Promise<void> {
    const { runtime, limits } = this.#services
    const over = Promise.allSettled([this.#writer.close(), this.#reader.cancel()])
    await waitFor(over, { clock: runtime, timeoutMs: limits.drainMs }).catch(() => {
      void this.#writer.abort().catch(() => {})
    })
    this.#reader.releaseLock()
    this.#writer.releaseLock()
  }
}
