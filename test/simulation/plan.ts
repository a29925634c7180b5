import type { Revision } from '../../packages/omniport/src/protocol/revisions/revision.js'
import type { Random } from './random.js'

/** Who takes part in a run, and how. */
export interface Plan {
  readonly limits: Readonly<Record<string, number>>
  readonly answers: 'auto' | 'sse' | 'json'
  /** Whether the server keeps sessions. */
  readonly sessions: boolean
  /** Whether a server that starts later has what the one before it kept. */
  readonly sharesStores: boolean
  readonly users: readonly UserPlan[]
  /** How many servers there are at a time, which share what they keep. */
  readonly nodes: number
  /** How often something happens to the servers and the network. */
  readonly faults: number
  /** When everything is closed, even if users are not done. */
  readonly endsAtStep: number
  /** Nothing happens that would excuse an error. */
  readonly isCalm: boolean
}

/** One user with one session. */
export interface UserPlan {
  /** Unique in the run. */
  readonly party: string
  /** Two sessions of one user have the same. */
  readonly principal: string
  readonly route: 'pipe' | 'http'
  /** Undefined: what is agreed on. */
  readonly revision: Revision | undefined
  readonly operations: number
  /** How many operations may run at once. */
  readonly atOnce: number
  /** How it treats questions. */
  readonly answers: 'accept' | 'decline' | 'mixed'
}

/** Draws a plan. */
export function createPlan(random: Random): Plan {
  const isCalm = random.chance(0.15)
  const users = random.between(2, 4)
  const parties: UserPlan[] = []
  for (let user = 1; user <= users; user += 1) {
    const sessions = random.chance(0.3) ? 2 : 1
    for (let session = 1; session <= sessions; session += 1) parties.push(createUser(random, `user${user}`, session))
  }
  const sharesStores = random.chance(0.45)
  return {
    limits: { ...times, ...createLimits(random, isCalm) },
    answers: random.pick(['auto', 'auto', 'sse', 'json']),
    sessions: random.chance(0.85),
    sharesStores,
    users: parties,
    nodes: sharesStores && random.chance(0.4) ? 2 : 1,
    faults: isCalm || random.chance(0.2) ? 0 : random.between(1, 5),
    endsAtStep: !isCalm && random.chance(0.25) ? random.between(20, 200) : Number.MAX_SAFE_INTEGER,
    isCalm,
  }
}

function createLimits(random: Random, isCalm: boolean): Readonly<Record<string, number>> {
  if (isCalm) return { pipeInFlight: random.pick([2, 64]) }
  return {
    outboxBytes: random.pick([2_000, 20_000, 1_000_000]),
    pipeInFlight: random.pick([2, 4, 64]),
    inFlight: random.pick([3, 64, 64]),
    eventLogEvents: random.pick([6, 1_000, 1_000]),
    sessionIdleMs: random.pick([4_000, 600_000]),
  }
}

function createUser(random: Random, principal: string, session: number): UserPlan {
  const route = random.chance(0.35) ? 'pipe' : 'http'
  return {
    party: `${principal}-${session}`,
    principal,
    route,
    revision: random.pick(route === 'pipe' ? overPipes : overHttp),
    operations: random.between(3, 9),
    atOnce: random.between(1, 5),
    answers: random.pick(['accept', 'decline', 'mixed', 'mixed']),
  }
}

const overPipes: readonly (Revision | undefined)[] = [
  '2024-11-05',
  '2025-03-26',
  '2025-11-25',
  '2026-07-28',
  '2026-07-28',
  undefined,
]
const overHttp: readonly (Revision | undefined)[] = [
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  ...twice('2025-11-25'),
  ...twice('2026-07-28'),
  undefined,
]

function twice(value: Revision): readonly Revision[] {
  return [value, value]
}

/** Short, so that what waits for them does not make runs long. */
const times = {
  handlerHttpMs: 40_000,
  questionMs: 15_000,
  stallMs: 5_000,
  jsonMs: 300,
  commentMs: 4_000,
  drainMs: 2_000,
  timeoutMs: 20_000,
  maxTimeoutMs: 60_000,
  probeMs: 3_000,
  eventLogMs: 60_000,
}
