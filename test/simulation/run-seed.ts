import '../support/late-parts.js'
import { eraCache } from '../../packages/omniport/src/client/connect/era-cache.js'
import { checkHistory } from '../history/check-history.js'
import { describeEvent } from '../history/describe-event.js'
import type { History } from '../history/history.js'
import { describeViolation, type Violation } from '../history/violation.js'
import { checkResumed } from './check-resumed.js'
import { Faults } from './faults.js'
import { createPlan, type Plan } from './plan.js'
import { Random } from './random.js'
import { SimulatedUser } from './simulated-user.js'
import { useSyncCrypto } from './sync-crypto.js'
import { World } from './world.js'

/** What one run came to. */
export interface SeedReport {
  readonly seed: number
  readonly violations: readonly Violation[]
  readonly history: History
  readonly steps: number
  /** The plan that the seed gave. */
  readonly plan: Plan
}

/** What the clock says when a run begins. */
const startMs = 1_000_000_000

/**
 * Runs the simulation that follows from a seed, to its end, and judges what happened. The same seed gives the same history.
 * One at a time: the `crypto` of the process is replaced meanwhile.
 */
export async function runSeed(seed: number): Promise<SeedReport> {
  forgetServers()
  const random = new Random(seed)
  const restore = useSyncCrypto(new Random(seed ^ 0x5eed))
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0 // nobody looks at the stacks of so many errors
  try {
    const plan = createPlan(random)
    const world = new World(plan, random, startMs)
    await play(world)
    const { history, scheduler, servers } = world
    const staysUp = servers.length === plan.nodes && plan.limits['sessionIdleMs'] !== 4_000
    const lost = staysUp ? checkResumed(history.events) : []
    return { seed, plan, violations: [...checkHistory(history), ...lost], history, steps: scheduler.steps }
  } finally {
    restore()
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** A process remembers this many servers of earlier runs: with so many others it knows none of them. */
function forgetServers(): void {
  for (let other = 0; other < 256; other += 1) eraCache.set(`other ${other}`, 'legacy', startMs)
}

/** A report as text: its violations, and the end of its history or all of it. */
export function describeReport({ seed, violations, history, plan }: SeedReport, isFull: boolean): string {
  const events = isFull ? history.events : history.events.slice(-60)
  return [
    `seed ${seed}: ${violations.length} violation(s). Again: SEED=${seed} npx vitest run test/simulation`,
    JSON.stringify(plan),
    ...violations.map(describeViolation),
    `the history${isFull ? '' : ', its end'} (${history.events.length} events):`,
    ...events.map((event) => `  ${describeEvent(event)}`),
  ].join('\n')
}

async function play(world: World): Promise<void> {
  const { scheduler, history, runtime } = world
  const users = world.plan.users.map((plan) => new SimulatedUser(plan, world))
  const faults = new Faults(world, () => {
    for (const { pipes } of users) pipes.cut()
  })
  const { endsAtStep } = world.plan
  await scheduler.run(() => scheduler.steps >= endsAtStep || users.every(({ isDone }) => isDone), maxSteps)
  faults.stop()
  await scheduler.run(() => faults.isDone, maxSteps)
  for (const { pipes } of users) pipes.stall(false, false)
  let isOver = false
  void end(world, users).then(() => {
    isOver = true
  })
  await scheduler.run(() => isOver, maxSteps)
  const running = () => world.servers.reduce((sum, server) => sum + server.running, 0)
  await scheduler.run(() => running() === 0 && users.every(({ isDone }) => isDone), maxSteps) // some heed no signal
  await scheduler.runReady() // what was given up takes its time to be heard of
  const left = { where: 'the run', kind: 'sample', cap: 0 } as const
  history.record({ ...left, what: 'timers', value: runtime.timers })
  history.record({ ...left, what: 'handlers', value: running() })
  history.record({ ...left, what: 'open requests', value: world.web.open.length })
  await scheduler.run(() => runtime.allTimers === 0, maxSteps)
  history.record({ ...left, what: 'timers that nobody waits for', value: runtime.allTimers })
  history.record({ kind: 'finished' })
}

/** Users first or the server first, as it comes. */
async function end(world: World, users: readonly SimulatedUser[]): Promise<void> {
  const closeUsers = () => Promise.all(users.map((user) => user.close()))
  if (world.random.chance(0.7)) await closeUsers()
  await world.closeAll()
  await closeUsers()
}

const maxSteps = 20_000
