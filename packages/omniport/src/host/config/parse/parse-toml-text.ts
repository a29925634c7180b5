import { tomlKeys } from '../../../values/text/toml-keys.js'
import { ConfigFault } from '../config-fault.js'
import type { FieldPath } from '../field-fault.js'
import { maxConfigDepth, type ParsedText } from './parsed-text.js'

/** Parses TOML. The parser is imported on demand: most files are JSON. Rejects with ConfigFault if it is invalid. */
export async function parseTomlText(text: string): Promise<ParsedText> {
  const { parse, TomlError } = await import('smol-toml')
  try {
    const value = parse(text, { maxDepth: maxConfigDepth })
    const lines = linesByPath(text)
    return { value, lineOf: (path) => lines.get(JSON.stringify(path)) }
  } catch (reason) {
    if (!(reason instanceof TomlError)) throw reason
    // Later lines of the message quote the file.
    const [first = ''] = reason.message.split('\n')
    throw new ConfigFault(`not TOML: ${first.replace('Invalid TOML document: ', '')}`, reason.line)
  }
}

/** Finds the lines of tables and keys. Multi-line strings may give false ones; the first match counts. */
function linesByPath(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  const add = (path: FieldPath, line: number) => {
    const key = JSON.stringify(path)
    if (!lines.has(key)) lines.set(key, line)
  }
  let table: readonly string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const [, header] = /^\s*\[{1,2}([^\]]+)\]{1,2}\s*(?:#.*)?$/.exec(line) ?? []
    const [, key] = /^([^=#]+)=/.exec(line) ?? []
    if (header !== undefined) table = tomlKeys(header)
    else if (key === undefined) continue
    const path = header === undefined && key !== undefined ? [...table, ...tomlKeys(key)] : table
    const length = Math.min(path.length, maxConfigDepth)
    for (let end = 1; end <= length; end += 1) add(path.slice(0, end), index + 1)
  }
  return lines
}
