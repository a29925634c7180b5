import { plural } from '../../elements/format.js'
import { numberOf, own, type Schema, textOf } from '../schema/schema.js'

/** What a schema does not allow about a text. Characters are counted as a schema does: by code points. */
export function checkText(value: string, schema: Schema): readonly string[] {
  const length = [...value].length
  const found: string[] = []
  const least = numberOf(schema, 'minLength')
  const most = numberOf(schema, 'maxLength')
  if (least !== undefined && length < least) found.push(`Needs at least ${plural(least, 'character')}`)
  if (most !== undefined && length > most) found.push(`Has ${length} of at most ${plural(most, 'character')}`)
  const pattern = textOf(schema, 'pattern')
  if (pattern !== undefined && isSafePattern(pattern, value) && !matches(value, pattern))
    found.push(`Must match ${pattern}`)
  const format = textOf(schema, 'format')
  if (format !== undefined && value !== '') found.push(...checkFormat(value, format))
  return found
}

/** What a schema does not allow about a number. */
export function checkNumber(value: number, schema: Schema): readonly string[] {
  const found: string[] = []
  const { low, high, below, above } = boundsOf(schema)
  if (low !== undefined && value < low) found.push(`Must be at least ${low}`)
  if (high !== undefined && value > high) found.push(`Must be at most ${high}`)
  if (above !== undefined && value <= above) found.push(`Must be more than ${above}`)
  if (below !== undefined && value >= below) found.push(`Must be less than ${below}`)
  const step = numberOf(schema, 'multipleOf')
  if (step !== undefined && step > 0 && !isMultiple(value, step)) found.push(`Must be a multiple of ${step}`)
  return found
}

/** Of older drafts, `exclusiveMinimum` says how `minimum` is meant. */
function boundsOf(schema: Schema) {
  const [low, high] = [numberOf(schema, 'minimum'), numberOf(schema, 'maximum')]
  const isLowOut = own(schema, 'exclusiveMinimum') === true
  const isHighOut = own(schema, 'exclusiveMaximum') === true
  return {
    low: isLowOut ? undefined : low,
    high: isHighOut ? undefined : high,
    above: isLowOut ? low : numberOf(schema, 'exclusiveMinimum'),
    below: isHighOut ? high : numberOf(schema, 'exclusiveMaximum'),
  }
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times))
}

function matches(value: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

const formats: ReadonlyMap<string, [pattern: RegExp, example: string]> = new Map([
  ['email', [/^[^\s@]+@[^\s@]+$/, 'name@example.com']],
  ['date', [/^\d{4}-\d\d-\d\d$/, '2026-03-14']],
  ['time', [/^\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:\d\d)?$/i, '14:30:00Z']],
  ['date-time', [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:\d\d)$/i, '2026-03-14T14:30:00Z']],
  ['uuid', [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, '123e4567-e89b-12d3-a456-426614174000']],
  ['ipv4', [/^\d{1,3}(\.\d{1,3}){3}$/, '127.0.0.1']],
])

/** An example of a format, for the empty field. */
export function exampleOf(format: string): string | undefined {
  return format === 'uri' ? 'https://example.com/' : formats.get(format)?.[1]
}

function checkFormat(value: string, format: string): readonly string[] {
  if (format === 'uri')
    return /^([a-z][a-z0-9+.-]*:|\/\/)\S*$/i.test(value) ? [] : ['Must be an address, such as https://example.com/']
  const [pattern, example] = formats.get(format) ?? []
  return pattern === undefined || pattern.test(value) ? [] : [`Must be written like ${example}`]
}

const maxPattern = 200
const maxSubject = 2_000

/**
 * Tells if a pattern of a schema, which is foreign, can be tried on a text without blocking the page: short, at most two parts
 * that repeat without a bound, nothing that repeats inside of what repeats, no references back.
 */
function isSafePattern(pattern: string, subject: string): boolean {
  if (pattern.length > maxPattern || subject.length > maxSubject) return false
  const plain = pattern.replace(/\\[^0-9k]/g, '_').replace(/\[[^\]]*\]/g, '_')
  if (/\\|\(\?[=!<]/.test(plain)) return false
  const repeats = plain.match(/[*+]|\{\d+,\d*\}/g) ?? []
  const isRepeatedGroup = /\)([*+?]|\{)/.test(plain)
  return repeats.length <= 2 && !(isRepeatedGroup && /[*+{|?]/.test(plain.replace(/\)[*+?]|\)\{[^}]*\}/g, ')')))
}
