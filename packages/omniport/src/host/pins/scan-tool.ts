import type { Tool } from '../../protocol/model/tool.js'
import { type DefinitionText, definitionTexts } from './definition-texts.js'
import { findControlCharacters } from './find-control-characters.js'
import { findHiddenCharacters } from './find-hidden-characters.js'
import { findPadding } from './find-padding.js'
import type { Finding } from './finding.js'
import { instructionRules } from './instruction-rules.js'
import { markupRules } from './markup-rules.js'
import { plainText } from './plain-text.js'
import { secretRules } from './secret-rules.js'
import type { TextRule } from './text-rule.js'
import { visible } from './visible.js'

/**
 * Looks for what is suspicious in a definition: in its name, title and description, and in all names and values of its schemas.
 * It knows the attacks that are known, in English, and takes none back: a definition without findings is not a safe one, and
 * one with findings may be.
 *
 * The first 65,536 characters of a text and 262,144 of a definition are looked at, 64 levels deep; what is left out is a finding
 * too. Gives 32 findings at most, five of each kind first come, in the order of the definition.
 */
export function scanTool(tool: Tool): readonly Finding[] {
  const { texts, skipped } = definitionTexts(tool)
  const counts = new Map<Finding['kind'], number>()
  const findings: Finding[] = []
  for (const text of texts) {
    for (const finding of findIn(text)) {
      const count = (counts.get(finding.kind) ?? 0) + 1
      counts.set(finding.kind, count)
      if (count <= maxOfKind) findings.push(finding)
    }
  }
  const unseen = skipped.slice(0, maxSkipped).map(({ path, text }) => ({ kind: 'hidden-text' as const, path, text }))
  return [...findings, ...unseen]
}

/** So that many of one kind leave room for the others: 6 kinds make 30. */
const maxOfKind = 5
const maxSkipped = 2

/** Each rule once, for the first place that it holds for. */
function* findIn({ path, text, isName }: DefinitionText): Generator<Finding> {
  const hidden = findHiddenCharacters(text)
  if (hidden !== undefined) yield { kind: 'hidden-characters', path, text: hidden }
  const controls = findControlCharacters(text)
  if (controls !== undefined) yield { kind: 'control-characters', path, text: controls }
  const padding = findPadding(text)
  if (padding !== undefined) yield { kind: 'hidden-text', path, text: padding }
  if (text.length < shortestRule) return
  const plain = plainText(text, text.length)
  // A model reads a name as the words in it.
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

/** No rule matches less. */
const shortestRule = 6

const rules: readonly TextRule[] = [...instructionRules, ...secretRules, ...markupRules]

/** From the match on, as far as a person has to read to understand it. */
function firstMatch({ pattern, unless }: TextRule, text: string): string | undefined {
  // Not `matchAll`, which makes another pattern for each text.
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (unless?.test(text.slice(Math.max(0, match.index - longestContrary), match.index)) === true) continue
    return text.slice(match.index, match.index + longestExcerpt + 1)
  }
  return undefined
}

const longestContrary = 40
const longestExcerpt = 120
