import { canonicalJson } from '../../jsonrpc/canonical-json.js'
import type { Subschema } from '../subschemas.js'
import type { Source } from './compiler.js'
import { counted } from './counted.js'
import type { Rule, Run } from './run.js'

/** The rules of the keywords for arrays. */
export function arrayRules(source: Source): readonly Rule[] {
  return [countRule, itemsRule, containsRule, uniqueItemsRule].flatMap((make) => {
    const rule = make(source)
    if (rule === undefined) return []
    return (value, run) => !Array.isArray(value) || rule(value, run)
  })
}

/** A rule for arrays only. */
type ArrayRule = (value: readonly unknown[], run: Run) => boolean

function countRule({ schema, compiler }: Source): ArrayRule | undefined {
  const least = Number(compiler.keyword(schema, 'minItems') ?? 0)
  const most = Number(compiler.keyword(schema, 'maxItems') ?? Number.POSITIVE_INFINITY)
  if (least === 0 && most === Number.POSITIVE_INFINITY) return undefined
  return (value, run) => {
    if (value.length < least) return run.fail('minItems', () => `must have at least ${counted(least, 'item')}`)
    return value.length <= most || run.fail('maxItems', () => `must have at most ${counted(most, 'item')}`)
  }
}

/** `prefixItems` and `items`; before 2020-12 the list in `items` and `additionalItems`. */
function itemsRule({ schema, compiler }: Source): ArrayRule | undefined {
  const items = compiler.keyword(schema, 'items')
  const prefixItems = compiler.isNewest ? compiler.keyword(schema, 'prefixItems') : undefined
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

function containsRule({ schema, compiler }: Source): ArrayRule | undefined {
  const rule = compiler.keywordRule(schema, 'contains')
  if (rule === undefined) return undefined
  const bound = (name: string): unknown => (compiler.isModern ? compiler.keyword(schema, name) : undefined)
  const least = Number(bound('minContains') ?? 1)
  const most = Number(bound('maxContains') ?? Number.POSITIVE_INFINITY)
  return (value, run) => {
    let count = 0
    for (const [index, item] of value.entries()) {
      run.spend(1)
      if (!run.test(item, (part) => run.enter(index, part, rule))) continue
      count += 1
      if (compiler.isNewest) run.evaluated?.addIndex(index)
    }
    if (count < least) return run.fail('minContains', () => `must contain at least ${counted(least, 'matching item')}`)
    return count <= most || run.fail('maxContains', () => `must contain at most ${counted(most, 'matching item')}`)
  }
}

function uniqueItemsRule({ schema, compiler }: Source): ArrayRule | undefined {
  if (compiler.keyword(schema, 'uniqueItems') !== true) return undefined
  return (value, run) => {
    const texts = new Set<string>()
    for (const [index, item] of value.entries()) {
      const text = canonicalJson(item, run)
      if (texts.has(text)) return run.fail('uniqueItems', () => 'repeats an earlier item', index)
      texts.add(text)
    }
    return true
  }
}
