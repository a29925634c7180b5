import type { Client } from '../../packages/omniport/src/client/client.js'
import { createClientServices } from '../../packages/omniport/src/client/client-services.js'
import { checkConnectOptions } from '../../packages/omniport/src/client/connect/check-connect-options.js'
import { connect, connectThrough } from '../../packages/omniport/src/client/connect.js'
import type { ConnectOptions } from '../../packages/omniport/src/client/connect-options.js'
import type { ElicitAnswer } from '../../packages/omniport/src/protocol/model/elicitation.js'
import type { FormValues } from '../../packages/omniport/src/schema/schema.js'
import { createTag, tagsIn } from '../history/tag.js'
import { HttpTap } from './http-tap.js'
import { calmOperations, operations } from './operations.js'
import { pipeConnector } from './pipe-connector.js'
import { PipeTap } from './pipe-tap.js'
import type { UserPlan } from './plan.js'
import type { Source } from './scheduler.js'
import type { World } from './world.js'

/** One thing that a user does. */
export interface Operation {
  readonly name: string
  readonly tag: string
  readonly client: Client
  /** Told of what is heard while it runs. */
  receive(what: string, value: unknown): void
}

/** A user with one client: does what it has planned, in the order and at the times that the scheduler chooses. */
export class SimulatedUser implements Source {
  readonly plan: UserPlan
  readonly world: World
  readonly #pipes: PipeTap
  #client: Client | undefined
  #left: number
  #running = 0
  #count = 0
  #connections = 0
  #connecting: Promise<void> | undefined
  #leave = () => {}
  #isConnecting = false
  #isClosed = false

  constructor(plan: UserPlan, world: World) {
    this.plan = plan
    this.world = world
    this.#left = plan.operations
    this.#pipes = new PipeTap(world, plan.party)
    world.scheduler.add(this)
  }

  /** Whether all it wanted to do is done. */
  get isDone(): boolean {
    return this.#left === 0 && this.#running === 0 && !this.#isConnecting
  }

  /** Its pipes, where it has some. */
  get pipes(): PipeTap {
    return this.#pipes
  }

