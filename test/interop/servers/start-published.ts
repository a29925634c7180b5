import { createRequire } from 'node:module'
import process from 'node:process'
import { type Client, type ConnectOptions, connect } from 'omniport/client'
import type { Revision } from '../../wire/revisions.js'
import { living } from '../processes.js'
import { assertValid, type Sent, tapWire, type WireLog } from '../wire.js'

const require = createRequire(import.meta.url)

/** A server that others published and use, in a process of its own. */
export class Published {
  readonly client: Client
  /** What went wrong beside calls. */
  readonly errors: readonly Error[]
  readonly #wire: WireLog

  constructor(client: Client, errors: readonly Error[], wire: WireLog) {
    this.client = client
    this.errors = errors
    this.#wire = wire
  }

  /**
   * Closes the client, and gives how many processes there were before, and after. Throws if anything that the client said was
   * wrong; what the server answers is its own affair.
   */
  async end(revision: Revision): Promise<{ readonly before: number; readonly after: number }> {
    const connections = await this.#wire.connections()
    const pids = connections.flatMap((connection) => connection.pids)
    const before = living(pids).length
    await this.client.close()
    for (const { messages } of await this.#wire.connections()) assertValid(messages.filter(isNoAnswer), revision)
    return { before, after: living(pids).length }
  }

  async remove(): Promise<void> {
    await this.client.close()
    await this.#wire.remove()
  }
}

/** What is not an answer of a server. */
export const isNoAnswer = ({ from, message }: Sent) => from === 'client' || 'method' in message

/** Starts a server by the name of its package. Whoever started it ends and removes it. */
export async function startPublished(name: string, options: StartOptions = {}): Promise<Published> {
  const { args = [], env = {}, ...connectOptions } = options
  const main = require.resolve(`${name}/dist/index.js`)
  const wire = await tapWire({ command: process.execPath, args: [main, ...args], env })
  const errors: Error[] = []
  const client: Client = await connect(wire.command, { onError: (error) => errors.push(error), ...connectOptions })
  return new Published(client, errors, wire)
}

interface StartOptions extends ConnectOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}
