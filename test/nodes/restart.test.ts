// What docs/scaling.md promises of a restart of all nodes behind HAProxy, one after another: no call is lost.
import { inspect } from 'node:util'
import { type Client, connect, textOf } from 'omniport/client'
import { revisions } from 'omniport/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedis, type RedisServer, startRedis, until } from '../redis/support/redis-server.js'
import { freePort } from '../support/free-port.js'
import { type StartedProgram, startProgram } from '../support/start-program.js'
import { type Haproxy, hasHaproxy, startHaproxy } from './support/start-haproxy.js'

const overHttp = revisions.filter((revision) => revision >= '2025-03-26')

describe.skipIf(!hasRedis || !hasHaproxy)('three nodes behind haproxy', () => {
  let redis: RedisServer
  let ports: readonly number[] = []
  let nodes: StartedProgram[] = []
  let balancer: Haproxy
  const startNode = (port: number) =>
    startProgram(['examples/nodes/server.js'], {
      PORT: `${port}`,
      HOST: '127.0.0.1',
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      SECRET: 'a secret that all nodes have: 0123456789abcdef',
    })
  beforeAll(async () => {
    redis = await startRedis()
    ports = await Promise.all([freePort(), freePort(), freePort()])
    nodes = await Promise.all(ports.map(startNode))
    balancer = await startHaproxy(ports)
  }, 120_000)
  afterAll(async () => {
    for (const node of nodes) node.terminate()
    await Promise.all(nodes.map(({ ended }) => ended))
    await balancer?.close()
    await redis?.kill()
  })

  test('restart one after another, and no call is lost', { timeout: 240_000 }, async () => {
    const url = `http://127.0.0.1:${balancer.port}/mcp`
    const clients = await Promise.all(
      [...overHttp, ...overHttp, ...overHttp].map((revision) => connect(url, { revision })),
    )
    const callers = clients.map(
      (client, index) => new Caller(client, calls[Math.floor(index / overHttp.length)] ?? count),
    )
    const more = () => {
      const wanted = callers.map(({ calls }) => calls + 2)
      return until(() => callers.every(({ calls }, index) => calls >= (wanted[index] ?? 0)), 60_000)
    }
    await more()
    const ends: unknown[] = []
    for (const [index, port] of ports.entries()) {
      nodes[index]?.terminate()
      ends.push(await nodes[index]?.ended)
      nodes[index] = await startNode(port)
      await more()
    }
    const outcomes = await Promise.all(callers.map((caller) => caller.stop()))
    for (const client of clients) await client.close()
    expect(ends).toEqual(ports.map(() => ({ code: 0, stderr: '' })))
    expect(ends).toHaveLength(3)
    expect(outcomes).toEqual(callers.map(() => []))
  })
})

/** A call that holds a node while it closes. */
const count = async (client: Client) => expect(textOf(await client.callTool('count', {}))).toBe('Counted to 10')

/** One that finds nodes at any moment of their end. */
const list = async (client: Client) => expect(await client.listTools()).toHaveLength(1)

/** One that finds connections at any moment of their end. A client does not send it again by itself, as it does with `list`. */
const callUnknown = (client: Client) =>
  expect(client.callTool('unknown', {})).rejects.toMatchObject({ code: -32602, message: 'Unknown tool: unknown' })

const calls = [count, list, callUnknown]

/** Calls again and again, until it is stopped. */
class Caller {
  calls = 0
  #isStopped = false
  readonly #lost: unknown[] = []
  readonly #ended: Promise<void>

  constructor(client: Client, call: (client: Client) => Promise<void>) {
    this.#ended = this.#run(() => call(client))
  }

  async stop(): Promise<readonly unknown[]> {
    this.#isStopped = true
    await this.#ended
    return this.#lost
  }

  async #run(call: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      await call().catch((reason: unknown) => this.#lost.push(inspect(reason)))
      this.calls += 1
    }
  }
}
