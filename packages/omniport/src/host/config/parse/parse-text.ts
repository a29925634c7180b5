import { ConfigFault } from '../config-fault.js'
import { parseJsonText } from './parse-json-text.js'
import { parseTomlText } from './parse-toml-text.js'
import { parseYamlText } from './parse-yaml-text.js'
import { maxConfigDepth, type ParsedText, tooDeep } from './parsed-text.js'

export type ConfigFormat = 'json' | 'toml' | 'yaml'

/** Determines the format by the file's extension, or else by its text. */
export function formatOf(file: string, text: string): ConfigFormat {
  const [, extension = ''] = /\.([^./\\]+)$/.exec(file) ?? []
  return formats.get(extension.toLowerCase()) ?? formatOfText(text)
}

const formats: ReadonlyMap<string, ConfigFormat> = new Map([
  ['json', 'json'],
  ['jsonc', 'json'],
  ['toml', 'toml'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
])

function formatOfText(text: string): ConfigFormat {
  if (/^\s*(?:\{|\/[/*])/.test(text)) return 'json'
  return /^[ \t]*(?:\[[^\]\n]+\][ \t]*$|[\w."'-]+[ \t]*=)/m.test(text) ? 'toml' : 'yaml'
}

/** Parses the text of a file, with or without a byte order mark. Rejects with ConfigFault naming the line. */
export async function parseText(text: string, format: ConfigFormat): Promise<ParsedText> {
  if (format !== 'json' && text.length > maxSlowLength) {
    throw new ConfigFault(`is longer than ${maxSlowLength / 1024} Ki characters, the limit for ${format}`)
  }
  const parsed = await parse(text.replace(/^\uFEFF/, ''), format)
  if (isDeep(parsed.value)) throw tooDeep()
  return parsed
}

/** Limit for YAML and TOML, whose parsers take microseconds per character. */
const maxSlowLength = 512 * 1024

async function parse(text: string, format: ConfigFormat): Promise<ParsedText> {
  if (format === 'json') return parseJsonText(text)
  return format === 'toml' ? parseTomlText(text) : parseYamlText(text)
}

/**
 * Checks the depth of the value, since dotted names nest too. It proceeds by level instead of recursion, and visits shared
 * objects once.
 */
function isDeep(value: unknown): boolean {
  let level: ReadonlySet<unknown> = new Set([value].filter(isNode))
  for (let depth = 1; level.size > 0; depth += 1) {
    if (depth > maxConfigDepth) return true
    level = new Set([...level].flatMap((item) => Object.values(item ?? {})).filter(isNode))
  }
  return false
}

function isNode(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
