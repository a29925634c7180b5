import type { Document, Node } from 'yaml'
import { ConfigFault } from '../config-fault.js'
import type { FieldPath } from '../field-fault.js'
import { isDeepYaml } from './is-deep-yaml.js'
import { createLineFinder } from './line-finder.js'
import { type ParsedText, tooDeep } from './parsed-text.js'

type Yaml = typeof import('yaml')

/**
 * Parses YAML. The parser is imported on demand, because most files are JSON. Rejects with ConfigFault if it is invalid.
 */
export async function parseYamlText(text: string): Promise<ParsedText> {
  const yaml = await import('yaml')
  if (isDeepYaml(text, new yaml.Lexer())) throw tooDeep()
  const lineAt = createLineFinder(text)
  // The parser's messages may quote the file, so only its error codes are used.
  const document = yaml.parseDocument(text, { prettyErrors: false, logLevel: 'silent', merge: true })
  const [error] = document.errors
  if (error !== undefined) {
    const words = error.code.replaceAll('_', ' ').toLowerCase()
    throw new ConfigFault(`not YAML: ${words}`, lineAt(error.pos[0]))
  }
  return {
    value: toValue(document),
    lineOf: (path) => {
      const offset = offsetOf(yaml, document, path)
      return offset === undefined ? undefined : lineAt(offset)
    },
  }
}

/** Limits aliases: a few hundred bytes of them can expand to gigabytes. */
function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount })
  } catch (reason) {
    if (reason instanceof ReferenceError) throw new ConfigFault('not YAML that can be read: too many aliases')
    throw reason
  }
}

const maxAliasCount = 100

function offsetOf(yaml: Yaml, document: Document, path: FieldPath): number | undefined {
  let node: unknown = document.contents
  let offset: number | undefined
  for (const part of path) {
    if (yaml.isAlias(node)) node = node.resolve(document)
    if (yaml.isMap(node)) {
      const pair = node.items.find(({ key }) => String(yaml.isScalar(key) ? key.value : key) === part)
      node = pair?.value
      offset = startOf(yaml, pair?.key)
    } else {
      node = yaml.isSeq(node) && typeof part === 'number' ? node.items[part] : undefined
      offset = startOf(yaml, node)
    }
    if (offset === undefined) return undefined
  }
  return offset
}

function startOf(yaml: Yaml, node: unknown): number | undefined {
  return yaml.isNode(node) ? (node as Node).range?.[0] : undefined
}
