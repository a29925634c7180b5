import type { Tool } from '../../../protocol/model/tool.js'
import { type DefinitionText, type DefinitionTexts, definitionTexts } from './definition-texts.js'
import { findHiddenCharacters } from './find-hidden-characters.js'
import type { Finding } from './finding.js'
import { plainText } from './plain-text.js'
import type { TextRule } from './text-rules.js'
import { instructionRules, markupRules, secretRules } from './text-rules.js'
import { codeOf, visible } from './visible.js'

/**
 * Scans a definition for known attacks, in English: its name, title and description, and all names and strings of its schemas.
 * A definition without findings is not proven safe, and one with findings may be harmless.
 *
 * It scans the first 65,536 characters of a string and 262,144 of a definition, 64 levels deep; skipped parts are findings
 * too. Returns at most 32 findings, five of each kind, in the order of the definition.
 */
export function scanTool(tool: Tool): readonly Finding[] {
  return scanTexts(definitionTexts(tool))
}

/** Scans any texts of a server, as `scanTool` does those of a tool. */
export function scanTexts({ texts, skipped }: DefinitionTexts): readonly Finding[] {
  const counts = new Map<Finding['kind'], number>()
  const findings: Finding[] = []
  for (const text of texts) {
    for (const finding of findIn(text)) {
      const count = (counts.get(finding.kind) ?? 0) + 1
      counts.set(finding.kind, count)
      if (count <= maxOfKind) findings.push(finding)
    }
  }
  const unscanned = skipped.slice(0, maxSkipped).map(({ path, text }) => ({ kind: 'hidden-text' as const, path, text }))
  return [...findings, ...unscanned]
}

/** Limit per kind, so that one kind does not crowd out the others: 6 kinds make 30. */
const maxOfKind = 5
const maxSkipped = 2

/** Yields the findings in one string; each description once. */
function* findIn({ path, text, isName }: DefinitionText): Generator<Finding> {
  const hidden = findHiddenCharacters(text)
  if (hidden !== undefined) yield { kind: 'hidden-characters', path, text: hidden }
  const controls = findControlCharacters(text)
  if (controls !== undefined) yield { kind: 'control-characters', path, text: controls }
  const padding = findPadding(text)
  if (padding !== undefined) yield { kind: 'hidden-text', path, text: padding }
  if (text.length < shortestRule) return
  const plain = plainText(text, text.length)
  // A model reads the words in a name.
  const words = isName ? `${plain} ${plain.replace(/[_-]+/g, ' ')}` : plain
  const reported = new Set<string>()
  for (const rule of rules) {
    if (reported.has(rule.description)) continue
    const excerpt = firstMatch(rule, words)
    if (excerpt === undefined) continue
    reported.add(rule.description)
    yield { kind: rule.kind, path, text: `${rule.description}: "${visible(excerpt, longestExcerpt)}"` }
  }
}

const shortestRule = 6

const rules: readonly TextRule[] = [...instructionRules, ...secretRules, ...markupRules]

/** Returns the text from the match on, as long as a person needs to understand it. */
function firstMatch({ pattern, unless }: TextRule, text: string): string | undefined {
  // `matchAll` would copy the pattern for each text.
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (unless?.test(text.slice(Math.max(0, match.index - longestContrary), match.index)) === true) continue
    return text.slice(match.index, match.index + longestExcerpt + 1)
  }
  return undefined
}

const longestContrary = 40
const longestExcerpt = 120

/** Describes control characters that a terminal would obey; undefined if there are none. */
export function findControlCharacters(text: string): string | undefined {
  const found = text.match(controls)
  if (found === null) return undefined
  const kinds = [...new Set(found.map((control) => control.slice(0, 1)))]
  const isEscape = kinds.some((kind) => kind === '\u001b' || kind === '\u009b')
  const codes = `${kinds.slice(0, maxControlCodes).map(codeOf).join(' ')}${kinds.length > maxControlCodes ? ' …' : ''}`
  return `${isEscape ? 'commands for a terminal' : 'control characters'}: ${codes}`
}

const maxControlCodes = 8

/** Control characters other than tabs and line ends; a lone carriage return overwrites its line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n|$)/g

/** Describes text that is moved out of view or encoded; undefined if there is none. */
export function findPadding(text: string): string | undefined {
  for (const { 0: space, index } of text.matchAll(spaces)) {
    const lines = space.split('\n').length - 1
    if (index + space.length === text.length || (space.length < longSpace && lines < manyLines)) continue
    return `text after ${lines < manyLines ? `${space.length} spaces` : `${lines} empty lines`}`
  }
  for (const [word] of text.matchAll(words)) {
    if (word.length >= longCode && isMixed(word)) return `${word.length} characters that look like base64`
  }
  const [code] = codes.exec(text) ?? []
  return code === undefined ? undefined : `text that is written in codes: ${code.slice(0, 32)}…`
}

/** The width of a window, and half the height of one. */
const longSpace = 160
const manyLines = 20
/** Longer than hashes and tokens. */
const longCode = 200

const spaces = /\s+/g
const words = /[A-Za-z0-9+/_-]+/g
const codes = /(?:(?:\\x|%)[0-9a-f]{2}|\\u[0-9a-f]{4}|&#x?[0-9a-f]{1,6};){16}/i

function isMixed(word: string): boolean {
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word)
}
