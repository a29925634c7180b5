import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { verifyAudit } from './audit/verify-audit.js'
import type { DetailedConsentDecision, Verdict } from './consent/decisions/consent-decision.js'
import type { ConsentRequest } from './consent/requests/consent-request.js'
import { createHost } from './create-host.js'
import { SimulatedServer } from './fixtures/simulated-server.js'
import { untilWritten } from './fixtures/until-written.js'
import type { Host } from './host.js'
import type { HostEvent } from './host-event.js'
import type { HostOptions } from './host-options.js'

/** Random bytes that are never the same twice. */
class CountingRuntime extends VirtualRuntime {
  #count = 0

  override randomBytes(length: number): Uint8Array {
    this.#count += 1
    return new Uint8Array(length).map((_, at) => (this.#count >>> (8 * (at % 4))) & 0xff)
  }
}

const some = <const T>(...values: readonly T[]) => fc.constantFrom(...values)
const one = some('a', 'b')

/** How a call is answered: by the policy, or by a person who takes a while, or never answers. */
const reply = fc.record({
  verdict: some<Verdict>('allow', 'ask', 'ask', 'ask', 'deny'),
  answer: some('allow', 'allow', 'deny', 'never'),
  remember: some(undefined, undefined, 'session', 'exactly'),
  isSlow: some(false, false, true),
  abortAfterMs: some(undefined, undefined, undefined, 0, 20),
})

const step = fc.record({
  server: one,
  tool: some('speak', 'speak', 'speak', 'ask'),
  afterMs: some(0, 0, 1, 10, 40, 40, 200, 200, 45_000),
  reply,
  act: some(
    ...['call', 'call', 'call', 'call', 'call', 'call', 'call', 'call', 'call', 'call', 'list', 'list', 'approve'],
    ...[
      'change',
      'change',
      'remove',
      'crash',
      'hang',
      'wake',
      'wake',
      'start',
      'stop',
      'setServers',
      'startAll',
      'forget',
    ],
  ),
  set: some('both', 'only a', 'another a', 'reverse', 'same'),
})

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Reply = Step['reply']

/** What somebody allowed. */
interface Grant {
  readonly server: string
  readonly tool: string
  readonly description: string | undefined
  readonly args: string
  readonly remember: Reply['remember']
}

/** One host, its servers and its person. */
class Simulation {
  readonly runtime = new CountingRuntime()
  readonly events: HostEvent[] = []
  readonly grants: Grant[] = []
  readonly settled: number[] = []
  /** Questions about what nobody asked for. */
  readonly surprises: ConsentRequest[] = []
  readonly lists: (readonly string[])[] = []
  readonly servers = { a: new SimulatedServer('a', true), b: new SimulatedServer('b', false) }
  readonly other = new SimulatedServer('a', false)
  readonly host: Host
  readonly #reading: Promise<void>
  readonly #replies = new Map<number, Reply>()
  readonly #doing: Promise<unknown>[] = []
  #calls = 0

  constructor() {
    this.host = createHost({
      servers: this.servers,
      runtime: this.runtime,
      policy: (question) => this.#judge(question),
      ask: (question, { signal }) => this.#answer(question, signal),
      timeoutMs: 20_000,
    })
    this.#reading = this.#read(this.host.events())
  }

  async do({ act, server, tool, reply, set }: Step): Promise<void> {
    const { host } = this
    const simulated = this.servers[server]
    const run: { readonly [A in typeof act]?: () => unknown } = {
      call: () => this.#call(`${server}__${tool}`, reply),
      list: async () => this.lists.push((await host.tools()).map(({ name }) => name)),
      change: () => simulated.change(tool),
      remove: () => simulated.remove(tool),
      crash: () => simulated.crash(),
      hang: () => simulated.hang(true),
      wake: () => simulated.hang(false),
      start: () => host.start(server),
      startAll: () => host.start(),
      stop: () => host.stop(server),
      setServers: () => host.setServers(this.#set(set)),
      approve: () => host.approveTool(server),
      forget: async () => Promise.all((await host.decisions()).map(({ id }) => host.forget(id))),
    }
    this.#doing.push((async () => run[act]?.())().catch(() => {}))
  }

  /** Settles when all that was begun has; what waits for the host must be over by then. */
  async close(): Promise<void> {
    await this.host.close()
    await Promise.all([...this.#doing, this.#reading])
  }

  get begun(): number {
    return this.#calls
  }

  #set(set: Step['set']): HostOptions['servers'] {
    const { a, b } = this.servers
    if (set === 'only a') return { a }
    if (set === 'another a') return { a: this.other, b }
    return set === 'reverse' ? { b, a } : { a, b }
  }

  async #call(name: string, reply: Reply): Promise<void> {
    this.#calls += 1
    const id = this.#calls
    this.#replies.set(id, reply)
    const controller = new AbortController()
    const { abortAfterMs, isSlow } = reply
    const stop = abortAfterMs === undefined ? undefined : this.runtime.after(abortAfterMs, () => controller.abort())
    const args = { id, isSlow }
    const calling = this.host.callTool(name, args, { signal: controller.signal })
    args.id = -1 // nobody may see it
    try {
      await calling
    } finally {
      stop?.()
      this.settled.push(id)
    }
  }

  #judge(question: ConsentRequest): Verdict {
    if (question.type !== 'call') return 'allow'
    const reply = this.#replyTo(question)
    if (reply.verdict === 'allow') this.#grant(question, undefined)
    return reply.verdict
  }

  async #answer(question: ConsentRequest, signal: AbortSignal): Promise<DetailedConsentDecision> {
    const { answer, remember } = this.#replyTo(question)
    const thinking = new Promise<void>((resolve) => {
      if (answer === 'never') return
      const stop = this.runtime.after(30, resolve)
      signal.addEventListener('abort', stop)
    })
    await thinking
    if (answer === 'allow') this.#grant(question, remember)
    const scope = { scope: 'session', args: remember === 'exactly' } as const
    return { answer: answer === 'allow' ? 'allow' : 'deny', ...(remember !== undefined && { remember: scope }) }
  }

  #replyTo(question: ConsentRequest): Reply {
    const found = question.type === 'call' ? this.#replies.get(Number(question.args['id'])) : undefined
    if (found !== undefined) return found
    this.surprises.push(question)
    throw new Error('nobody asked for that')
  }

