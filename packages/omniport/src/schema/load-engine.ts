import type { CheckResult, CheckValue, Engine } from './engine.js'
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

/** The check of a plain JSON Schema document, which is compiled when it is first needed. */
export interface LazyCheck {
  /** The first call loads the engine, compiles, and returns a promise; later calls are synchronous. */
  check(value: unknown): CheckResult | Promise<CheckResult>
  /** Does what the first check would wait for. Undefined when nothing is left to do. */
  prepare(): Promise<void> | undefined
}

/** Creates the check of a document. If it does not compile, every call rejects with its `SchemaError`. */
export function createLazyCheck(schema: SafeSchema): LazyCheck {
  let compiled: CheckValue | undefined
  let compiling: Promise<CheckValue> | undefined
  const compile = async (): Promise<CheckValue> => {
    try {
      const engine = await loadEngine(schema)
      compiled = engine.compile(schema)
      return compiled
    } finally {
      compiling = undefined
    }
  }
  const compileOnce = (): Promise<CheckValue> => {
    compiling ??= compile()
    return compiling
  }
  return {
    check: (value) => (compiled === undefined ? compileOnce().then((check) => check(value)) : compiled(value)),
    prepare: () => (compiled === undefined ? compileOnce().then(() => {}) : undefined),
  }
}
