import { createRequire } from 'node:module'
import process from 'node:process'
import { type Client, type ConnectOptions, connect } from 'omniport/client'
import type { Revision } from '../../wire/revisions.js'
import { type HttpWire, tapHttp } from '../http-wire.js'
import { type ServedProgram, serveProgram } from '../serve-program.js'
import { assertValid } from '../wire.js'
import { isNoAnswer } from './start-published.js'

const require = createRequire(import.meta.url)

/** A server that others published and use, over HTTP. */
export class ServedPublished {
  readonly client: Client
  /** What went wrong beside calls. */
  readonly errors: readonly Error[]
  readonly #wire: HttpWire
  readonly #served: ServedProgram

  constructor(
    client: Client,
    errors: readonly Error[],
    parts: { readonly wire: HttpWire; readonly served: ServedProgram },
  ) {
    this.client = client
    this.errors = errors
    this.#wire = parts.wire
    this.#served = parts.served
  }

  /** Closes the client. Throws if anything that it said was wrong; what the server answers is its own affair. */
  async end(revision: Revision): Promise<void> {
    await this.client.close()
    assertValid(this.#wire.messages.filter(isNoAnswer), revision)
  }

  async remove(): Promise<void> {
    await this.client.close()
    await this.#wire.close()
    await this.#served.stop()
  }
}

/** Starts a module of a package, which serves at `path`. Whoever started it ends and removes it. */
export async function servePublished(
  start: readonly string[],
  path: string,
  options: ConnectOptions,
): Promise<ServedPublished> {
  const [main = '', ...args] = start
  const report = new URL('../programs/report-port.mjs', import.meta.url).href
  const served = await serveProgram({
    command: process.execPath,
    args: ['--import', report, require.resolve(main), ...args],
    env: { PORT: '0' },
  })
  const wire = await tapHttp(new URL(path, served.url).href)
  const errors: Error[] = []
  const client: Client = await connect(wire.url, { onError: (error) => errors.push(error), ...options })
  return new ServedPublished(client, errors, { wire, served })
}
