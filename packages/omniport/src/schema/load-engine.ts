import { loadOnce } from '../async/load-once.js'
import { andThen, isPromise, type MaybePromise } from '../async/maybe-promise.js'
import type { CheckResult, Engine } from './engine.js'
import type { SafeSchema } from './preflight/preflight.js'

let loading: Promise<Engine> | undefined
let loadingWithPatterns: Promise<Engine> | undefined

/**
 * Loads the engine for a document on first use: without plain JSON Schema documents it is never loaded, and without patterns
 * the large regular expression engine is not either. It generates no code, so it runs where `new Function` is forbidden. A
 * failed load is tried again.
 */
export function loadEngine({ hasPatterns }: Pick<SafeSchema, 'hasPatterns'>): Promise<Engine> {
  if (!hasPatterns) {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  loadingWithPatterns ??= loadWithPatterns().catch((error: unknown) => {
    loadingWithPatterns = undefined
    throw error
  })
  return loadingWithPatterns
}

async function load(): Promise<Engine> {
  const { compileSchema } = await import('./evaluate/compile-schema.js')
  return { compile: (schema) => compileSchema(schema) }
}

async function loadWithPatterns(): Promise<Engine> {
  const { evaluator } = await import('./evaluate/evaluator.js')
  return evaluator
}

/** A check that is compiled when it is first needed. */
export interface LazyCheck {
  /** The first call loads what it needs, compiles, and returns a promise; later calls are as synchronous as the check is. */
  check(value: unknown): MaybePromise<CheckResult>
  /** Does what the first check would wait for. Undefined when nothing is left to do. */
  prepare(): Promise<void> | undefined
}

/** Creates the check of a plain document. If it does not compile, every call rejects with its `SchemaError`. */
export function createLazyCheck(schema: SafeSchema): LazyCheck {
  return compileOnce(async () => (await loadEngine(schema)).compile(schema))
}

/** Creates a check that `compile` gives when it is first needed. If that rejects, so does every call, after trying again. */
export function compileOnce(compile: () => Promise<(value: unknown) => MaybePromise<CheckResult>>): LazyCheck {
  const load = loadOnce(compile)
  return {
    check: (value) => andThen(load(), apply, value),
    prepare() {
      const compiled = load()
      return isPromise(compiled) ? compiled.then(() => {}) : undefined
    },
  }
}

function apply(check: (value: unknown) => MaybePromise<CheckResult>, value: unknown): MaybePromise<CheckResult> {
  return check(value)
}
