import type { Checked, CheckValue } from '../engine.js'
import type { SafeSchema } from '../preflight.js'
import { applyDefaults, hasDefaults } from './apply-defaults.js'
import { Compiler } from './compiler.js'
import type { Patterns } from './patterns.js'
import { type Finding, OutOfWork, type Rule, Run, workPerCheck } from './run.js'

/**
 * Compiles a document into closures. No code is generated, own members only are read, and each step takes from a fixed
 * amount of work, so that a hostile document or value ends in an issue. A document with patterns needs `patterns`.
 */
export function compileSchema(schema: SafeSchema, patterns?: Patterns): CheckValue {
  const rule = new Compiler(schema, patterns).compile()
  const fills = hasDefaults(schema)
  return (input) => {
    try {
      const value = fills ? applyDefaults(input, schema, new Run(workPerCheck)) : input
      const run = new Run(workPerCheck)
      return rule(value, run) ? { value } : explain(value, rule, run)
    } catch (error) {
      if (isExhausted(error)) return tooComplex
      throw error
    }
  }
}

const tooComplex: Checked = { issues: [{ path: [], message: 'is too complex to validate' }] }

/** A second run that goes on after failures. The verdict is known, so it gets less work. */
function explain(value: unknown, rule: Rule, verdict: Run): Checked {
  const run = new Run(workPerCheck / 10, verdict)
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

/** No work left, or a value so deep that the stack ended first. */
function isExhausted(error: unknown): boolean {
  return error instanceof OutOfWork || error instanceof RangeError
}
