import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../actions/usage-error.js'
import type { ConsoleEvent, Json, Operation, SavedTest } from '../contract.js'
import { isObject } from '../recording/read-message.js'
import type { Operations } from './operations.js'

export interface SavedTestsOptions {
  readonly operations: Operations
  readonly publish: (event: ConsoleEvent) => void
}

/** Calls that were saved with what came of them. */
export class SavedTests {
  readonly #options: SavedTestsOptions
  readonly #tests = new Map<string, SavedTest>()
  #count = 0
  #runs = 0

  constructor(options: SavedTestsOptions) {
    this.#options = options
  }

  get all(): readonly SavedTest[] {
    return [...this.#tests.values()]
  }

  /** Saves an operation that has ended. @throws UsageError for another one. */
  save(operationId: string, name: string): string {
    const operation = this.#options.operations.get(operationId)
    if (operation?.state !== 'done') throw new UsageError('Only what has ended with a result can be saved as a test')
    if (this.#tests.size >= maxTests) throw new UsageError(`There are ${maxTests} tests already`)
    this.#count += 1
    const id = `t${this.#count}`
    this.#tests.set(id, { id, name, request: operation.request, expect: expectationOf(operation) })
    this.#publish()
    return id
  }

  delete(id: string): void {
    if (this.#tests.delete(id)) this.#publish()
  }

  /** Runs tests one after the other. */
  async run(ids: readonly string[] | undefined): Promise<void> {
    for (const id of ids ?? [...this.#tests.keys()]) {
      const test = this.#tests.get(id)
      if (test === undefined) continue
      this.#runs += 1
      const operation = await this.#options.operations.start(`test-${this.#runs}-${Date.now()}`, test.request)
      const message = differenceOf(test, operation)
      const last = { at: Date.now(), passed: message === undefined, operation: operation.id }
      if (!this.#tests.has(id)) continue
      this.#tests.set(id, { ...test, last: message === undefined ? last : { ...last, message } })
      this.#publish()
    }
  }

  #publish(): void {
    this.#options.publish({ type: 'tests', tests: this.all })
  }
}

/** The structured content is what a program depends on; without it, all of the result but `_meta`. */
function expectationOf({ result, isError }: Operation): SavedTest['expect'] {
  return { ...(isError !== undefined && { isError }), ...comparable(result) }
}

function comparable(result: Json | undefined): { readonly result?: Json } {
  if (result === undefined) return {}
  if (!isObject(result)) return { result }
  const { structuredContent, _meta, ...rest } = result as { readonly [name: string]: Json }
  return { result: structuredContent ?? rest }
}

function differenceOf({ expect }: SavedTest, { state, error, isError, result }: Operation): string | undefined {
  if (state !== 'done') return error?.message ?? `It was ${state}`
  if (expect.isError !== undefined && expect.isError !== (isError ?? false)) {
    return expect.isError ? 'The tool was expected to fail, and did not' : 'The tool failed'
  }
  const now = comparable(result).result
  return isDeepStrictEqual(now, expect.result) ? undefined : 'The result differs from the saved one'
}

const maxTests = 500
