import process from 'node:process'
import { type Client, connect, textOf } from 'omniport/client'
import { createGateway, type GatewayEvent } from 'omniport/gateway'
import { serveHttp } from 'omniport/node'
import { expect, test } from 'vitest'
import { expectNoChildren } from '../faults/no-children.js'
import { type CaseResult, outcomeOf } from '../faults/outcome.js'
import { createRecordingLogger } from '../support/recording-logger.js'
import { pidsOf, servedUpstream } from './served-upstream.js'

expectNoChildren()

const kills = 6
/** Calls of each client that are answered between two kills. */
const betweenKills = 50

test('an upstream that is killed again and again under load: each call has one answer or one error, and sessions live on', async () => {
  const events: GatewayEvent[] = []
  const gateway = createGateway({
    upstreams: { killed: { target: servedUpstream('killed'), prefix: '', isolation: 'shared' } },
    limits: { callsPerMinute: 1_000_000 },
    logger: createRecordingLogger(),
    onEvent: (event) => events.push(event),
  })
  const served = await serveHttp(gateway, { port: 0 })
  const revisions = ['2025-03-26', '2025-11-25', '2026-07-28'] as const
  const clients: Client[] = await Promise.all(revisions.map((revision) => connect(served.url, { revision })))
  let isOver = false
  const outcomes: CaseResult[][] = clients.map(() => [])
  const answered = () => outcomes.map((all) => all.filter((outcome) => 'value' in outcome).length)
  const loads = clients.map((client, at) =>
    load(client, outcomes[at] ?? [], { name: `client ${at}`, isOver: () => isOver }),
  )
  for (let killed = 0; killed < kills; killed += 1) {
    const before = answered()
    const eachWasAnswered = () => answered().every((count, at) => count > (before[at] ?? 0) + betweenKills)
    await expect.poll(eachWasAnswered, { timeout: 10_000 }).toBe(true)
    const [pid = Number.NaN] = pidsOf('killed') // it has just answered
    process.kill(pid, 'SIGKILL')
  }
  isOver = true
  await Promise.all(loads)

  const failures = outcomes
    .flat()
    .filter((outcome): outcome is Extract<CaseResult, { code: unknown }> => 'code' in outcome)
  expect(failures.length).toBeGreaterThan(0)
  for (const { code, message } of failures) {
    expect([code, message]).toEqual([-32_603, expect.stringContaining('"killed"')])
  }
  for (const [at, client] of clients.entries()) {
    await expect.poll(async () => answerOf(client, `after ${at}`), { timeout: 5_000 }).toBe(`after ${at}`)
    await client.close()
  }
  expect(events.filter(({ type }) => type === 'session-opened').length).toBe(2)
  expect(events.filter(({ type }) => type === 'upstream-connected').length).toBeGreaterThan(kills / 2)
  await served.close()
  await gateway.close()
  expect(gateway.status()[0]?.inFlight).toBe(0)
}, 60_000)

/** Calls one after the other; what is answered must be what was asked for. */
async function load(client: Client, outcomes: CaseResult[], { name, isOver }: LoadOptions): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const text = `${name} ${count}`
    const outcome = await outcomeOf(client.callTool('echo', { text }).then(textOf))
    outcomes.push(outcome)
    // One that was refused is not tried again in the same turn: the gateway starts the upstream meanwhile.
    await new Promise((resolve) => setImmediate(resolve))
    expect('value' in outcome ? outcome.value : text).toBe(text)
  }
}

interface LoadOptions {
  readonly name: string
  readonly isOver: () => boolean
}

async function answerOf(client: Client, text: string): Promise<unknown> {
  const outcome = await outcomeOf(client.callTool('echo', { text }).then(textOf))
  return 'value' in outcome ? outcome.value : undefined
}
