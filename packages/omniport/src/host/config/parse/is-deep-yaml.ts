import { maxConfigDepth } from './parsed-text.js'

/** What takes YAML apart without looking at how it nests. */
interface YamlLexer {
  lex(source: string): Iterable<string>
}

/**
 * Whether YAML nests so deep that its parser, which calls itself for what is inside, could run out of stack: that may end the
 * process. Brackets are counted; what is inside without them stands further right, or behind more `-`, `?` and `:`.
 */
export function isDeepYaml(text: string, lexer: YamlLexer): boolean {
  let brackets = 0
  let width = 0
  let isText = false
  let isIndent = true
  for (const token of lexer.lex(text)) {
    if (isText) {
      isText = isIndent = false
    } else if (marks.has(token)) {
      isText = token === scalarMark
    } else if (/^[[{]/.test(token)) {
      brackets += 1
    } else if (/^[\]}]/.test(token)) {
      brackets = Math.max(0, brackets - 1)
    } else if (brackets === 0 && (/^[-?:]$/.test(token) || (isIndent && /^[ \t]+$/.test(token)))) {
      width += token.length
    } else {
      isIndent = false
    }
    if (/[\r\n]$/.test(token)) [isIndent, width] = [true, 0]
    if (brackets > maxConfigDepth || width > maxWidth) return true
  }
  return false
}

/** The token that follows is text, whatever it looks like. */
const scalarMark = '\u001f'

/** These stand for nothing in the text: a document, a text, the end of a list that is missing, the order of bytes. */
const marks: ReadonlySet<string> = new Set(['\u0002', scalarMark, '\u0018', '\uFEFF'])

const maxWidth = 512
