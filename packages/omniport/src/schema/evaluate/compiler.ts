import type { JsonObject } from '../../values/json/json-object.js'
import { appendPointer } from '../../values/json/json-pointer.js'
import type { MatchText, PatternSet } from '../patterns/pattern-set.js'
import type { SafeSchema } from '../preflight/preflight.js'
import { isSubschema, ownKeyword, type Subschema } from '../preflight/subschemas.js'
import { arrayRules } from './array-rules.js'
import { type CheckRun, checkAll, type Rule } from './check-run.js'
import { EvaluatedParts } from './evaluated-parts.js'
import { logicRules } from './logic-rules.js'
import { objectRules } from './object-rules.js'
import { scalarRules } from './scalar-rules.js'
import { unevaluatedRules } from './unevaluated-rules.js'

/** One schema, and the compiler for the schemas inside it. */
export interface RuleSource {
  readonly schema: JsonObject
  readonly compiler: Compiler
}

/** Creates the rules for some keywords of a schema. */
export type RuleFactory = (source: RuleSource) => readonly Rule[]

/** Cheap rules come first, so that most wrong branches end early; `unevaluated…` comes last by definition. */
const ruleFactories: readonly RuleFactory[] = [scalarRules, objectRules, arrayRules, logicRules]

/** Compiles each schema once into a rule. Schemas are queued, so that long chains of references do not overflow the stack. */
export class Compiler {
  readonly #schema: SafeSchema
  readonly #rules = new Map<JsonObject, Rule>()
  readonly #queue: (() => void)[] = []
  readonly #patterns: PatternSet | undefined

  constructor(source: SafeSchema, patterns: PatternSet | undefined) {
    this.#schema = source
    this.#patterns = patterns
  }

  /** Compiles the whole document. */
  compile(): Rule {
    const root = this.rule(this.#schema.document)
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) next()
    return root
  }

  /** Returns the rule of a schema of this document; usable after `compile`. */
  rule(schema: Subschema): Rule {
    if (schema === true) return acceptAll
    if (schema === false) return rejectAll
    const existing = this.#rules.get(schema)
    if (existing !== undefined) return existing
    let compiled: Rule = rejectAll
    const rule: Rule = (value, run) => compiled(value, run)
    this.#rules.set(schema, rule)
    this.#queue.push(() => {
      compiled = this.#compileSchema(schema)
    })
    return rule
  }

  /** Returns the rule of the schema in a keyword; undefined without one. */
  keywordRule(schema: JsonObject, keyword: string): Rule | undefined {
    const inner = this.keyword(schema, keyword)
    return isSubschema(inner) ? this.rule(inner) : undefined
  }

  /** The value of an own keyword. */
  keyword(schema: JsonObject, name: string): unknown {
    return ownKeyword(schema, name)
  }

  get is2019OrLater(): boolean {
    return this.#schema.dialect !== 'draft-07'
  }

  get is2020OrLater(): boolean {
    return this.#schema.dialect === '2020-12'
  }

  /** The rules of the schemas that a schema refers to. */
  targets(schema: JsonObject): readonly Rule[] {
    return (this.#schema.targets.get(schema) ?? []).map((target) => this.rule(target))
  }

  /** The matcher of a pattern in a keyword of a schema. */
  pattern(pattern: string, { schema }: RuleSource, keyword: string): MatchText {
    if (this.#patterns === undefined) throw new Error('a document with patterns needs the engine with patterns')
    return this.#patterns.matcher(pattern, appendPointer(this.#schema.pathOf(schema), keyword))
  }

  #compileSchema(schema: JsonObject): Rule {
    const source: RuleSource = { schema, compiler: this }
    const targets = this.targets(schema)
    if (!this.is2019OrLater && targets.length > 0) return combineRules(targets, undefined)
    const rules = ruleFactories.flatMap((make) => make(source))
    const unevaluated = this.is2019OrLater ? unevaluatedRules(source) : []
    const rule = combineRules([...rules, ...targets], typeRule(source))
    return unevaluated.length === 0 ? rule : withOwnEvaluated(rule, combineRules(unevaluated, undefined))
  }
}

const acceptAll: Rule = () => true
const rejectAll: Rule = (_value, run) => run.fail(() => 'is not allowed')

/** Combines rules. For a wrong type the others are skipped. */
function combineRules(rules: readonly Rule[], type: Rule | undefined): Rule {
  return (value, run) => {
    run.consume(1 + rules.length)
    if (type !== undefined && !type(value, run)) return false
    return checkAll(rules, value, run)
  }
}

/** Gives a schema with an `unevaluated…` keyword its own evaluated parts, and adds them to those of the outer schema. */
function withOwnEvaluated(rule: Rule, unevaluated: Rule): Rule {
  return (value: unknown, run: CheckRun) => {
    const outer = run.evaluated
    const own = new EvaluatedParts()
    run.evaluated = own
    const isValid = rule(value, run) && unevaluated(value, run)
    run.evaluated = outer
    if (isValid) outer?.add(own)
    return isValid
  }
}

/** The rule of `type`. An integer is any number without a fraction, also 1.0. */
function typeRule({ schema, compiler }: RuleSource): Rule | undefined {
  const type = compiler.keyword(schema, 'type')
  if (type === undefined) return undefined
  const names = Array.isArray(type) ? (type as readonly string[]) : [String(type)]
  const message = `must be ${joinWithOr(names.map((name) => typePhrases.get(name) ?? name))}`
  const [only] = names
  if (names.length === 1 && only !== undefined) {
    return (value, run) => hasType(value, only) || run.fail(() => message, { keyword: 'type' })
  }
  return (value, run) => names.some((name) => hasType(value, name)) || run.fail(() => message, { keyword: 'type' })
}

const typePhrases: ReadonlyMap<string, string> = new Map([
  ['array', 'an array'],
  ['boolean', 'true or false'],
  ['integer', 'an integer'],
  ['null', 'null'],
  ['number', 'a number'],
  ['object', 'an object'],
  ['string', 'a string'],
])

function hasType(value: unknown, name: string): boolean {
  if (name === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (name === 'array') return Array.isArray(value)
  if (name === 'integer') return Number.isInteger(value)
  if (name === 'number') return Number.isFinite(value)
  return name === 'null' ? value === null : typeof value === name
}

function joinWithOr(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
