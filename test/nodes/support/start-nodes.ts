import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { NodeActivity, NodeReply, NodeRequest } from './node-messages.js'
import { startHaproxy } from './start-haproxy.js'

/** A node of a service: a process of its own. */
export class NodeProcess {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(reason: unknown): void }>()
  #asked = 0
  #port = 0

  constructor(path: string, args: readonly string[], execArgv: readonly string[] = []) {
    this.#child = fork(path, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [...execArgv] })
    this.#child.on('message', (reply) => this.#settle(reply as NodeReply))
    this.#child.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the node is gone'))
      this.#waiting.clear()
    })
  }

  get port(): number {
    return this.#port
  }

  async started(): Promise<void> {
    this.#port = (await this.#reply(0)) as number
  }

  ask(request: NodeRequest): Promise<unknown> {
    this.#asked += 1
    const reply = this.#reply(this.#asked)
    this.#child.send({ id: this.#asked, request })
    return reply
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }

  #reply(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  #settle({ id, value, error }: NodeReply): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) waiting?.resolve(value)
    else waiting?.reject(new Error(error))
  }
}

/** Three nodes behind a balancer. */
export interface Nodes {
  /** Where the balancer listens. */
  readonly port: number
  readonly all: readonly NodeProcess[]
  /** Asks every node. */
  ask(request: NodeRequest): Promise<readonly unknown[]>
  /** What all nodes have done together. */
  activity(): Promise<NodeActivity>
  close(): Promise<void>
}

export async function startNodes(path: string, args: readonly string[]): Promise<Nodes> {
  const all = [1, 2, 3].map(() => new NodeProcess(path, args))
  await Promise.all(all.map((node) => node.started()))
  const haproxy = await startHaproxy(all.map(({ port }) => port))
  const ask = (request: NodeRequest) => Promise.all(all.map((node) => node.ask(request)))
  return {
    port: haproxy.port,
    all,
    ask,
    async activity() {
      const each = (await ask({ type: 'activity' })) as readonly NodeActivity[]
      const sum = (name: keyof NodeActivity) => each.reduce((total, activity) => total + activity[name], 0)
      return { requests: sum('requests'), exchanged: sum('exchanged'), inFlight: sum('inFlight') }
    },
    async close() {
      await haproxy.close()
      await Promise.all(all.map((node) => node.kill()))
    },
  }
}
