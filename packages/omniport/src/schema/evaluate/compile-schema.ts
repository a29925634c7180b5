import type { CheckResult, CheckValue } from '../engine.js'
import type { PatternSet } from '../patterns/pattern-set.js'
import type { SafeSchema } from '../preflight/preflight.js'
import { applyDefaults, hasDefaults } from './apply-defaults.js'
import { CheckRun, type Finding, type Rule, WorkLimitError, workPerCheck } from './check-run.js'
import { Compiler } from './compiler.js'

/**
 * Compiles a document into closures, without generated code. Only own members are read, and each step takes from a fixed amount
 * of work, so that a hostile document or value ends in an issue. A document with patterns needs `patterns`.
 */
export function compileSchema(schema: SafeSchema, patterns?: PatternSet): CheckValue {
  const rule = new Compiler(schema, patterns).compile()
  const mayHaveDefaults = hasDefaults(schema)
  return (input) => {
    try {
      const value = mayHaveDefaults ? applyDefaults(input, schema, new CheckRun(workPerCheck)) : input
      const run = new CheckRun(workPerCheck)
      return rule(value, run) ? { value } : collectIssues(value, rule, run)
    } catch (error) {
      if (isExhausted(error)) return tooComplex
      throw error
    }
  }
}

const tooComplex: CheckResult = { issues: [{ path: [], message: 'is too complex to validate' }] }

/** Runs again, past failures, to collect issues. The verdict is known, so this run gets less work. */
function collectIssues(value: unknown, rule: Rule, firstRun: CheckRun): CheckResult {
  const run = new CheckRun(workPerCheck / 10, firstRun)
  const findings: Finding[] = []
  run.issues = findings
  try {
    rule(value, run)
  } catch (error) {
    if (!isExhausted(error)) throw error
  }
  const issues = findings.map(({ path, message }) => ({ path, message }))
  return { issues: issues.length > 0 ? issues : [{ path: [], message: 'does not match the schema' }] }
}

/** True if no work is left, or if the value is so deep that the stack overflowed. */
function isExhausted(error: unknown): boolean {
  return error instanceof WorkLimitError || error instanceof RangeError
}
