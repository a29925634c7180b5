import { defaultRuntime } from '../../async/runtime/runtime.js'
import { waitAtMost } from '../../async/waiting/wait-at-most.js'
import type { MessageStreams } from './transport-channel.js'
import { within } from './within.js'

/** Reads and writes the messages of one end, with a time-out for each step. */
export class ChannelEnd {
  readonly name: 'client' | 'server'
  readonly #reader: ReadableStreamDefaultReader<unknown>
  readonly #writer: WritableStreamDefaultWriter<unknown>
  readonly #stepMs: number

  constructor(
    name: 'client' | 'server',
    { readable, writable }: MessageStreams,
    { stepMs }: { readonly stepMs: number },
  ) {
    this.name = name
    this.#reader = readable.getReader()
    this.#writer = writable.getWriter()
    this.#writer.closed.catch(() => {}) // writes reject as well
    this.#stepMs = stepMs
  }

  /** Writes without waiting for those before it. */
  write(message: unknown): Promise<void> {
    const written = this.#writer.write(message)
    written.catch(() => {}) // whoever waits for it is told
    return written
  }

  /** The next message, or `end` when there are no more, because the stream ended or failed. */
  read(): Promise<{ readonly message: unknown } | 'end'> {
    const next = this.#reader.read().then(
      ({ done, value }) => (done ? 'end' : { message: value }),
      () => 'end' as const,
    )
    return within(this.#stepMs, next, `the ${this.name} to read a message`)
  }

  /** The next messages, fewer where the stream ends before. */
  async readMany(count: number): Promise<readonly unknown[]> {
    const messages: unknown[] = []
    while (messages.length < count) {
      const next = await this.read()
      if (next === 'end') break
      messages.push(next.message)
    }
    return messages
  }

  /** Everything up to the end. */
  readAll(): Promise<readonly unknown[]> {
    return this.readMany(Number.POSITIVE_INFINITY)
  }

  close(): Promise<void> {
    return within(this.#stepMs, this.#writer.close(), `the ${this.name} to close its writable`)
  }

  /** Gives up both streams, in whatever state they are. */
  async leave(): Promise<void> {
    const left = Promise.allSettled([this.#writer.abort(new Error('The check is over')), this.#reader.cancel()])
    await waitAtMost(left, defaultRuntime, this.#stepMs)
  }
}
