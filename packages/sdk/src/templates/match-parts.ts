import type { TemplatePart } from './parse-template.js'

/** A step of matching: a text, or characters that become the value of a variable. */
type Step = string | Capture

interface Capture {
  readonly name: string
  /** Characters that the value cannot have; a list is divided by commas. */
  readonly without: string
  readonly isList: boolean
}

/**
 * Finds the values of variables in a URI. The work is bound by its length times the number of variables, for whatever template. Where
 * several readings are possible, earlier variables get as much as they can.
 */
export function matchParts(parts: readonly TemplatePart[], uri: string): Record<string, string | string[]> | null {
  const steps = parts.flatMap(toSteps)
  const reachable = reachableEnds(steps, uri)
  if (reachable[0]?.[0] !== 1) return null
  const found: [string, string | string[]][] = []
  let at = 0
  for (const [index, step] of steps.entries()) {
    if (typeof step === 'string') {
      at += step.length
      continue
    }
    const end = longestEnd(step, uri, { start: at, next: reachable[index + 1] ?? new Uint8Array() })
    const text = uri.slice(at, end)
    found.push([step.name, step.isList && text.includes(',') ? text.split(',') : text])
    at = end
  }
  return Object.fromEntries(found)
}

function toSteps(part: TemplatePart): readonly Step[] {
  if (typeof part === 'string') return [part]
  const { operator, names, isExploded } = part
  if (operator === '?' || operator === '&') {
    return names.flatMap((name, index) => [
      `${index === 0 ? operator : '&'}${name}=`,
      { name, without: '&', isList: isExploded },
    ])
  }
  const [name = ''] = names
  if (operator === '+' || operator === '#') return [{ name, without: '\n\r\u2028\u2029', isList: isExploded }]
  const capture = { name, without: isExploded ? '/' : '/,', isList: isExploded }
  if (operator === '.') return ['.', { ...capture, without: '/,' }]
  return operator === '/' ? ['/', capture] : [capture]
}

/** For each step and each position, 1 if the steps from there on match what is left of the text. */
function reachableEnds(steps: readonly Step[], text: string): readonly Uint8Array[] {
  const last = new Uint8Array(text.length + 1)
  last[text.length] = 1
  const ends: Uint8Array[] = [last]
  for (const step of [...steps].reverse()) ends.unshift(startsOf(step, text, ends[0] ?? last))
  return ends
}

function startsOf(step: Step, text: string, next: Uint8Array): Uint8Array {
  const starts = new Uint8Array(text.length + 1)
  if (typeof step === 'string') {
    for (let at = text.indexOf(step); at !== -1; at = text.indexOf(step, at + 1)) {
      if (next[at + step.length] === 1) starts[at] = 1
    }
    return starts
  }
  let canEnd = false
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (endsBefore(step, text, at)) canEnd = false
    else if (next[at + 1] === 1 && canBeEdge(step, text, at)) canEnd = true
    if (canEnd && canBeEdge(step, text, at)) starts[at] = 1
  }
  return starts
}

function longestEnd(step: Capture, text: string, { start, next }: { start: number; next: Uint8Array }): number {
  let longest = start
  for (let at = start; at < text.length && !endsBefore(step, text, at); at += 1) {
    if (next[at + 1] === 1 && canBeEdge(step, text, at)) longest = at + 1
  }
  return longest
}

/** Whether no value can have the character there: an excluded one, or the second of two commas. */
function endsBefore({ without, isList }: Capture, text: string, at: number): boolean {
  const character = text[at] ?? ''
  return without.includes(character) || (isDivided({ without, isList }) && character === ',' && text[at + 1] === ',')
}

function isDivided({ without, isList }: Pick<Capture, 'without' | 'isList'>): boolean {
  return isList && without === '/'
}

/** A list begins and ends with an item. */
function canBeEdge(step: Capture, text: string, at: number): boolean {
  return !(isDivided(step) && text[at] === ',')
}
