import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { CliError } from '../../errors/cli-error.js'

/** An entry of a server in the text of a config file. */
export interface ConfigEntryNode {
  readonly name: string
  readonly node: Node
}

/** The fields that hold servers; the first one that a file has counts. */
const roots = [['mcpServers'], ['servers'], ['mcp', 'servers'], ['mcp']] as const

/**
 * Finds the servers in the text of a config file: JSON with comments. Claude Code keeps those of a project in the file of the
 * user, and they come first.
 *
 * @throws CliError `invalid_config` for text that is not JSON.
 */
export function findServers(text: string, file: string, project: string): readonly ConfigEntryNode[] {
  const root = parseConfigText(text, file)
  const own = memberAt(root, ['projects', project, 'mcpServers'])
  const path = roots.find((candidate) => memberAt(root, candidate)?.type === 'object')
  const shared = path === undefined ? undefined : memberAt(root, path)
  return [own, shared].flatMap((servers) =>
    (servers?.children ?? []).flatMap(({ children: [name, node] = [] }) =>
      node?.type === 'object' ? [{ name: String(name?.value), node }] : [],
    ),
  )
}

/** The value of a member; the last one of duplicate names, as in the value of the document. */
export function memberOf(object: Node, name: string): Node | undefined {
  return object.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1]
}

/** The value at a path of members. */
export function memberAt(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root
  for (const name of path) node = node?.type === 'object' ? memberOf(node, name) : undefined
  return node
}

/** Parses JSON with comments and trailing commas. @throws CliError `invalid_config` for what is not an object. */
export function parseConfigText(text: string, file: string): Node {
  const errors: ParseError[] = []
  const root = parseNodes(text, errors)
  const [error] = errors
  if (error === undefined && root?.type === 'object') return root
  const line = error === undefined ? 1 : text.slice(0, error.offset).split('\n').length
  const problem = error === undefined ? 'not an object' : printParseErrorCode(error.error)
  throw new CliError('invalid_config', `${file}:${line}: not JSON, so it is left as it is: ${problem}`)
}

/** The parser is recursive; what is too deep for it counts as no object. */
function parseNodes(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true })
  } catch (reason) {
    if (reason instanceof RangeError) return undefined
    throw reason
  }
}
