import { isJsonObject } from '../../values/json/json-object.js'
import { hasMember, memberNames } from '../../values/json/members.js'
import { pluralize } from '../../values/text/pluralize.js'
import { cut } from '../../values/text/truncate.js'
import { formats } from '../formats.js'
import type { CheckRun, Rule } from './check-run.js'
import type { RuleSource } from './compiler.js'

/** The rules of `const` and `enum`, and of keywords for numbers and strings. */
export function scalarRules(source: RuleSource): readonly Rule[] {
  return [...valueRules(source), ...numberRules(source), ...textRules(source)]
}

function valueRules({ schema, compiler }: RuleSource): Rule[] {
  const rules: Rule[] = []
  if (Object.hasOwn(schema, 'const')) {
    const only = schema['const']
    const message = () => `must be ${describeValue(only)}`
    rules.push((value, run) => equalJson(value, only, run) || run.fail(message, { keyword: 'const' }))
  }
  const options = compiler.keyword(schema, 'enum')
  if (Array.isArray(options)) rules.push(enumRule(options))
  return rules
}

function enumRule(options: readonly unknown[]): Rule {
  const scalars = new Set(options.filter((option) => typeof option !== 'object' || option === null))
  const others = options.filter((option) => typeof option === 'object' && option !== null)
  return (value, run) => {
    if (scalars.has(value)) return true
    if (typeof value === 'object' && others.some((option) => equalJson(value, option, run))) return true
    const message = () => `must be ${options.length === 1 ? '' : 'one of '}${listOptions(options)}`
    return run.fail(message, { keyword: 'enum' })
  }
}

function listOptions(options: readonly unknown[]): string {
  const shown = options.slice(0, 10).map(describeValue)
  const more = options.length > shown.length ? `, … (${options.length} in all)` : ''
  const text = shown.join(', ')
  return cut(text, 150) + more
}

const comparisons: readonly (readonly [string, string, (value: number, bound: number) => boolean])[] = [
  ['minimum', 'must be at least', (value, bound) => value >= bound],
  ['maximum', 'must be at most', (value, bound) => value <= bound],
  ['exclusiveMinimum', 'must be greater than', (value, bound) => value > bound],
  ['exclusiveMaximum', 'must be less than', (value, bound) => value < bound],
  ['multipleOf', 'must be a multiple of', isMultipleOf],
]

function numberRules({ schema, compiler }: RuleSource): Rule[] {
  return comparisons.flatMap(([keyword, phrase, holds]) => {
    const bound = compiler.keyword(schema, keyword)
    if (typeof bound !== 'number') return []
    return (value, run) => !isNumber(value) || holds(value, bound) || run.fail(() => `${phrase} ${bound}`)
  })
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

function textRules(source: RuleSource): Rule[] {
  const rules: Rule[] = [...lengthRules(source)]
  const { schema, compiler } = source
  const pattern = compiler.keyword(schema, 'pattern')
  if (typeof pattern === 'string') {
    const match = compiler.pattern(pattern, source, 'pattern')
    rules.push(
      (value, run) =>
        typeof value !== 'string' ||
        match(value, run) ||
        run.fail(() => `must match the pattern ${describeValue(pattern)}`),
    )
  }
  const format = formats.get(String(compiler.keyword(schema, 'format')))
  if (format !== undefined) {
    rules.push((value, run) => {
      if (typeof value !== 'string') return true
      run.consume(value.length >> 4)
      return format.test(value) || run.fail(() => `must be ${format.name}`)
    })
  }
  return rules
}

function lengthRules({ schema, compiler }: RuleSource): Rule[] {
  const rules: Rule[] = []
  const min = compiler.keyword(schema, 'minLength')
  if (typeof min === 'number') {
    rules.push((value, run) => {
      if (typeof value !== 'string') return true
      run.consume(value.length >> 6)
      return hasCharacters(value, min) || run.fail(() => `must have at least ${pluralize(min, 'character')}`)
    })
  }
  const max = compiler.keyword(schema, 'maxLength')
  if (typeof max === 'number') {
    rules.push((value, run) => {
      if (typeof value !== 'string' || value.length <= max) return true
      run.consume(value.length >> 6)
      return !hasCharacters(value, max + 1) || run.fail(() => `must have at most ${pluralize(max, 'character')}`)
    })
  }
  return rules
}

/** True if a text has at least `count` code points. */
function hasCharacters(text: string, count: number): boolean {
  if (text.length < count) return false
  if (text.length >= count * 2) return true
  let found = 0
  for (const _character of text) found += 1
  return found >= count
}

/** Formats a value of a schema for an issue, cut to a readable length. */
function describeValue(value: unknown): string {
  return cut(JSON.stringify(value), 100)
}

/** Compares two JSON values, ignoring the order of members. Work is taken from the run. */
function equalJson(left: unknown, right: unknown, run: CheckRun): boolean {
  run.consume(1)
  if (left === right) return true
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => equalJson(item, right[index], run))
    )
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false
  const names = memberNames(left)
  run.consume(names.length >> 2)
  return (
    names.length === memberNames(right).length &&
    names.every((name) => hasMember(right, name) && equalJson(left[name], right[name], run))
  )
}

/** True if a number is a multiple of another in decimal: 0.0075 is one of 0.0001. */
function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
  const [valueDigits, valueExponent] = decimal(value)
  const [divisorDigits, divisorExponent] = decimal(divisor)
  const shift = valueExponent - divisorExponent
  return shift >= 0
    ? (valueDigits * 10n ** BigInt(shift)) % divisorDigits === 0n
    : valueDigits % (divisorDigits * 10n ** BigInt(-shift)) === 0n
}

/** Returns the digits of a number and their power of ten. */
function decimal(value: number): readonly [bigint, number] {
  const [digits = '0', exponent = '0'] = Math.abs(value).toString().split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}
