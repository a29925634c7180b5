/** Limit of nested lists and maps that are written with brackets. */
const maxDepth = 64

/** Splits YAML into tokens without nesting. */
interface YamlLexer {
  lex(source: string): Iterable<string>
}

/**
 * True if YAML nests so deep that its recursive parser could exhaust the stack and end the process. Brackets are counted;
 * other nesting shows as indentation, or as repeated `-`, `?` and `:`.
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
    if (brackets > maxDepth || width > maxWidth) return true
  }
  return false
}

/** The next token is text. */
const scalarMark = '\u001f'

/** Tokens without text: document start, scalar mark, missing end of a list, byte order mark. */
const marks: ReadonlySet<string> = new Set(['\u0002', scalarMark, '\u0018', '\uFEFF'])

const maxWidth = 512
