import { type ConfigEntries, type ConfigOrigin, findEntries } from './find/find-entries.js'
import { formatOf, parseText } from './parse/parse-text.js'
import type { ParsedText } from './parse/parsed-text.js'

export interface ParsedConfig extends ConfigEntries, Pick<ParsedText, 'lineOf'> {
  readonly file: string
}

/** Parses a config file of any host; undefined if it has no servers. Rejects with ConfigFault if it cannot be read. */
export async function parseConfig(text: string, origin: ConfigOrigin): Promise<ParsedConfig | undefined> {
  const { file } = origin
  const parsed = await parseText(text, formatOf(file, text))
  const found = findEntries(parsed, origin)
  return found && { ...found, file, lineOf: parsed.lineOf }
}
