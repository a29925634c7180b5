import { canonicalJson } from '../../values/json/canonical-json.js'
import { pluralize } from '../../values/text/pluralize.js'
import type { Subschema } from '../preflight/subschemas.js'
import type { CheckRun, Rule } from './check-run.js'
import type { RuleSource } from './compiler.js'

export function arrayRules(source: RuleSource): readonly Rule[] {
  return [countRule, itemsRule, containsRule, uniqueItemsRule].flatMap((make) => {
    const rule = make(source)
    if (rule === undefined) return []
    return (value, run) => !Array.isArray(value) || rule(value, run)
  })
}

type ArrayRule = (value: readonly unknown[], run: CheckRun) => boolean

function countRule({ schema, compiler }: RuleSource): ArrayRule | undefined {
  const min = Number(compiler.keyword(schema, 'minItems') ?? 0)
  const max = Number(compiler.keyword(schema, 'maxItems') ?? Number.POSITIVE_INFINITY)
  if (min === 0 && max === Number.POSITIVE_INFINITY) return undefined
  return (value, run) => {
    if (value.length < min) return run.fail(() => `must have at least ${pluralize(min, 'item')}`)
    return value.length <= max || run.fail(() => `must have at most ${pluralize(max, 'item')}`)
  }
}

/** `prefixItems` and `items`; before 2020-12 the list in `items` and `additionalItems`. */
function itemsRule({ schema, compiler }: RuleSource): ArrayRule | undefined {
  const items = compiler.keyword(schema, 'items')
  const prefixItems = compiler.is2020OrLater ? compiler.keyword(schema, 'prefixItems') : undefined
  const isOldList = Array.isArray(items)
  const list = (prefixItems ?? (isOldList ? items : [])) as readonly Subschema[]
  const first = list.map((item) => compiler.rule(item))
  const others = compiler.keywordRule(schema, isOldList ? 'additionalItems' : 'items')
  if (first.length === 0 && others === undefined) return undefined
  return (value, run) => {
    const length = others === undefined ? Math.min(first.length, value.length) : value.length
    run.evaluated?.addItemsBefore(length)
    let isValid = true
    for (let index = 0; index < length; index += 1) {
      const rule = first[index] ?? others
      if (rule === undefined || run.enter(index, value[index], rule)) continue
      if (run.issues === undefined) return false
      isValid = false
    }
    return isValid
  }
}

function containsRule({ schema, compiler }: RuleSource): ArrayRule | undefined {
  const rule = compiler.keywordRule(schema, 'contains')
  if (rule === undefined) return undefined
  const bound = (name: string): unknown => (compiler.is2019OrLater ? compiler.keyword(schema, name) : undefined)
  const min = Number(bound('minContains') ?? 1)
  const max = Number(bound('maxContains') ?? Number.POSITIVE_INFINITY)
  return (value, run) => {
    let count = 0
    for (const [index, item] of value.entries()) {
      run.consume(1)
      if (!run.test(item, (part) => run.enter(index, part, rule))) continue
      count += 1
      if (compiler.is2020OrLater) run.evaluated?.addIndex(index)
    }
    if (count < min) return run.fail(() => `must contain at least ${pluralize(min, 'matching item')}`)
    return count <= max || run.fail(() => `must contain at most ${pluralize(max, 'matching item')}`)
  }
}

function uniqueItemsRule({ schema, compiler }: RuleSource): ArrayRule | undefined {
  if (compiler.keyword(schema, 'uniqueItems') !== true) return undefined
  return (value, run) => {
    const texts = new Set<string>()
    for (const [index, item] of value.entries()) {
      const text = canonicalJson(item, run)
      if (texts.has(text)) return run.fail(() => 'repeats an earlier item', { key: index })
      texts.add(text)
    }
    return true
  }
}
