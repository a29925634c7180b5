import { defaultRuntime } from '../../async/runtime/runtime.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import { createRecorder } from '../../recording/create-recorder.js'
import type { ServeTarget } from '../../transport/environment.js'
import { serveStream } from '../../transport/streams/serve-stream.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { assertKnown } from '../../values/options/check-options.js'
import type { MessageStreams } from '../transport/transport-channel.js'
import { createDirection } from './direction.js'
import type { ChannelMessage, Fault } from './fault.js'

/** Options of `openTestChannel`. */
export interface TestChannelOptions {
  /** Called with each message on its way: what it returns happens to that message, undefined lets it pass. Default: all pass. */
  readonly fault?: ((message: ChannelMessage) => Fault | undefined) | undefined
  /** Who the client is for the server: `ctx.principal`. Default: unknown. */
  readonly principal?: Principal | undefined
}

/** A server in this process behind a channel that can be watched and broken. `connect(channel)` is its client. */
export interface TestChannel extends MessageStreams {
  /** Every message that was sent so far, in the order in which they were sent. */
  readonly messages: readonly ChannelMessage[]
  /** Breaks the connection, as a lost network does. Default reason: an `OmniportError` `closed`. */
  cut(reason?: Error): void
  /**
   * The messages so far as the text of a recording, which `omniport view`, `omniport replay` and `parseRecording` read. Secrets that
   * are known as such are replaced.
   */
  recording(): string
  /** Resolves when the server serves this channel no more. Closing the client brings that about. */
  readonly closed: Promise<void>
}

/**
 * Serves `server` over a channel in memory that records what passes, and injects the faults that a test asks for: messages that are lost,
 * late, repeated or changed, and a connection that breaks. `connect(channel, { revision })` is the client, at any revision.
 *
 * ```ts
 * const channel = await openTestChannel(server, { fault: ({ from }) => (from === 'server' ? 'drop' : undefined) })
 * const client = await connect(channel, { timeoutMs: 100 })
 * ```
 *
 * Without faults, `connect(server)` is all that a test needs. The server is left open: its creator closes it. Rejects with TypeError
 * for wrong options.
 */
export async function openTestChannel(server: ServeTarget, options: TestChannelOptions = {}): Promise<TestChannel> {
  assertKnown('openTestChannel', Object.keys(options), ['fault', 'principal'])
  const { fault, principal } = options
  if (fault !== undefined && typeof fault !== 'function') {
    throw new TypeError('openTestChannel: fault must be a function that takes a message')
  }
  const clock = server?.environment?.runtime ?? defaultRuntime
  const messages: (ChannelMessage & { readonly at: number })[] = []
  const cut = (reason: Error = new OmniportError('closed', 'The test cut the connection')) => {
    toServer.fail(reason)
    toClient.fail(reason)
  }
  const pass = (message: ChannelMessage): Fault | undefined => {
    messages.push({ ...message, at: clock.now() })
    return fault?.(message)
  }
  const toServer = createDirection('client', { pass, cut, clock })
  const toClient = createDirection('server', { pass, cut, clock })
  const { closed } = await serveStream(server, { readable: toServer.readable, writable: toClient.writable, principal })
  return {
    readable: toClient.readable,
    writable: toServer.writable,
    get messages() {
      return messages.map(({ from, message }) => ({ from, message }))
    },
    cut,
    recording: () => toRecording(server.environment?.name ?? 'server', messages),
    closed,
  }
}

function toRecording(command: string, messages: readonly (ChannelMessage & { readonly at: number })[]): string {
  const lines: string[] = []
  let now = messages[0]?.at ?? 0
  const recorder = createRecorder({
    target: { command, args: [] },
    write: (line) => lines.push(line),
    now: () => now,
    startedAt: new Date(now),
  })
  const pipe = recorder.pipe()
  for (const { from, message, at } of messages) {
    now = at
    const bytes = encoder.encode(`${JSON.stringify(message)}\n`)
    if (from === 'client') pipe.fromClient(bytes)
    else pipe.fromServer(bytes)
  }
  return lines.join('')
}

const encoder = new TextEncoder()
