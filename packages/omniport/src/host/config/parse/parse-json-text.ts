import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { ConfigFault } from '../config-fault.js'
import type { FieldPath } from '../field-fault.js'
import { createLineFinder } from './line-finder.js'
import { maxConfigDepth, type ParsedText, tooDeep } from './parsed-text.js'

/** Parses JSON with comments and trailing commas. @throws ConfigFault if it is invalid. */
export function parseJsonText(text: string): ParsedText {
  if (isDeep(text)) throw tooDeep()
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const lineAt = createLineFinder(text)
  const [error] = errors
  if (error !== undefined) {
    throw new ConfigFault(`not JSON: ${toLowerCaseWords(printParseErrorCode(error.error))}`, lineAt(error.offset))
  }
  if (root === undefined) throw new ConfigFault('not JSON: it is empty')
  return {
    value: getNodeValue(root),
    lineOf: (path) => {
      const offset = offsetOf(root, path)
      return offset === undefined ? undefined : lineAt(offset)
    },
  }
}

/** Checks the depth first, because the parser is recursive. */
function isDeep(text: string): boolean {
  const scanner = createScanner(text, true)
  let depth = 0
  for (let token = scanner.scan(); token !== endOfFile; token = scanner.scan()) {
    if (token === openBrace || token === openBracket) depth += 1
    else if (token === closeBrace || token === closeBracket) depth = Math.max(0, depth - 1)
    if (depth > maxConfigDepth) return true
  }
  return false
}

// The scanner's token kinds; its const enum does not exist at run time.
const [openBrace, closeBrace, openBracket, closeBracket, endOfFile] = [1, 2, 3, 4, 17]

/** Turns `ColonExpected` into `colon expected`. */
function toLowerCaseWords(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

/** Returns the offset of a member's name or of an item. Of duplicate names the last counts, as in the value. */
function offsetOf(root: Node, path: FieldPath): number | undefined {
  let node: Node | undefined = root
  let offset: number | undefined
  for (const part of path) {
    if (typeof part === 'number') {
      node = node?.children?.[part]
      offset = node?.offset
    } else {
      const member: Node | undefined = node?.children?.findLast(({ children }) => children?.[0]?.value === part)
      node = member?.children?.[1]
      offset = member?.offset
    }
    if (offset === undefined) return undefined
  }
  return offset
}
