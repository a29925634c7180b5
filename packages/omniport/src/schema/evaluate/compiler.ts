import type { JsonObject } from '../json-object.js'
import { pointer } from '../pointer.js'
import type { SafeSchema } from '../preflight.js'
import { isSubschema, type Subschema } from '../subschemas.js'
import { arrayRules } from './array-rules.js'
import { logicRules } from './logic-rules.js'
import { objectRules } from './object-rules.js'
import type { MatchText, Patterns } from './patterns.js'
import type { Rule, Run } from './run.js'
import { scalarRules } from './scalar-rules.js'
import { EvaluatedParts } from './seen.js'
import { typeRule } from './type-rule.js'
import { unevaluatedRules } from './unevaluated-rules.js'

/** What rules are made from: one schema, and the compiler for those inside it. */
export interface Source {
  readonly schema: JsonObject
  readonly compiler: Compiler
}

/** Makes the rules that some keywords of a schema ask for; none if it has none of them. */
export type RuleMaker = (source: Source) => readonly Rule[]

/** Cheap rules first, so that most wrong branches end before they go into the value; `unevaluated…` last by definition. */
const makers: readonly RuleMaker[] = [scalarRules, objectRules, arrayRules, logicRules]

/**
 * Turns schemas into rules, each schema once. Schemas wait in a queue instead of being compiled inside one another, so
 * that long chains of references do not exhaust the stack.
 */
export class Compiler {
  readonly #source: SafeSchema
  readonly #rules = new Map<JsonObject, Rule>()
  readonly #queue: (() => void)[] = []
  readonly #patterns: Patterns | undefined

  constructor(source: SafeSchema, patterns: Patterns | undefined) {
    this.#source = source
    this.#patterns = patterns
  }

  /** The rule of the whole document. */
  compile(): Rule {
    const root = this.rule(this.#source.document)
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) next()
    return root
  }

  /** The rule of a schema of this document; usable once everything is compiled. */
  rule(schema: Subschema): Rule {
    if (schema === true) return anything
    if (schema === false) return nothing
    const existing = this.#rules.get(schema)
    if (existing !== undefined) return existing
    let compiled: Rule = nothing
    const rule: Rule = (value, run) => compiled(value, run)
    this.#rules.set(schema, rule)
    this.#queue.push(() => {
      compiled = this.#compileSchema(schema)
    })
    return rule
  }

  /** The rule of the schema in a keyword; undefined if the dialect or the schema has no such keyword. */
  keywordRule(schema: JsonObject, keyword: string): Rule | undefined {
    const inner = this.keyword(schema, keyword)
    return isSubschema(inner) ? this.rule(inner) : undefined
  }

  /** The value of a keyword; undefined if the schema does not have it. */
  keyword(schema: JsonObject, name: string): unknown {
    return Object.hasOwn(schema, name) ? schema[name] : undefined
  }

  /** True if the document's dialect is 2019-09 or later. */
  get isModern(): boolean {
    return this.#source.dialect !== 'draft-07'
  }

  /** True if the document's dialect is 2020-12. */
  get isNewest(): boolean {
    return this.#source.dialect === '2020-12'
  }

  /** The rules of what a schema refers to. */
  targets(schema: JsonObject): readonly Rule[] {
    return (this.#source.targets.get(schema) ?? []).map((target) => this.rule(target))
  }

  /** The matcher of a pattern that stands in a keyword of a schema. */
  pattern(pattern: string, { schema }: Source, keyword: string): MatchText {
    if (this.#patterns === undefined) throw new Error('a document with patterns needs the engine that runs them')
    return this.#patterns.matcher(pattern, pointer(this.#source.pathOf(schema), keyword))
  }

  #compileSchema(schema: JsonObject): Rule {
    const source: Source = { schema, compiler: this }
    const targets = this.targets(schema)
    if (!this.isModern && targets.length > 0) return all(targets, undefined)
    const rules = makers.flatMap((make) => make(source))
    const unevaluated = this.isModern ? unevaluatedRules(source) : []
    const rule = all([...rules, ...targets], typeRule(source))
    return unevaluated.length === 0 ? rule : withOwnEvaluated(rule, all(unevaluated, undefined))
  }
}

const anything: Rule = () => true
const nothing: Rule = (_value, run) => run.fail('false', () => 'is not allowed')

/** All of the rules; after the wrong type the others have nothing to say. */
function all(rules: readonly Rule[], type: Rule | undefined): Rule {
  return (value, run) => {
    run.spend(1 + rules.length)
    if (type !== undefined && !type(value, run)) return false
    let isValid = true
    for (const rule of rules) {
      if (rule(value, run)) continue
      if (run.issues === undefined) return false
      isValid = false
    }
    return isValid
  }
}

/** A schema with an `unevaluated…` keyword sees what its own keywords evaluated, and tells the schema around it of all. */
function withOwnEvaluated(rule: Rule, unevaluated: Rule): Rule {
  return (value: unknown, run: Run) => {
    const outer = run.evaluated
    const own = new EvaluatedParts()
    run.evaluated = own
    const isValid = rule(value, run) && unevaluated(value, run)
    run.evaluated = outer
    if (isValid) outer?.add(own)
    return isValid
  }
}
