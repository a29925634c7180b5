import { isJsonObject } from '../../values/json/json-object.js'
import { memberNames } from '../../values/json/members.js'
import type { Rule } from './check-run.js'
import type { RuleSource } from './compiler.js'

/** The rules of `unevaluatedProperties` and `unevaluatedItems`. They run last, on parts that are not in `run.evaluated`. */
export function unevaluatedRules({ schema, compiler }: RuleSource): readonly Rule[] {
  const rules: Rule[] = []
  const property = compiler.keywordRule(schema, 'unevaluatedProperties')
  if (property !== undefined) rules.push(propertiesRule(property))
  const item = compiler.keywordRule(schema, 'unevaluatedItems')
  if (item !== undefined) rules.push(itemsRule(item))
  return rules
}

function propertiesRule(rule: Rule): Rule {
  return (value, run) => {
    if (!isJsonObject(value)) return true
    let isValid = true
    for (const name of memberNames(value)) {
      run.consume(1)
      if (run.evaluated?.hasKey(name) || run.enter(name, value[name], rule)) continue
      if (run.issues === undefined) return false
      isValid = false
    }
    run.evaluated?.addAllKeys()
    return isValid
  }
}

function itemsRule(rule: Rule): Rule {
  return (value, run) => {
    if (!Array.isArray(value)) return true
    let isValid = true
    for (const [index, item] of value.entries()) {
      run.consume(1)
      if (run.evaluated?.hasIndex(index) || run.enter(index, item, rule)) continue
      if (run.issues === undefined) return false
      isValid = false
    }
    run.evaluated?.addItemsBefore(value.length)
    return isValid
  }
}
