import type { Context } from '../../../packages/omniport/src/server/requests/context.js'
import { settled } from '../../support/virtual-runtime.js'
import { forms, type Program, type Step } from './program.js'

/** What is seen of the runs of programs from outside. */
export class Watch {
  /** Runs that are not over, their `finally` included. */
  running = 0
  /** The idempotency keys that a side effect was done with, by what it is. */
  readonly effects = new Map<string, string[]>()
}

/** Runs a program, and gives everything it heard. */
export async function runProgram(program: Program, ctx: Context, watch: Watch): Promise<unknown[]> {
  watch.running += 1
  try {
    return await new Run(ctx, watch).steps(program, '')
  } finally {
    await settled(1)
    watch.running -= 1
  }
}

class Run {
  readonly #ctx: Context
  readonly #watch: Watch
  readonly #times = new Map<string, number>()

  constructor(ctx: Context, watch: Watch) {
    this.#ctx = ctx
    this.#watch = watch
  }

  /** `path` is where a program is among those that run at the same time. */
  async steps(program: Program, path: string): Promise<unknown[]> {
    const received: unknown[] = []
    for (const step of program) received.push(await this.#step(step, path, received))
    return received
  }

  async #step(step: Step, path: string, received: readonly unknown[]): Promise<unknown> {
    switch (step.type) {
      case 'elicit':
        return this.#ctx.elicit(path + step.text, forms[step.form], keyOf(step, path))
      case 'sample': {
        const messages = [{ role: 'user', content: path + step.text }] as const
        return (await this.#ctx.sample({ messages, maxTokens: 10 }, keyOf(step, path))).content
      }
      case 'roots': // they have no key to tell them apart by
        return path === '' ? this.#ctx.roots() : []
      case 'once':
        return this.#once(path + step.name)
      case 'work':
        return settled(step.turns)
      case 'loop':
        return this.#loop(step.times, () => this.steps(step.body, path))
      case 'branch':
        return this.steps(isYes(received) ? step.yes : step.no, path)
      case 'all':
        return Promise.all(step.branches.map((branch, index) => this.steps(branch, `${path}${index}.`)))
    }
  }

  async #loop(times: number, body: () => Promise<unknown>): Promise<unknown> {
    const received: unknown[] = []
    for (let time = 0; time < times; time += 1) received.push(await body())
    return received
  }

  #once(name: string): Promise<unknown> {
    const time = (this.#times.get(name) ?? 0) + 1
    this.#times.set(name, time)
    const what = `${name} ${time}`
    return this.#ctx.once(name, async ({ idempotencyKey }) => {
      await settled(1)
      const { effects } = this.#watch
      effects.set(what, [...(effects.get(what) ?? []), idempotencyKey])
      return time === 2 ? undefined : { done: what, at: [time, null] }
    })
  }
}

function keyOf({ keyed, text }: { readonly keyed: boolean; readonly text: string }, path: string) {
  return keyed ? { key: `key ${path}${text}` } : {}
}

function isYes(received: readonly unknown[]): boolean {
  return (JSON.stringify(received.at(-1)) ?? '').length % 2 === 0
}
