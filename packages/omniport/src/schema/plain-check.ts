import type { CheckResult, CheckValue } from './engine.js'
import { loadEngine } from './load-engine.js'
import type { SafeSchema } from './preflight.js'

/**
 * The check of a plain JSON Schema document. The first call loads the engine, compiles and gives a promise; once that has
 * settled, calls answer at once. A document that does not compile rejects every call with its `SchemaError`.
 */
export function createLazyCheck(schema: SafeSchema): (value: unknown) => CheckResult | Promise<CheckResult> {
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
  return (value) => {
    if (compiled !== undefined) return compiled(value)
    compiling ??= compile()
    return compiling.then((check) => check(value))
  }
}
