import { CapabilityMissing } from '../protocol/capability-missing.js'
import { randomId } from '../protocol/random-id.js'
import type { Context, Question } from './definitions/context.js'
import { ProgressReporter } from './progress-reporter.js'
import { metaOf, RequestScope } from './request-scope.js'
import { runOnce } from './run-once.js'

/** The context of a tool, a resource or a prompt that runs. Whoever made it calls `finish` before the answer goes out. */
export class HandlerScope extends RequestScope implements Context {
  #progress: ProgressReporter | undefined
  #finished = false
  readonly #onceCounts = new Map<string, number>()
  #chain: string | undefined

  progress(done: number, total?: number, message?: string): void {
    assertNumber('done', done)
    if (total !== undefined) assertNumber('total', total)
    if (this.#finished) return
    const { message: request, exchange, home } = this.options
    const token = metaOf(request)['progressToken']
    if (typeof token !== 'string' && typeof token !== 'number') return
    this.#progress ??= new ProgressReporter(exchange, token, home.runtime)
    this.#progress.report({ done, total, message })
  }

  can(_question: Question): boolean {
    return false
  }

  async elicit(): Promise<never> {
    throw new CapabilityMissing({ elicitation: { form: {} } })
  }

  async elicitUrl(): Promise<never> {
    throw new CapabilityMissing({ elicitation: { url: {} } })
  }

  async sample(): Promise<never> {
    throw new CapabilityMissing({ sampling: {} })
  }

  async roots(): Promise<never> {
    throw new CapabilityMissing({ roots: {} })
  }

  async once<T>(name: string, fn: (chain: { readonly idempotencyKey: string }) => T | Promise<T>): Promise<T> {
    this.#chain ??= randomId(this.options.home.runtime, 16)
    return runOnce({ name, chain: this.#chain, counts: this.#onceCounts }, fn)
  }

  disconnect({ retryMs }: { readonly retryMs?: number | undefined } = {}): void {
    this.options.exchange.closeStream?.(retryMs)
  }

  /** The handler is done: progress that waits goes out, later reports are dropped. */
  finish(): void {
    this.#finished = true
    this.#progress?.finish()
  }
}

function assertNumber(name: string, value: number): void {
  if (!Number.isFinite(value))
    throw new TypeError(`ctx.progress: ${name} must be a finite number, got ${String(value)}`)
}
