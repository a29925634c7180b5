import { cut } from '../values/text/truncate.js'
import type { Issue } from './issue.js'

/** Further issues are only counted. */
const maxIssues = 8

/** Keys of a path, and characters of a path, a name in it, and a message. */
const maxKeys = 20
const maxPath = 120
const maxName = 40
const maxMessage = 240

/**
 * Formats issues on one line for a user or a model: `a must be a number; items[2].name is required`. The result is bounded and
 * never empty.
 */
export function formatIssues(issues: readonly Issue[]): string {
  const sentences = issues.slice(0, maxIssues).map(formatIssue)
  const more = issues.length - sentences.length
  if (more > 0) sentences.push(`and ${more} more`)
  return sentences.length === 0 ? 'value is invalid' : sentences.join('; ')
}

function formatIssue({ path, message }: Issue): string {
  const location = cut(formatPath(path), maxPath)
  const text = cut(oneLine(message), maxMessage)
  if (text.startsWith(`${location} `)) return text
  return /^(?:must|is|has|repeats|does) /.test(text) ? `${location} ${text}` : `${location}: ${text}`
}

function formatPath(path: Issue['path']): string {
  const shown = path.slice(0, maxKeys).map(formatKey).join('') + (path.length > maxKeys ? '…' : '')
  return shown === '' ? 'value' : shown.replace(/^\./, '')
}

function formatKey(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key.slice(0, maxName + 1)) && key.length <= maxName
    ? `.${key}`
    : `[${JSON.stringify(cut(key, maxName))}]`
}

function oneLine(text: string): string {
  return cut(text, 4 * maxMessage)
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
}
