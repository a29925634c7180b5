import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { ConsoleOptions } from '../../../packages/omniport/src/console/console-options.js'
import type {
  ActionName,
  ActionReply,
  Actions,
  ConsoleEvent,
  ConsoleState,
  Operation,
  OperationRequest,
  PersonAnswer,
  PersonRequest,
  StreamLine,
} from '../../../packages/omniport/src/console/contract.js'
import { type Console, openConsole } from '../../../packages/omniport/src/console/open-console.js'

/** The program of `fixtures/workshop-stdio.mjs`. */
export const workshop = {
  command: process.execPath,
  args: [fileURLToPath(new URL('fixtures/workshop-stdio.mjs', import.meta.url))],
}

type OpenedConsole = Pick<Console, 'address' | 'origin'> & { close(): Promise<unknown> }

/** A console, as its page sees it. */
export class TestConsole {
  readonly console: OpenedConsole
  readonly token: string
  readonly events: ConsoleEvent[] = []
  readonly #assets: string
  readonly #stopping = new AbortController()
  #waiting: (() => void)[] = []
  #following: Promise<void> = Promise.resolve()
  #count = 0

  constructor(console: OpenedConsole, assets: string) {
    this.console = console
    this.#assets = assets
    this.token = /^#token=([\w-]+)/.exec(new URL(console.address).hash)?.[1] ?? ''
  }

  get(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.console.origin}${path}`, {
      ...init,
      headers: { 'x-omniport-token': this.token, ...init.headers },
    })
  }

  async json<T>(path: string): Promise<T> {
    return (await (await this.get(path)).json()) as T
  }

  state(): Promise<ConsoleState> {
    return this.json('/api/1/state')
  }

  async send<N extends ActionName>(name: N, input: unknown): Promise<ActionReply<N>> {
    const response = await this.get(`/api/1/actions/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    return (await response.json()) as ActionReply<N>
  }

  /** Rejects if the action fails. */
  async act<N extends ActionName>(name: N, input: Actions[N]['input']): Promise<Actions[N]['output']> {
    const reply = await this.send(name, input)
    if (!reply.ok) throw new Error(`${name}: ${reply.error.code}: ${reply.error.message}`)
    return reply.value
  }

  /** Follows the events from now on. */
  async follow(): Promise<void> {
    const response = await this.get('/api/1/events?after=0', { signal: this.#stopping.signal })
    this.#following = this.#read(response).catch(() => {})
  }

  /** Waits for the first event, past ones included, of which `pick` gives something. */
  async until<T>(pick: (event: ConsoleEvent) => T | undefined): Promise<T> {
    for (let at = 0; ; at += 1) {
      while (at >= this.events.length) await new Promise<void>((resolve) => this.#waiting.push(resolve))
      const picked = pick(this.events[at] as ConsoleEvent)
      if (picked !== undefined) return picked
    }
  }

  ready(server: string) {
    return this.until((event) =>
      event.type === 'catalogue' && event.catalogue.server === server ? event.catalogue : undefined,
    )
  }

  /** Starts an operation. Returns its id. */
  async operate(request: OperationRequest): Promise<string> {
    this.#count += 1
    const id = `op-${this.#count}`
    await this.act('operate', { id, request })
    return id
  }

  ended(id: string): Promise<Operation> {
    return this.until((event) =>
      event.type === 'operation' && event.operation.id === id && event.operation.endedAt !== undefined
        ? event.operation
        : undefined,
    )
  }

  async run(request: OperationRequest): Promise<Operation> {
    return this.ended(await this.operate(request))
  }

  call(server: string, tool: string, args: Record<string, never> | object = {}): Promise<Operation> {
    return this.run({ kind: 'call', server, tool, args: args as Record<string, never> })
  }

  request<T extends PersonRequest['type']>(type: T, after = 0): Promise<Extract<PersonRequest, { type: T }>> {
    let seen = 0
    return this.until((event) => {
      if (event.type !== 'request' || event.request.type !== type) return undefined
      seen += 1
      return seen > after ? (event.request as Extract<PersonRequest, { type: T }>) : undefined
    })
  }

  answer(id: string, answer: PersonAnswer) {
    return this.act('answer', { id, answer })
  }

  async close(): Promise<void> {
    await this.console.close()
    this.#stopping.abort()
    await this.#following
    rmSync(this.#assets, { recursive: true })
  }

  async #read(response: Response): Promise<void> {
    for await (const line of linesOf(response)) {
      if (line.type === 'event') this.events.push(line.event)
      for (const wake of this.#waiting.splice(0)) wake()
    }
  }
}

export async function* linesOf(response: Response): AsyncGenerator<StreamLine> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as StreamLine
  }
}

/** Opens a console with a page of one line, and follows its events. */
export async function openTestConsole(options: Partial<ConsoleOptions> = {}): Promise<TestConsole> {
  const assets = mkdtempSync(join(tmpdir(), 'console-page-'))
  mkdirSync(join(assets, 'assets'))
  writeFileSync(join(assets, 'index.html.gz'), gzipSync('<!doctype html><title>Console</title>'))
  writeFileSync(join(assets, 'assets', 'page-abc123.js.gz'), gzipSync('export {}'))
  const opened = new TestConsole(await openConsole({ release: '0.0.0', servers: {}, assets, ...options }), assets)
  await opened.follow()
  return opened
}
