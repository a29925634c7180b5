import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ConsoleEvent, ConsoleState, MessageRecord } from '../../../packages/console/src/api/contract.js'
import { pagePolicy } from '../../../packages/omniport/src/console/web/page-files.js'
import { root } from '../../support/root.js'

const folder = join(root, 'packages/console/dist')
const token = 'a-token-of-this-start'

/** What the page asked for. */
export interface SeenAction {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Answers an action; what it throws is told to the page. */
export type OnAction = (action: SeenAction, fake: FakeConsole) => unknown

/** A server of the page that says what a test wants, by the contract, and that executes nothing. Whoever opens it closes it. */
export class FakeConsole {
  readonly actions: SeenAction[] = []
  readonly details = new Map<number, object>()
  records: MessageRecord[] = []
  state: ConsoleState
  /** With the token in the fragment, as the command prints it. */
  url = ''
  readonly #onAction: OnAction
  readonly #streams = new Set<ServerResponse>()
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  #cursor = 0

  private constructor(state: ConsoleState, onAction: OnAction) {
    this.state = state
    this.#onAction = onAction
  }

  static async open(state: ConsoleState, onAction: OnAction = () => undefined): Promise<FakeConsole> {
    if (!existsSync(join(folder, 'index.html'))) throw new Error('packages/console/dist is missing: npm run build')
    const fake = new FakeConsole(state, onAction)
    await new Promise<void>((resolve) => void fake.#server.listen(0, '127.0.0.1', resolve))
    fake.url = `http://127.0.0.1:${(fake.#server.address() as AddressInfo).port}/#token=${token}`
    return fake
  }

  send(...events: readonly ConsoleEvent[]): void {
    for (const event of events) {
      this.#cursor += 1
      for (const stream of this.#streams)
        stream.write(`${JSON.stringify({ type: 'event', cursor: this.#cursor, event })}\n`)
    }
  }

  /** Ends all streams, as a network that breaks. */
  cut(): void {
    for (const stream of this.#streams) stream.destroy()
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (!url.pathname.startsWith('/api/')) return this.#sendFile(url.pathname, response)
    if (request.headers['x-omniport-token'] !== token) {
      response.writeHead(401).end()
      return
    }
    const path = url.pathname.slice('/api/1/'.length)
    if (path === 'events') return this.#stream(response)
    const [status, value] = await this.#valueOf(path, url, request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }

  async #valueOf(path: string, url: URL, request: IncomingMessage): Promise<readonly [number, unknown]> {
    const [first, rest = ''] = path.split('/')
    if (path === 'state') {
      const [oldest, newest] = [this.records[0]?.seq ?? 1, this.records.at(-1)?.seq ?? 0]
      return [200, { ...this.state, cursor: this.#cursor, messages: { firstSeq: oldest, lastSeq: newest, bytes: 0 } }]
    }
    if (path === 'messages')
      return [200, this.#page(Number(url.searchParams.get('before')), Number(url.searchParams.get('limit')))]
    if (first === 'messages') {
      const record = this.records.find(({ seq }) => seq === Number(rest))
      return [200, { record, related: [], ...this.details.get(Number(rest)) }]
    }
    if (first === 'operations') return [200, this.state.operations.find(({ id }) => id === rest)]
    if (first !== 'actions') return [404, {}]
    const action = { name: rest, input: JSON.parse(await text(request)) as Record<string, unknown> }
    this.actions.push(action)
    try {
      const nothing = rest === 'complete' ? { values: [] } : {}
      return [200, { ok: true, value: (await this.#onAction(action, this)) ?? nothing }]
    } catch (error) {
      return [400, { ok: false, error: { code: 'usage', message: (error as Error).message } }]
    }
  }

  #page(before: number, limit: number): object {
    const end = this.records.findIndex(({ seq }) => seq >= before)
    const older = this.records.slice(0, end < 0 ? this.records.length : end)
    return { records: older.slice(-limit), firstSeq: this.records[0]?.seq ?? 1, lastSeq: this.records.at(-1)?.seq ?? 0 }
  }

  #stream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(
      `${JSON.stringify({ type: 'hello', version: 1, session: this.state.session, cursor: this.#cursor })}\n`,
    )
    this.#streams.add(response)
    response.on('close', () => this.#streams.delete(response))
  }

  #sendFile(path: string, response: ServerResponse): void {
    const file = join(folder, extname(path) === '' ? 'index.html' : path)
    const type = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.html': 'text/html' }[
      extname(file)
    ]
    if (type === undefined || !existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response
      .writeHead(200, { 'content-type': type, 'content-security-policy': pagePolicy(undefined) })
      .end(readFileSync(file))
  }
}
