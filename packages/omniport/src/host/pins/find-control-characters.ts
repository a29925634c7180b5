import { codeOf } from './visible.js'

/** What a terminal would act on, for people: undefined where there is nothing. */
export function findControlCharacters(text: string): string | undefined {
  const found = text.match(controls)
  if (found === null) return undefined
  const kinds = [...new Set(found.map((control) => control.slice(0, 1)))]
  const isEscape = kinds.some((kind) => kind === '\u001b' || kind === '\u009b')
  const codes = `${kinds.slice(0, maxControlCodes).map(codeOf).join(' ')}${kinds.length > maxControlCodes ? ' …' : ''}`
  return `${isEscape ? 'commands for a terminal' : 'control characters'}: ${codes}`
}

/** Kinds of characters that are listed. */
const maxControlCodes = 8

/** Tabs and ends of lines are none; a return without one writes over what stands there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n|$)/g
