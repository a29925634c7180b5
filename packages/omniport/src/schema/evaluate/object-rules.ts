import { isJsonObject, type JsonObject } from '../../values/json/json-object.js'
import { hasMember, memberNames } from '../../values/json/members.js'
import { pluralize } from '../../values/text/pluralize.js'
import type { MatchText } from '../patterns/pattern-set.js'
import type { Subschema } from '../preflight/subschemas.js'
import type { CheckRun, Rule } from './check-run.js'
import type { RuleSource } from './compiler.js'

/** The rules of keywords for objects, except for those that apply schemas to the object itself. */
export function objectRules(source: RuleSource): readonly Rule[] {
  const ruleFactories = [requiredRule, dependentRequiredRule, countRule, propertiesRule, propertyNamesRule]
  return ruleFactories.flatMap((make) => {
    const rule = make(source)
    if (rule === undefined) return []
    return (value, run) => !isJsonObject(value) || rule(value, run)
  })
}

type ObjectRule = (value: JsonObject, run: CheckRun) => boolean

function requiredRule({ schema, compiler }: RuleSource): ObjectRule | undefined {
  const names = compiler.keyword(schema, 'required')
  if (!Array.isArray(names) || names.length === 0) return undefined
  return (value, run) => {
    run.consume(names.length >> 2)
    return requireAll(value, names, run)
  }
}

function requireAll(value: JsonObject, names: readonly string[], run: CheckRun): boolean {
  let isValid = true
  for (const name of names) {
    if (hasMember(value, name)) continue
    isValid = run.fail(() => 'is required', { key: name })
    if (run.issues === undefined) return false
  }
  return isValid
}

function dependentRequiredRule({ schema, compiler }: RuleSource): ObjectRule | undefined {
  const dependent = {
    ...(compiler.is2019OrLater ? (compiler.keyword(schema, 'dependentRequired') as object | undefined) : undefined),
  }
  const lists = [
    ...Object.entries(dependent),
    ...Object.entries((compiler.keyword(schema, 'dependencies') ?? {}) as object),
  ].filter((entry): entry is [string, string[]] => Array.isArray(entry[1]))
  if (lists.length === 0) return undefined
  const work = lists.reduce((sum, [, names]) => sum + 1 + names.length, 0) >> 2
  return (value, run) => {
    run.consume(work)
    let isValid = true
    for (const [name, names] of lists) {
      if (hasMember(value, name) && !requireAll(value, names, run)) isValid = false
    }
    return isValid
  }
}

function countRule({ schema, compiler }: RuleSource): ObjectRule | undefined {
  const min = Number(compiler.keyword(schema, 'minProperties') ?? 0)
  const max = Number(compiler.keyword(schema, 'maxProperties') ?? Number.POSITIVE_INFINITY)
  if (min === 0 && max === Number.POSITIVE_INFINITY) return undefined
  return (value, run) => {
    const count = memberNames(value).length
    run.consume(count >> 2)
    if (count < min) return run.fail(() => `must have at least ${pluralize(min, 'property')}`)
    return count <= max || run.fail(() => `must have at most ${pluralize(max, 'property')}`)
  }
}

function propertyNamesRule({ schema, compiler }: RuleSource): ObjectRule | undefined {
  const rule = compiler.keywordRule(schema, 'propertyNames')
  if (rule === undefined) return undefined
  return (value, run) => {
    let isValid = true
    for (const name of memberNames(value)) {
      run.consume(1)
      if (run.enter(name, name, rule)) continue
      if (run.issues === undefined) return false
      isValid = false
    }
    return isValid
  }
}

/** `properties`, `patternProperties` and `additionalProperties`, which depend on each other. */
function propertiesRule(source: RuleSource): ObjectRule | undefined {
  const { schema, compiler } = source
  const named = new Map<string, Rule>()
  for (const [name, inner] of entries(compiler.keyword(schema, 'properties'))) named.set(name, compiler.rule(inner))
  const matched = entries(compiler.keyword(schema, 'patternProperties')).map(([pattern, inner]) => ({
    match: compiler.pattern(pattern, source, 'patternProperties'),
    rule: compiler.rule(inner),
  }))
  const additional = compiler.keywordRule(schema, 'additionalProperties')
  if (matched.length === 0 && additional === undefined) return named.size === 0 ? undefined : namedOnly(named)
  return (value, run) => {
    let isValid = true
    for (const name of memberNames(value)) {
      if (checkMember(value, name, { run, named, matched, additional })) continue
      if (run.issues === undefined) return false
      isValid = false
    }
    return isValid
  }
}

function entries(value: unknown): [string, Subschema][] {
  return Object.entries((value ?? {}) as Record<string, Subschema>)
}

function namedOnly(named: ReadonlyMap<string, Rule>): ObjectRule {
  const work = named.size >> 2
  return (value, run) => {
    run.consume(work)
    let isValid = true
    for (const [name, rule] of named) {
      if (!hasMember(value, name)) continue
      run.evaluated?.addKey(name)
      if (run.enter(name, value[name], rule)) continue
      if (run.issues === undefined) return false
      isValid = false
    }
    return isValid
  }
}

interface MemberRules {
  readonly run: CheckRun
  readonly named: ReadonlyMap<string, Rule>
  readonly matched: readonly { readonly match: MatchText; readonly rule: Rule }[]
  readonly additional: Rule | undefined
}

function checkMember(value: JsonObject, name: string, { run, named, matched, additional }: MemberRules): boolean {
  run.consume(1)
  const rules: Rule[] = []
  const namedRule = named.get(name)
  if (namedRule !== undefined) rules.push(namedRule)
  for (const { match, rule } of matched) if (match(name, run)) rules.push(rule)
  if (rules.length === 0 && additional !== undefined) rules.push(additional)
  if (rules.length > 0) run.evaluated?.addKey(name)
  return rules.map((rule) => run.enter(name, value[name], rule)).every(Boolean)
}
