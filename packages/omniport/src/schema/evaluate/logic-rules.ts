import { isJsonObject } from '../../values/json/json-object.js'
import { hasMember } from '../../values/json/members.js'
import { isSubschema, type Subschema } from '../preflight/subschemas.js'
import { type CheckRun, checkAll, type Finding, type Rule } from './check-run.js'
import type { RuleSource } from './compiler.js'

/** The rules of keywords that apply schemas to the same value, except for references. */
export function logicRules(source: RuleSource): readonly Rule[] {
  return [allOfRule, anyOfRule, oneOfRule, notRule, ifRule, dependentSchemasRule].flatMap((make) => make(source) ?? [])
}

/** A rule of a keyword that has a list of schemas. */
function listRule(keyword: string, create: (rules: readonly Rule[]) => Rule) {
  return ({ schema, compiler }: RuleSource): Rule | undefined => {
    const list = compiler.keyword(schema, keyword)
    if (!Array.isArray(list)) return undefined
    return create(list.map((inner: Subschema) => compiler.rule(inner)))
  }
}

const allOfRule = listRule('allOf', (rules) => (value, run) => checkAll(rules, value, run))

/** With an `unevaluated…` keyword around, every branch that holds counts, so all are tried. */
const anyOfRule = listRule('anyOf', (rules) => (value, run) => {
  let isValid = false
  for (const rule of rules) {
    if (run.test(value, rule)) isValid = true
    if (isValid && run.evaluated === undefined) return true
  }
  return isValid || failNearest(value, rules, run)
})

const oneOfRule = listRule('oneOf', (rules) => (value, run) => {
  let count = 0
  for (const rule of rules) {
    if (run.test(value, rule)) count += 1
    if (count > 1) return run.fail(() => 'must match only one of the allowed forms')
  }
  return count === 1 || failNearest(value, rules, run)
})

/** Reports the issues of the only branch of the same kind as the value, else one issue about the choice. */
function failNearest(value: unknown, rules: readonly Rule[], run: CheckRun): false {
  if (run.issues === undefined) return false
  const attempts = rules.map((rule) => run.findIssues(value, rule))
  const nearest = attempts.filter((findings) => !findings.some((finding) => isOtherKind(finding, run.depth)))
  const [only] = attempts.length === 1 ? attempts : nearest
  if (only !== undefined && (nearest.length === 1 || attempts.length === 1)) run.addAll(only)
  else run.fail(() => describeChoice(attempts, run.depth))
  return false
}

/** True for a wrong type, or a wrong constant in a member, which often identifies an alternative. */
function isOtherKind({ path, keyword }: Finding, depth: number): boolean {
  if (path.length === depth) return keyword === 'type' || keyword === 'const'
  return path.length === depth + 1 && (keyword === 'const' || keyword === 'enum')
}

function describeChoice(attempts: readonly (readonly Finding[])[], depth: number): string {
  const messages = new Set<string>()
  for (const findings of attempts) {
    const [first] = findings
    const isSimple = findings.length === 1 && first?.path.length === depth && first.keyword !== undefined
    if (!isSimple || messages.size > 8) return `must match one of the ${attempts.length} allowed forms`
    messages.add(first.message.replace(/^must be /, ''))
  }
  return `must be ${[...messages].join(' or ')}`
}

function notRule({ schema, compiler }: RuleSource): Rule | undefined {
  const rule = compiler.keywordRule(schema, 'not')
  if (rule === undefined) return undefined
  return (value, run) => {
    const evaluated = run.evaluated
    run.evaluated = undefined
    const isForbidden = run.test(value, rule)
    run.evaluated = evaluated
    return !isForbidden || run.fail(() => 'must not match the forbidden schema')
  }
}

function ifRule({ schema, compiler }: RuleSource): Rule | undefined {
  const condition = compiler.keywordRule(schema, 'if')
  const thenRule = compiler.keywordRule(schema, 'then')
  const elseRule = compiler.keywordRule(schema, 'else')
  if (condition === undefined) return undefined
  return (value, run) => {
    const rule = run.test(value, condition) ? thenRule : elseRule
    return rule === undefined || rule(value, run)
  }
}

function dependentSchemasRule({ schema, compiler }: RuleSource): Rule | undefined {
  const keywords = compiler.is2019OrLater ? ['dependentSchemas', 'dependencies'] : ['dependencies']
  const dependent = keywords.flatMap((keyword) =>
    Object.entries((compiler.keyword(schema, keyword) ?? {}) as object).flatMap(([name, inner]: [string, unknown]) =>
      isSubschema(inner) ? [{ name, rule: compiler.rule(inner) }] : [],
    ),
  )
  if (dependent.length === 0) return undefined
  return (value, run) => {
    if (!isJsonObject(value)) return true
    run.consume(dependent.length >> 2)
    let isValid = true
    for (const { name, rule } of dependent) {
      if (hasMember(value, name) && !rule(value, run)) isValid = false
    }
    return isValid
  }
}
