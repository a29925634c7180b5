import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { type TaskNode, TaskWorld } from '#test/support/task-nodes.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { isFinal } from '../../../protocol/model/task.js'
import type { Tasks } from '../../../store/tasks.js'
import { canonicalJson } from '../../../values/json/canonical-json.js'
import type { Context } from '../../requests/context.js'
import { tool } from '../../tools/tool.js'
import type { TaskRecord } from '../records/task-record.js'

const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
const good = { action: 'accept', content: { name: 'Ann' } }
const ttlMs = 60_000

/** What may happen to a task, from whichever side. */
const events = fc.array(
  fc.record({
    what: fc.constantFrom('answer', 'bad answer', 'finish', 'fail', 'cancel', 'look', 'cut', 'close', 'wait', 'expire'),
    node: fc.constantFrom(0, 1),
    /** Whether it is over before the next begins, and how much happens meanwhile if not. */
    turns: fc.constantFrom('all', 0, 1, 3),
  }),
  { minLength: 1, maxLength: 14 },
)

/** A store that keeps what is written to it, and from which nodes can be cut off. */
class Ledger {
  readonly written: TaskRecord[] = []
  readonly #cut = new Set<number>()
  readonly #store: Tasks

  constructor(store: Tasks) {
    this.#store = store
  }

  cut(node: number): void {
    this.#cut.add(node)
  }

  of(node: number): Tasks {
    const store = this.#store
    const reach = <R>(work: () => Promise<R>) => (this.#cut.has(node) ? Promise.reject(new Error('cut off')) : work())
    return {
      create: (...args) => reach(() => store.create(...args)),
      get: (...args) => reach(() => store.get(...args)),
      delete: (...args) => reach(() => store.delete(...args)),
      list: (...args) => reach(() => store.list(...args)),
      lease: (...args) => reach(() => store.lease(...args)),
      replace: (...args) =>
        reach(async () => {
          const isWritten = await store.replace(...args)
          if (isWritten) this.written.push(args[2] as object as TaskRecord)
          return isWritten
        }),
    }
  }
}

/** A task that asks twice and pays between, then ends as it is told. */
class Subject {
  readonly world = new TaskWorld()
  readonly ledger = new Ledger(this.world.store)
  readonly payments: string[] = []
  readonly nodes: readonly TaskNode[]
  #ends: ((how: 'finish' | 'fail') => void)[] = []

  constructor() {
    const run = async (_args: unknown, ctx: Context) => {
      await ctx.elicit('Who?', form, { key: 'name' })
      await ctx.once('pay', ({ idempotencyKey }) => void this.payments.push(idempotencyKey))
      await Promise.all([ctx.elicit('Sure?', form, { key: 'sure' }), ctx.elicit('Really?', form, { key: 'name~2' })])
      const how = await new Promise<string>((resolve) => this.#ends.push(resolve))
      if (how === 'fail') throw new RpcError(1, 'it fell')
      return how
    }
    this.nodes = [0, 1].map((n) =>
      this.world.node({ t: tool({ task: 'optional', run }) }, { store: this.ledger.of(n) }),
    )
  }

  async meet(what: string, node: TaskNode, id: string): Promise<void> {
    switch (what) {
      case 'answer':
      case 'bad answer': {
        const { inputRequests } = await node.get(id)
        const answer = what === 'answer' ? good : 'bad'
        return node.answer(id, Object.fromEntries(Object.keys(inputRequests).map((key) => [key, answer])))
      }
      case 'finish':
      case 'fail':
        for (const end of this.#ends.splice(0)) end(what)
        return
      case 'cancel':
        await node.service.cancel(id, 'stdio')
        return
      case 'look':
        await node.get(id)
        return
      case 'cut':
        return this.ledger.cut(this.nodes.indexOf(node))
      case 'close':
        void node.service.close()
        return
      case 'wait':
        return this.world.pass(20_000)
      case 'expire':
        return this.world.pass(ttlMs)
    }
  }
}

/** What must hold of the records that were written, in their order. */
function check(written: readonly TaskRecord[]): void {
  const asked = new Map<string, string>()
  for (const [index, { status, job, outcome }] of written.entries()) {
    const isLast = index === written.length - 1
    expect([isFinal(status), job === undefined]).toEqual(isLast ? [isFinal(status), isFinal(status)] : [false, false])
    expect(outcome !== undefined).toBe(status === 'completed' || status === 'failed')
    const isOpen = job?.questions.some(({ state }) => state === 'open') ?? false
    expect(status === 'input_required').toBe(isOpen)
    for (const { key, request } of job?.questions ?? []) {
      const text = canonicalJson(request)
      expect(asked.get(key) ?? text).toBe(text)
      asked.set(key, text)
    }
  }
}

test('whatever happens to a task in whatever order, what is final stays so and a key stays with its question', async () => {
  verifies('TASK-09', 'TASK-16', 'TASKX-18')
  await fc.assert(
    fc.asyncProperty(events, async (steps) => {
      const subject = new Subject()
      const [first, second] = subject.nodes
      if (first === undefined || second === undefined) return
      const id = await first.create('t', {}, { ttlMs })
      for (const { what, node, turns } of steps) {
        // What is refused, because the task is gone or the node is, is refused in order.
        const met = subject.meet(what, node === 0 ? first : second, id).catch(() => {})
        if (turns === 'all' || what === 'wait' || what === 'expire') await met
        else for (let turn = 0; turn < Number(turns); turn += 1) await Promise.resolve()
        if (turns === 'all') await subject.world.settle()
      }
      await subject.world.settle()
      const { written } = subject.ledger
      check(written)
      const stored = await second.get(id).catch(() => undefined)
      const status = stored?.task.status ?? 'working'
      expect(isFinal(status) ? status : written.at(-1)?.status).toBe(written.at(-1)?.status)
      expect(new Set(subject.payments).size).toBeLessThanOrEqual(1)
      void first.service.close()
      void second.service.close()
      await subject.world.pass(2 * ttlMs)
      check(written)
      expect(subject.world.runtime.timers).toBe(0)
    }),
    { numRuns: 150 },
  )
})
