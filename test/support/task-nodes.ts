import './late-parts.js'
import type { RpcNotification } from '../../packages/omniport/src/jsonrpc/messages/messages.js'
import type { Exchange } from '../../packages/omniport/src/protocol/exchange/exchange.js'
import type { Session } from '../../packages/omniport/src/protocol/exchange/session.js'
import { isFinal } from '../../packages/omniport/src/protocol/model/task.js'
import type { Revision } from '../../packages/omniport/src/protocol/revisions/revision.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { DefinedServer } from '../../packages/omniport/src/server/defined-server.js'
import { createTaskService } from '../../packages/omniport/src/server/tasks/open-task-adapters.js'
import type { TaskService, TaskStart } from '../../packages/omniport/src/server/tasks/service/task-service.js'
import type { TaskSnapshot } from '../../packages/omniport/src/server/tasks/service/task-snapshot.js'
import type { ToolRequest } from '../../packages/omniport/src/server/tools/call-tool.js'
import type { AnyTool } from '../../packages/omniport/src/server/tools/tool.js'
import type { ToolEntry } from '../../packages/omniport/src/server/tools/tool-entry.js'
import type { Bus } from '../../packages/omniport/src/store/bus.js'
import { createMemoryBus } from '../../packages/omniport/src/store/memory/memory-bus.js'
import { createMemoryTasks } from '../../packages/omniport/src/store/memory/memory-tasks.js'
import type { Tasks } from '../../packages/omniport/src/store/tasks.js'
import { createRecordingLogger, type RecordingLogger } from './recording-logger.js'
import { settled, VirtualRuntime } from './virtual-runtime.js'

/** Who calls, and how. */
export interface Caller {
  /** Default: 2026-07-28. */
  readonly revision?: Revision
  /** Authenticated as. Default: nobody, on a pipe. */
  readonly who?: string
  readonly ttlMs?: number
  readonly meta?: object
  readonly session?: Session
  readonly exchange?: Partial<Exchange>
}

/** One node that serves tools as tasks. */
export interface TaskNode {
  readonly service: TaskService
  readonly logger: RecordingLogger
  tool(name: string): ToolEntry
  call(args?: object, caller?: Caller): ToolRequest
  start(name: string, args?: object, caller?: Caller): Promise<TaskStart>
  /** The id of a task that is created. */
  create(name: string, args?: object, caller?: Caller): Promise<string>
  get(id: string): Promise<TaskSnapshot>
  answer(id: string, responses: object): Promise<void>
  /** The task when it is final. */
  ended(id: string): Promise<TaskSnapshot>
  /** The text of the result of a task, when it is final; what else came of it where there is none. */
  text(id: string): Promise<unknown>
  /** The task when it waits for an answer under `key`. */
  asked(id: string, key: string): Promise<TaskSnapshot>
}

/** What a node may have of its own. */
export interface NodeOptions {
  readonly name?: string
  readonly limits?: Readonly<Record<string, number>>
  /** Undefined: the memory of the node. Default: that of all nodes. */
  readonly store?: Tasks | undefined
  readonly bus?: Bus
}

/** Time, a store and a bus, and nodes that share them. */
export class TaskWorld {
  readonly runtime = new RandomRuntime()
  readonly bus = createMemoryBus()
  /** Its records are gone in time, but it has no timers of its own. */
  readonly store = createMemoryTasks({ clock: { now: () => this.runtime.now(), after: () => () => {} } })

  node(tools: Readonly<Record<string, AnyTool<unknown>>>, options: NodeOptions = {}): TaskNode {
    const { name = 's', limits = {} } = options
    const logger = createRecordingLogger()
    const server: unknown = createServer({ name, version: '1', runtime: this.runtime, logger, limits, tools })
    if (!(server instanceof DefinedServer)) throw new TypeError('createServer gives a DefinedServer')
    const store = 'store' in options ? options.store : this.store
    const { services: home } = server.tools
    const find = (tool: string) => server.tools.get(tool)
    return new Node(
      createTaskService({ services: home, store, bus: options.bus ?? this.bus, tool: find }),
      server,
      logger,
    )
  }

