import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { ConfigFault } from './config-fault.js'
import type { FieldPath } from './field-fault.js'
import { createLineFinder } from './line-finder.js'
import type { ParsedText } from './parsed-text.js'

/** Parses JSON with comments and trailing commas. @throws ConfigFault for what is none. */
export function parseJsonText(text: string): ParsedText {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const lineAt = createLineFinder(text)
  const [error] = errors
  if (error !== undefined) {
    throw new ConfigFault(`not JSON: ${inWords(printParseErrorCode(error.error))}`, lineAt(error.offset))
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

/** `ColonExpected` as `colon expected`. */
function inWords(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

/** Where the name of a member starts, or an item. Of names that are there twice the last one counts, as in the value. */
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