  #grant(question: ConsentRequest, remember: Reply['remember']): void {
    if (question.type !== 'call') return
    const { server, tool, args } = question
    this.grants.push({ server, tool: tool.tool, description: tool.description, args: JSON.stringify(args), remember })
  }

  async #read(events: AsyncIterable<HostEvent>): Promise<void> {
    for await (const event of events) this.events.push(event)
  }
}

/** Nothing arrives at a server that was not allowed, as the server had listed it on that very connection. */
function checkCalls(simulation: Simulation): void {
  const { servers, other, grants } = simulation
  const arrived = [
    ...servers.a.calls.map((call) => ({ server: 'a', ...call })),
    ...servers.b.calls.map((call) => ({ server: 'b', ...call })),
    ...other.calls.map((call) => ({ server: 'a', ...call })),
  ]
  const ids = arrived.map(({ args }) => args['id'])
  expect(new Set(ids).size).toBe(ids.length)
  for (const { server, tool, args, listed } of arrived) {
    const fitting = grants.filter(
      (grant) =>
        grant.server === server &&
        grant.tool === tool &&
        listed.has(grant.description ?? '') &&
        (grant.remember === 'session' || grant.args === JSON.stringify(args)),
    )
    expect(fitting.length, `call ${args['id']} of ${server} ${tool}`).toBeGreaterThan(0)
  }
}

/** All that arrived is in the log, after it was decided, and every call of the log came to an end. */
async function checkAudit(simulation: Simulation): Promise<void> {
  const { host, servers, other } = simulation
  expect(await verifyAudit(host.audit)).toBeUndefined()
  const allowed = new Map<string, number>()
  const running = new Set<string>()
  let calls = 0
  const wrong: string[] = []
  for (const record of host.audit) {
    if (record.type === 'decision' && record.question === 'call' && record.answer === 'allow') {
      const key = `${record.server} ${record.subject}`
      allowed.set(key, (allowed.get(key) ?? 0) + 1)
    }
    if (record.type === 'call') {
      const key = `${record.server} ${record.tool}`
      const left = (allowed.get(key) ?? 0) - 1
      if (left < 0) wrong.push(`no decision before a call of ${key}`)
      allowed.set(key, left)
      running.add(record.call)
      calls += 1
    }
    if (record.type === 'result' && !running.delete(record.call)) wrong.push(`a second result of ${record.call}`)
  }
  expect([wrong, [...running]]).toEqual([[], []])
  expect(servers.a.calls.length + servers.b.calls.length + other.calls.length).toBeLessThanOrEqual(calls)
}

/** No state is told twice in a row; what is told of tools fits together, and in the end there are none. */
function checkEvents(events: readonly HostEvent[]): void {
  const states = new Map<string, string>()
  const repeated: string[] = []
  const tools = new Set<string>()
  for (const event of events) {
    if (event.type === 'server') {
      const { state, reason, isEmpty, since } = event.status
      const summary = JSON.stringify([state, reason, isEmpty, since])
      // One that takes the place of another begins anew.
      if (state !== 'idle' && states.get(event.server) === summary) repeated.push(summary)
      states.set(event.server, summary)
    }
    if (event.type !== 'tools') continue
    states.delete(event.server)
    for (const name of event.added) expect(tools.has(name), `${name} was there`).toBe(false)
    for (const name of [...event.removed, ...event.changed]) expect(tools.has(name), `${name} was not there`).toBe(true)
    for (const name of event.removed) tools.delete(name)
    for (const name of event.added) tools.add(name)
  }
  expect([[...tools], repeated]).toEqual([[], []])
}

test('whatever happens, only what was allowed is called, everything settles once and is told once, and nothing is left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const simulation = new Simulation()
      const { host, runtime } = simulation
      await host.tools()
      for (const one of steps) {
        await simulation.do(one)
        await runtime.advance(one.afterMs)
      }
      await simulation.close()
      expect(simulation.settled.toSorted((x, y) => x - y)).toEqual(
        Array.from({ length: simulation.begun }, (_, at) => at + 1),
      )
      for (const names of simulation.lists) expect(new Set(names).size).toBe(names.length)
      expect(simulation.surprises).toEqual([])
      checkCalls(simulation)
      // A call waits for its end to be written for a second, which may be over by then: first the calls, then their ends.
      await untilWritten(host)
      await untilWritten(host)
      await checkAudit(simulation)
      checkEvents(simulation.events)
      expect(host.changedTools.length).toBeLessThanOrEqual(4)
      expect([simulation.servers.a.open, simulation.servers.b.open, simulation.other.open, runtime.timers]).toEqual([
        0, 0, 0, 0,
      ])
    }),
    { numRuns: 300, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true },
  )
}, 60_000)
