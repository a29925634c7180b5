import type { Runtime } from '../../packages/omniport/src/async/runtime/runtime.js'
import type { Client } from '../../packages/omniport/src/client/client.js'
import type { ConnectOptions } from '../../packages/omniport/src/client/connect-options.js'
import { RpcError } from '../../packages/omniport/src/jsonrpc/messages/rpc-error.js'
import type { Middleware } from '../../packages/omniport/src/protocol/exchange/exchange.js'
import type { Revision } from '../../packages/omniport/src/protocol/revisions/revision.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { prompt } from '../../packages/omniport/src/server/prompts/prompt.js'
import type { Context } from '../../packages/omniport/src/server/requests/context.js'
import { resource } from '../../packages/omniport/src/server/resources/resource.js'
import type { Server } from '../../packages/omniport/src/server/server.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { createRecordingLogger } from '../support/recording-logger.js'
import type { Door, OpenDoor } from './doors.js'
import type { HandlerCase } from './handler-case.js'
import { Person } from './person.js'
import { Probe } from './probe.js'

/** The questions of one server. */
export const maxQuestions = 8

/** How a stage differs from others. */
export interface StageOptions {
  /** Of the server. Default: the real one. */
  readonly runtime?: Runtime | undefined
  /** Of the clients. Default: the real one. */
  readonly clientRuntime?: Runtime | undefined
  /** Calls of the tool go on as tasks. Default: false. */
  readonly isTask?: boolean | undefined
}

/** A server with one handler at a time, and a client of one revision at the other side of a door. */
export class Stage {
  readonly revision: Revision
  readonly isTask: boolean
  readonly person = new Person()
  readonly logger = createRecordingLogger()
  /** The rounds that middleware saw, and those that `context` was called for. */
  readonly rounds: number[] = []
  readonly contexts: number[] = []
  probe = new Probe()
  readonly #server: Server
  readonly #clientRuntime: Runtime | undefined
  #of: HandlerCase['of'] = 'tool'
  #run: (ctx: Context) => string | Promise<string> = () => ''
  #door: OpenDoor | undefined
  readonly #clients: Client[] = []

  private constructor(revision: Revision, { runtime, clientRuntime, isTask = false }: StageOptions) {
    this.revision = revision
    this.isTask = isTask
    this.#clientRuntime = clientRuntime
    const run = (ctx: Context) => this.#run(ctx)
    this.#server = createServer({
      name: 's',
      version: '1',
      logger: this.logger,
      runtime,
      limits: { questions: maxQuestions },
      use: [this.#watch],
      context: ({ round }): unknown => this.contexts.push(round),
      tools: { handler: tool({ ...(isTask && { task: 'required' }), run: (_args, ctx: Context) => run(ctx) }) },
      prompts: { handler: prompt({ get: (_args, ctx: Context) => run(ctx) }) },
      resources: {
        handler: resource({ uri: 'test:handler', ttlMs: 60_000, read: (_variables, ctx: Context) => run(ctx) }),
      },
    })
  }

  static async open(door: Door, revision: Revision, options: StageOptions = {}): Promise<Stage> {
    const stage = new Stage(revision, options)
    stage.#door = await door.open(stage.#server)
    await stage.connect(stage.person.handlers)
    return stage
  }

  /** Connects one more client. */
  async connect(options: ConnectOptions): Promise<Client> {
    if (this.#door === undefined) throw new TypeError('the door is closed')
    const { revision } = this
    const own = { revision, timeoutMs: 5_000, runtime: this.#clientRuntime }
    const client = await this.#door.connect({ ...own, ...options })
    this.#clients.push(client)
    return client
  }

  /** The first client. */
  get client(): Client {
    const [client] = this.#clients
    if (client === undefined) throw new TypeError('nobody is connected')
    return client
  }

  /** What comes of a case. */
  async play({ run, of = 'tool', speak, play }: HandlerCase): Promise<unknown> {
    this.person.become(speak)
    this.probe = new Probe()
    const { probe, logger } = this
    for (const list of [this.rounds, this.contexts, logger.errors, logger.warnings]) list.length = 0
    this.#of = of
    this.#run = (ctx) => run(ctx, probe)
    return play === undefined ? this.use() : play(this)
  }

  /** Uses the handler. */
  async use(client: Client = this.client): Promise<unknown> {
    try {
      return await this.#use(client)
    } catch (reason) {
      if (!RpcError.is(reason)) throw reason
      const { code, message, data } = reason
      return { code, message: withoutId(message), ...(data !== undefined && { data }) }
    }
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.close()
    await this.#door?.close()
    await this.#server.close()
  }

  async #use(client: Client): Promise<unknown> {
    if (this.#of === 'prompt')
      return (await client.getPrompt('handler')).messages.map(({ content }) => textOf(content))[0]
    if (this.#of === 'resource') return (await client.readResource('test:handler')).contents.map(textOf)[0]
    const called = this.isTask ? (await client.callTask('handler', {})).result() : client.callTool('handler', {})
    const { content, isError = false } = await called
    const text = withoutId(content.map(textOf).join())
    return isError ? { failed: text } : text
  }

  readonly #watch: Middleware = (next) => async (message, exchange) => {
    if (!askingMethods.has(message.method)) return next(message, exchange)
    this.rounds.push(exchange.round)
    this.probe.leftOpen.push(this.probe.open)
    return next(message, exchange)
  }
}

const askingMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])

function textOf(content: object): string {
  return String((content as { readonly text?: unknown }).text)
}

/** Ids of errors differ. */
function withoutId(text: string): string {
  return text.replace(/^internal error [0-9a-f]{8}$/, 'internal error')
}
