import { PassThrough } from 'node:stream'
import { cloneMessage } from '../../packages/omniport/src/jsonrpc/messages/clone-message.js'
import { encodeMessage } from '../../packages/omniport/src/jsonrpc/messages/encode-message.js'
import type { MessageSink } from '../../packages/omniport/src/transport/connection/message-sink.js'
import { ServedConnection } from '../../packages/omniport/src/transport/connection/served-connection.js'
import type { ServeTarget } from '../../packages/omniport/src/transport/environment.js'
import { serveStdio } from '../../packages/omniport/src/transport/stdio/serve/serve-stdio.js'

/** The transports that transcripts run over: values, values through text, and lines. */
export const transportNames = ['memory', 'text', 'stdio'] as const

export type TransportName = (typeof transportNames)[number]

/** A client of no opinion at one end of a connection. */
export interface Connection {
  /** What the server sent, in order; whoever reads it may empty it. */
  readonly received: unknown[]
  /** Sends one message, or what is none. Only stdio takes what is not JSON. */
  send(text: string): void
  close(): Promise<void>
}

/** Connects to a server over a transport. Whoever opened the connection closes it. */
export async function openConnection(transport: TransportName, target: ServeTarget): Promise<Connection> {
  if (transport === 'stdio') return openStdio(target)
  return openMemory(target, transport === 'text' ? throughText : cloneMessage)
}

function openMemory(target: ServeTarget, copy: (message: Parameters<MessageSink['send']>[0]) => unknown): Connection {
  const received: unknown[] = []
  const send: MessageSink['send'] = (message) => {
    const value = copy(message)
    queueMicrotask(() => received.push(value))
  }
  const served = new ServedConnection(target, { send })
  return {
    received,
    send(message) {
      const value: unknown = JSON.parse(message)
      queueMicrotask(() => served.receive(value))
    },
    close: async () => served.abort(new Error('the case is over')),
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function throughText(message: Parameters<MessageSink['send']>[0]): unknown {
  const text = encodeMessage(message)
  return JSON.parse(typeof text === 'string' ? text : decoder.decode(text))
}

async function openStdio(target: ServeTarget): Promise<Connection> {
  const input = new PassThrough()
  const output = new PassThrough()
  const received: unknown[] = []
  let rest = ''
  output.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.decode(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) received.push(JSON.parse(line))
  })
  const served = await serveStdio(target, { input, output, exit: false })
  return {
    received,
    send: (text) => void input.write(`${text}\n`),
    async close() {
      output.destroy()
      input.destroy()
      await served.closed
    },
  }
}