  weight(): number {
    if (this.#left === 0 || this.#isConnecting || this.#running >= this.plan.atOnce) return 0
    return 0.7
  }

  step(): void {
    this.#left -= 1
    if (this.#client === undefined) this.#connecting = this.#connect()
    else this.#start(this.#client)
  }

  /** Ends its client. */
  async close(): Promise<void> {
    const { history } = this.world
    const owner = this.plan.party
    this.#left = 0
    await this.#connecting
    if (this.#client === undefined || this.#isClosed) return
    this.#isClosed = true
    history.record({ kind: 'close-begun', owner })
    await this.#client.close()
    history.record({ kind: 'close-settled', owner })
    this.#leave()
  }

  async #connect(): Promise<void> {
    const { history, plan } = this.world
    this.#count += 1
    const of = { party: this.plan.party, operation: `connect-${this.#count}`, owner: this.plan.party }
    history.record({
      ...{ kind: 'operation-started', ...of, what: 'connect', echoes: false },
      ...(plan.isCalm && { mustSucceed: true }),
    })
    this.#isConnecting = true
    try {
      this.#client = await this.#open()
      history.record({ kind: 'operation-ended', ...of, outcome: 'result', value: this.#client.revision })
    } catch (reason) {
      history.record({ kind: 'operation-ended', ...of, ...toFailure(reason) })
      this.#leave()
    } finally {
      this.#isConnecting = false
    }
  }

  async #open(): Promise<Client> {
    const { world, plan } = this
    const { party, principal, revision, route } = plan
    const options: ConnectOptions = {
      revision,
      runtime: world.runtime,
      limits: world.plan.limits,
      timeoutMs: 20_000,
      maxTimeoutMs: 60_000,
      elicit: ({ message }, { signal }) => this.#answer(message, signal),
      onLog: ({ data }) => this.#receive('log', data),
      onError: (error) => world.note(`${party} is told: ${error.message}`),
    }
    if (route === 'pipe') {
      const checked = checkConnectOptions(options)
      const home = createClientServices(checked)
      return connectThrough(
        pipeConnector(() => this.#pipes.open(), home),
        home,
        checked,
      )
    }
    this.#connections += 1
    const connection = `${party}/http-${this.#connections}`
    world.history.record({ kind: 'opened', connection, party, route, principal })
    this.#leave = () => world.history.record({ kind: 'closed', connection, how: 'cut' })
    const fetch = world.web.fetchFor(new HttpTap(world.history, connection))
    const target = { url: 'http://localhost/mcp', headers: { authorization: `Bearer ${principal}` } }
    return connect(target, { ...options, fetch })
  }

  #start(client: Client): void {
    const { random, history } = this.world
    const { party } = this.plan
    this.#count += 1
    const { isCalm } = this.world.plan
    const { what, echoes, run } = random.pick(isCalm ? calmOperations : operations)
    const operation = `${what}-${this.#count}`
    // What is done to the network is nothing of the client's.
    const of = { party, operation, ...(what !== 'stall' && { owner: party }) }
    const mustSucceed = isCalm && what !== 'asks' // a client may have no way to be asked, and people need not answer
    history.record({
      ...{ kind: 'operation-started', ...of, what },
      ...(!echoes && { echoes }),
      ...(mustSucceed && { mustSucceed }),
    })
    const receive = (notified: string, value: unknown) =>
      history.record({ kind: 'heard', ...of, what: notified, value })
    const doing = { name: operation, tag: createTag({ party, operation }), client, receive }
    this.#running += 1
    const since = this.world.runtime.now()
    void run(doing, this).then(
      (value) => this.#end(of, toOutcome(value), since),
      (reason: unknown) => this.#end(of, toFailure(reason), since),
    )
  }

  #end(of: { party: string; operation: string; owner?: string }, outcome: CaseResult, since: number): void {
    const { history, runtime } = this.world
    this.#running -= 1
    history.record({ kind: 'operation-ended', ...of, ...outcome })
    const value = runtime.now() - since
    const where = `${of.party}/${of.operation}`
    if (value > mostMs) history.record({ kind: 'sample', what: 'the time in ms', where, value, cap: mostMs })
  }

  /** What comes to the client as a whole is of the operation that its tag names. */
  #receive(what: string, value: unknown): void {
    const { party } = this.plan
    const [tag] = tagsIn(value)
    if (tag === undefined) return
    const owner = party
    this.world.history.record({ kind: 'heard', party, operation: tag.operation, what, value, owner })
  }

  #answer(message: string, signal: AbortSignal): ElicitAnswer<FormValues> | Promise<ElicitAnswer<FormValues>> {
    const { random, runtime } = this.world
    this.#receive('question', message)
    const [tag = { party: 'nobody', operation: 'none' }] = tagsIn(message)
    const { answers } = this.plan
    const does = answers === 'mixed' ? random.pick(['accept', 'decline', 'never', 'late']) : answers
    const accepted = { action: 'accept', content: { word: `said of ${createTag(tag)}` } } as const
    if (does === 'accept') return accepted
    if (does === 'decline') return { action: 'decline' }
    return new Promise((resolve, reject) => {
      const stop = does === 'late' ? runtime.after(random.between(1, 3_000), () => resolve(accepted)) : () => {}
      signal.addEventListener('abort', () => {
        stop()
        reject(signal.reason)
      })
    })
  }
}

/** No operation takes longer, whatever happens: its last request times out, and so does its last question. */
const mostMs = 180_000

interface CaseResult {
  readonly outcome: 'result' | 'error' | 'cancelled'
  readonly value: unknown
}

/** A failure of a tool is an error that says what went wrong. */
function toOutcome(value: unknown): CaseResult {
  const { isError, content } = (value ?? {}) as { readonly isError?: boolean; readonly content?: unknown }
  if (isError !== true) return { outcome: 'result', value }
  return { outcome: 'error', value: { code: 'tool', message: JSON.stringify(content) } }
}

function toFailure(reason: unknown): CaseResult {
  if (reason instanceof DOMException && reason.name === 'AbortError')
    return { outcome: 'cancelled', value: String(reason) }
  const { code, message } = (reason ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return { outcome: 'error', value: { code, message } }
}