  /** Lets time pass, and everything happen that follows from it. */
  pass(ms: number): Promise<void> {
    return this.runtime.advance(ms)
  }

  /** Lets everything happen that takes no time. */
  settle(): Promise<void> {
    return settled()
  }
}

/** A session that keeps what it is told. */
export function createSession(): Session & { readonly notified: RpcNotification[] } {
  const notified: RpcNotification[] = []
  return {
    id: 'session',
    signal: new AbortController().signal,
    onEnd: () => {},
    revision: '2025-11-25',
    client,
    logLevel: undefined,
    subscriptions: new Set(),
    notify: (message) => void notified.push(message),
    request: () => Promise.reject(new Error('nobody answers')),
    notified,
  }
}

const client = {
  name: 'c',
  version: '1',
  capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
}

class Node implements TaskNode {
  readonly service: TaskService
  readonly logger: RecordingLogger
  readonly #server: DefinedServer

  constructor(service: TaskService, server: DefinedServer, logger: RecordingLogger) {
    this.service = service
    this.#server = server
    this.logger = logger
  }

  tool(name: string): ToolEntry {
    const entry = this.#server.tools.get(name)
    if (entry === undefined) throw new TypeError(`no tool ${name}`)
    return entry
  }

  call(args: object = {}, caller: Caller = {}): ToolRequest {
    const { revision = '2026-07-28', who, session, meta } = caller
    const exchange: Exchange = {
      signal: new AbortController().signal,
      revision,
      client,
      principal: who === undefined ? undefined : { id: who, scopes: [], claims: {} },
      round: 0,
      state: new Map(),
      notify() {},
      session,
      ...caller.exchange,
    }
    const params = { name: 'tool', arguments: { ...args }, ...(meta !== undefined && { _meta: meta }) }
    const { services: home } = this.#server.tools
    return {
      message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      params,
      exchange,
      ending: home.signal,
      input: home.input,
    }
  }

  start(name: string, args: object = {}, caller: Caller = {}): Promise<TaskStart> {
    return this.service.create({ tool: this.tool(name), call: this.call(args, caller), ttlMs: caller.ttlMs })
  }

  async create(name: string, args: object = {}, caller: Caller = {}): Promise<string> {
    const start = await this.start(name, args, caller)
    if (start.type !== 'task') throw new TypeError(`no task: ${JSON.stringify(start)}`)
    return start.snapshot.task.taskId
  }

  get(id: string): Promise<TaskSnapshot> {
    return this.service.get(id, 'stdio')
  }

  answer(id: string, responses: object): Promise<void> {
    return this.service.answer(id, 'stdio', new Map(Object.entries(responses)))
  }

  ended(id: string): Promise<TaskSnapshot> {
    return this.#until(id, ({ task }) => isFinal(task.status))
  }

  async text(id: string): Promise<unknown> {
    const { outcome } = await this.ended(id)
    if (outcome?.type !== 'result') return outcome
    return outcome.result.content.map((block) => 'text' in block && block.text).join()
  }

  asked(id: string, key: string): Promise<TaskSnapshot> {
    return this.#until(id, ({ inputRequests }) => Object.hasOwn(inputRequests, key))
  }

  async #until(id: string, isSo: (snapshot: TaskSnapshot) => boolean): Promise<TaskSnapshot> {
    let snapshot = await this.get(id)
    while (!isSo(snapshot)) {
      const wait = { version: snapshot.version, signal: new AbortController().signal }
      snapshot = await this.service.changed(id, 'stdio', wait)
    }
    return snapshot
  }
}

class RandomRuntime extends VirtualRuntime {
  /** Longer timers fire early. */
  maxTimerMs = Number.POSITIVE_INFINITY

  /** Time that passes without any timer. */
  #skipped = 0

  skip(ms: number): void {
    this.#skipped += ms
  }

  override now(): number {
    return super.now() + this.#skipped
  }

  override after(ms: number, fn: () => void): () => void {
    return super.after(Math.min(ms, this.maxTimerMs), fn)
  }

  override randomBytes(length: number): Uint8Array {
    return crypto.getRandomValues(new Uint8Array(length))
  }
}
