import type { Document, Node } from 'yaml'
import { isDeepYaml } from '../../../values/text/is-deep-yaml.js'
import { ConfigFault } from '../config-fault.js'
import type { FieldPath } from '../field-fault.js'
import { createLineFinder } from './line-finder.js'
import { type ParsedText, tooDeep } from './parsed-text.js'

type NodeGuards = Pick<typeof import('yaml'), 'isAlias' | 'isMap' | 'isNode' | 'isScalar' | 'isSeq'>

/** Parses YAML. The parser is imported on demand: most files are JSON. Rejects with ConfigFault if it is invalid. */
export async function parseYamlText(text: string): Promise<ParsedText> {
  // By name: what is not named is left out of the bundle.
  const { Lexer, parseDocument, isAlias, isMap, isNode, isScalar, isSeq } = await import('yaml')
  if (isDeepYaml(text, new Lexer())) throw tooDeep()
  const lineAt = createLineFinder(text)
  // The parser's messages may quote the file, so only its error codes are used.
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent', merge: true })
  const [error] = document.errors
  if (error !== undefined) {
    const words = error.code.replaceAll('_', ' ').toLowerCase()
    throw new ConfigFault(`not YAML: ${words}`, lineAt(error.pos[0]))
  }
  return {
    value: toValue(document),
    lineOf: (path) => {
      const offset = offsetOf({ isAlias, isMap, isNode, isScalar, isSeq }, document, path)
      return offset === undefined ? undefined : lineAt(offset)
    },
  }
}

/** Limits aliases: a few hundred bytes of them can expand to gigabytes. */
function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount })
  } catch (reason) {
    if (!(reason instanceof ReferenceError)) throw reason
    const problem = reason.message.startsWith('Unresolved') ? 'an alias has no anchor before it' : 'too many aliases'
    throw new ConfigFault(`not YAML that can be read: ${problem}`)
  }
}

const maxAliasCount = 100

function offsetOf(guards: NodeGuards, document: Document, path: FieldPath): number | undefined {
  let node: unknown = document.contents
  let offset: number | undefined
  for (const part of path) {
    if (guards.isAlias(node)) node = node.resolve(document)
    if (guards.isMap(node)) {
      const pair = node.items.find(({ key }) => String(guards.isScalar(key) ? key.value : key) === part)
      node = pair?.value
      offset = startOf(guards, pair?.key)
    } else {
      node = guards.isSeq(node) && typeof part === 'number' ? node.items[part] : undefined
      offset = startOf(guards, node)
    }
    if (offset === undefined) return undefined
  }
  return offset
}

function startOf(guards: NodeGuards, node: unknown): number | undefined {
  return guards.isNode(node) ? (node as Node).range?.[0] : undefined
}
