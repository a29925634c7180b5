import process from 'node:process'
import type { Revision } from 'omniport'
import { type Client, type ConnectOptions, connect } from 'omniport/client'
import { onTestFinished } from 'vitest'
import { type CountedRuntime, createCountedRuntime } from './counted-runtime.js'
import { pathOf, runHttp } from './running.js'

/** One way to reach a server, in one revision. */
export interface Route {
  readonly name: string
  readonly revision: Revision
  readonly transport: 'stdio' | 'http' | 'sse'
}

export const routes: readonly Route[] = [
  { name: 'stdio of 2025-11-25', revision: '2025-11-25', transport: 'stdio' },
  { name: 'stdio of 2026-07-28', revision: '2026-07-28', transport: 'stdio' },
  { name: 'sessions of 2025-11-25', revision: '2025-11-25', transport: 'http' },
  { name: 'requests of 2026-07-28', revision: '2026-07-28', transport: 'http' },
  { name: 'the endpoints of 2024-11-05', revision: '2024-11-05', transport: 'sse' },
]

/** A server in a process of its own, with a client of this process. Both end with the test. */
export interface Travelled {
  readonly client: Client
  readonly runtime: CountedRuntime
  /** What the client was told beside the answers. */
  readonly errors: Error[]
  /** Of the server that runs now. */
  pid(): number
  /** The next line of the server's stderr that begins so. */
  reported(start: string): Promise<string>
  /** Kills the server, and settles when it is gone. */
  kill(): Promise<void>
  /** Makes sure there is a server: where nobody else does, one is started at the same address. */
  revive(): Promise<void>
  /** Connects another client. */
  another(): Promise<Client>
}

/** How a server is served, and a client connected. */
export interface TravelOptions extends ConnectOptions {
  readonly server?: object
}

/** Starts a server and connects to it. */
export async function travel(route: Route, { server = {}, ...options }: TravelOptions = {}): Promise<Travelled> {
  const errors: Error[] = []
  const runtime = createCountedRuntime()
  const onError = (error: Error) => errors.push(error)
  const all = { revision: route.revision, runtime, onError, ...options }
  const { client, ...rest } = route.transport === 'stdio' ? await start(server, all) : await serve(route, server, all)
  onTestFinished(() => client.close())
  const another = async () => {
    const other = await rest.connectAgain()
    onTestFinished(() => other.close())
    return other
  }
  return { client, runtime, errors, another, ...rest }
}

async function start(server: object, options: ConnectOptions) {
  const target = { command: process.execPath, args: [pathOf('served'), 'stdio', JSON.stringify(server)] }
  const received = new Received()
  const client: Client = await connect(target, { ...options, onStderr: (line) => received.add(line) })
  return {
    client,
    pid: () => client.pid ?? 0,
    reported: (start: string) => received.next(start),
    kill: async () => void process.kill(client.pid ?? 0, 'SIGKILL'),
    revive: async () => {},
    connectAgain: (): Promise<Client> => connect(target, options),
  }
}

async function serve(route: Route, server: object, options: ConnectOptions) {
  let running = await runHttp(server)
  const target = { url: route.transport === 'sse' ? running.url.replace('/mcp', '/sse') : running.url }
  const { port } = running
  return {
    client: (await connect(target, options)) as Client,
    pid: () => running.pid,
    reported: (start: string) => running.line(start),
    kill: async () => void (await running.kill()),
    revive: async () => {
      running = await runHttp({ ...server, http: { ...(server as { http?: object }).http, port } })
    },
    connectAgain: (): Promise<Client> => connect(target, options),
  }
}

class Received {
  readonly #lines: string[] = []
  #onLine: () => void = () => {}

  add(line: string): void {
    this.#lines.push(line)
    this.#onLine()
  }

  next(start: string): Promise<string> {
    return new Promise((resolve) => {
      const look = () => {
        const at = this.#lines.findIndex((line) => line.startsWith(start))
        const [line] = at === -1 ? [] : this.#lines.splice(at, 1)
        if (line !== undefined) resolve(line)
      }
      this.#onLine = look
      look()
    })
  }
}
