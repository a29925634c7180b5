import { parseSync } from 'rolldown/utils'

/**
 * Breaks a minified file into lines of about this length, before statements and members of classes: Node prints the whole line that
 * an uncaught error was thrown in, before the error.
 */
const lineLength = 160

/** What `code` means stays, and where maps point to does not. */
export function breakLines(fileName, code) {
  const { program } = parseSync(fileName, code)
  const starts = new Set()
  collectStarts(program, starts)
  let text = ''
  let from = 0
  for (const start of [...starts].sort((one, other) => one - other)) {
    if (start - from < lineLength || !';{}'.includes(code[start - 1])) continue
    text += `${code.slice(from, start)}\n`
    from = start
  }
  return text + code.slice(from)
}

/** Where what stands in a list of statements or members begins. */
function collectStarts(node, starts) {
  const isList = lists.has(node.type)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type !== 'string') continue
      if (isList) starts.add(child.start)
      collectStarts(child, starts)
    }
  }
}

const lists = new Set(['Program', 'BlockStatement', 'StaticBlock', 'ClassBody'])
