import type { Operation, SimulatedUser } from './simulated-user.js'

/** A kind of thing that users do. */
export interface OperationKind {
  readonly what: string
  /** Whether its result carries its tag. */
  readonly echoes: boolean
  readonly run: (operation: Operation, user: SimulatedUser) => Promise<unknown>
}

const sharedUri = 'note:shared'

const listing: OperationKind = { what: 'list', echoes: false, run: ({ client }) => client.listTools({ fresh: true }) }

const changing: OperationKind = {
  what: 'change',
  echoes: false,
  run: async (_operation, { world }) => world.server.changeTools(),
}

const cutting: OperationKind = { what: 'cut', echoes: false, run: async (_operation, user) => cut(user) }

/** What users do, each as often as it stands here: nothing of it ends in an error if nothing goes wrong. */
export const calmOperations: readonly OperationKind[] = [
  ...times(3, calling('echo')),
  calling('later'),
  ...times(3, calling('slow')),
  calling('stubborn'),
  ...times(4, calling('chatty')),
  calling('large'),
  ...times(3, calling('asks')),
  ...times(2, calling('polls')),
  ...times(2, listing),
  { what: 'ping', echoes: false, run: ({ client }) => client.ping() },
  { what: 'level', echoes: false, run: ({ client }) => client.setLogLevel('debug') },
  { what: 'read', echoes: true, run: ({ client, tag }) => client.readResource(`note:${encodeURIComponent(tag)}`) },
  ...times(2, changing),
  { what: 'touch', echoes: false, run: async (_operation, user) => user.world.server.touch(sharedUri) },
  ...times(2, { what: 'hear', echoes: false, run: hearing }),
]

/** The same, and what may well end in one. */
export const operations: readonly OperationKind[] = [
  ...calmOperations,
  calling('fails'),
  ...times(3, cancelling('slow')),
  cancelling('stubborn'),
  ...times(2, cancelling('chatty')),
  ...times(2, cancelling('asks')),
  cancelling('echo'),
  timingOut('slow'),
  timingOut('stubborn'),
  timingOut('chatty'),
  ...times(2, { what: 'listen', echoes: false, run: listening }),
  ...times(2, cutting),
  { what: 'stall', echoes: false, run: stalling },
]

function calling(tool: string): OperationKind {
  return { what: tool, echoes: true, run: (operation, user) => call(tool, operation, user) }
}

function cancelling(tool: string): OperationKind {
  return {
    what: `cancelled-${tool}`,
    echoes: true,
    run: async (operation, user) => {
      const { runtime, random } = user.world
      const giveUp = new AbortController()
      const stop = runtime.after(random.between(0, 400), () => giveUp.abort())
      try {
        return await call(tool, operation, user, giveUp.signal)
      } finally {
        stop()
      }
    },
  }
}

function timingOut(tool: string): OperationKind {
  return {
    what: `timed-${tool}`,
    echoes: true,
    run: ({ client, tag }, user) => {
      const { random } = user.world
      const args = { tag, ms: random.between(100, 2_000), count: random.between(1, 5) }
      return client.callTool(tool, args, { timeoutMs: random.between(10, 600) })
    },
  }
}

function call(tool: string, { client, tag, receive }: Operation, { world }: SimulatedUser, signal?: AbortSignal) {
  const { random } = world
  const args = { tag, ms: random.between(0, 1_500), count: random.between(1, 8) }
  const onProgress = random.chance(0.7) ? (progress: unknown) => receive('progress', progress) : undefined
  return client.callTool(tool, args, { signal, onProgress })
}

async function listening({ client, receive }: Operation, { world }: SimulatedUser): Promise<string> {
  const { runtime, random } = world
  const giveUp = new AbortController()
  const stop = runtime.after(random.between(1, 5_000), () => giveUp.abort())
  try {
    const listening = await client.listen({ tools: true, uris: [sharedUri] }, { signal: giveUp.signal })
    for await (const change of listening) receive('change', change)
    return 'heard'
  } finally {
    stop()
  }
}

/** What changes once the server has acknowledged is heard of. */
async function hearing({ client, receive }: Operation, { world, plan }: SimulatedUser): Promise<unknown> {
  // A session hears of changes on the node that served its requests and has its stream.
  if (world.plan.nodes > 1 && plan.route === 'http' && client.revision !== '2026-07-28') return 'not here'
  const { runtime } = world
  const giveUp = new AbortController()
  const stop = runtime.after(hearMs, () => giveUp.abort(unheard('Nothing was heard of the change')))
  try {
    const listening = await client.listen({ tools: true, uris: [sharedUri] }, { signal: giveUp.signal })
    const { tools, uris } = listening.filter
    const { server } = world
    if (uris !== undefined && uris.length > 0) server.touch(sharedUri)
    else if (tools === true && world.plan.nodes === 1) server.changeTools()
    else return 'nothing to listen to'
    for await (const change of listening) {
      receive('change', change)
      await listening.close()
      return change
    }
    giveUp.signal.throwIfAborted()
    throw unheard('The listening ended')
  } finally {
    stop()
  }
}

const hearMs = 20_000

function unheard(message: string): Error {
  return Object.assign(new Error(message), { code: 'unheard' })
}

/** Breaks something of its own. */
function cut({ world, pipes, plan }: SimulatedUser): string {
  if (plan.route === 'pipe') {
    pipes.cut()
    return 'cut the pipes'
  }
  const own = world.web.open.filter(({ stream }) => stream.startsWith(`${plan.party}/`))
  if (own.length === 0) return 'nothing to cut'
  const exchange = world.random.pick(own)
  exchange.cut()
  return `cut ${exchange.stream}`
}

/** Nothing of its own is delivered for a while. */
async function stalling(_operation: Operation, { world, pipes, plan }: SimulatedUser): Promise<string> {
  const { runtime, random, web } = world
  const own = web.open.filter(({ stream }) => stream.startsWith(`${plan.party}/`))
  const stalled = own.length > 0 ? [random.pick(own)] : []
  for (const exchange of stalled) exchange.isStalled = true
  pipes.stall(random.chance(0.5), random.chance(0.7))
  await new Promise<void>((resolve) => void runtime.after(random.between(1, 8_000), resolve))
  for (const exchange of stalled) exchange.isStalled = false
  pipes.stall(false, false)
  return 'stalled'
}

function times<T>(count: number, value: T): readonly T[] {
  return Array.from({ length: count }, () => value)
}
