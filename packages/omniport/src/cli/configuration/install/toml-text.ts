import { parse, TomlError } from 'smol-toml'
import { tomlKeys } from '../../../values/text/toml-keys.js'
import { CliError } from '../../errors/cli-error.js'
import type { EntryPosition, Members } from './config-text.js'
import type { HostEntry } from './install-hosts.js'

/** The members of a TOML file. @throws CliError `invalid_config` for text that is not TOML. */
export function readToml({ file, text }: EntryPosition): Members {
  try {
    return parse(text.replace(/^\ufeff/, ''), { maxDepth })
  } catch (reason) {
    if (!(reason instanceof TomlError)) throw reason
    // Later lines of the message quote the file.
    const [first = ''] = reason.message.split('\n')
    const problem = first.replace('Invalid TOML document: ', '')
    throw new CliError('invalid_config', `${file}:${reason.line}: not TOML, so it is left as it is: ${problem}`)
  }
}

const maxDepth = 100

/**
 * Puts an entry into a TOML file as tables at its end, or takes out the tables of one. Of an entry that is written in another way,
 * such as in one line, nothing is taken out.
 */
export function editToml({ text, root, name }: EntryPosition, entry: HostEntry | undefined, isThere: boolean): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const rest = isThere ? withoutTables(text, [root, name]) : text
  if (entry === undefined) return rest
  const gap = rest === '' || /\n\r?\n$/.test(rest) ? '' : rest.endsWith('\n') ? eol : eol + eol
  return `${rest}${gap}${toTables([root, name], entry).join(eol)}${eol}`
}

function toTables(path: readonly string[], entry: HostEntry): readonly string[] {
  const plain: string[] = []
  const tables: string[] = []
  for (const [name, value] of Object.entries(entry)) {
    if (typeof value === 'string') plain.push(`${toKey(name)} = ${JSON.stringify(value)}`)
    else if (isList(value)) plain.push(`${toKey(name)} = [${value.map((item) => JSON.stringify(item)).join(', ')}]`)
    else tables.push('', ...toTables([...path, name], value))
  }
  return [`[${path.map(toKey).join('.')}]`, ...plain, ...tables]
}

function isList(value: HostEntry[string]): value is readonly string[] {
  return Array.isArray(value)
}

function toKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name)
}

/** Removes the table at a path and those below it. Comments right before the next table are of that one, and stay. */
function withoutTables(text: string, path: readonly string[]): string {
  const rest: string[] = []
  let isInside = false
  let comments: string[] = []
  for (const line of text.split(/(?<=\n)/)) {
    const [, header] = /^\s*\[{1,2}([^\]]+)\]{1,2}\s*(?:#.*)?$/.exec(line.trimEnd()) ?? []
    if (header !== undefined) isInside = startsWith(tomlKeys(header), path)
    if (!isInside) {
      rest.push(...comments, line)
      comments = []
    } else if (header === undefined && /^\s*(?:#|$)/.test(line)) comments.push(line)
    else comments = []
  }
  return [...rest, ...comments].join('')
}

function startsWith(keys: readonly string[], path: readonly string[]): boolean {
  return path.every((name, at) => keys[at] === name)
}
