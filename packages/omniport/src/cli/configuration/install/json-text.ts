import { applyEdits, modify, type Node } from 'jsonc-parser'
import { memberAt, parseConfigText } from '../../tap/install/config-entry.js'
import type { EntryPosition, Members } from './config-text.js'
import type { HostEntry } from './install-hosts.js'

/** The members of a JSON file; an empty file has none. @throws CliError `invalid_config` for text that is not JSON. */
export function readJson({ file, text }: EntryPosition): Members {
  const [, body] = splitMark(text)
  return body.trim() === '' ? {} : (toValue(parseConfigText(body, file)) as Members)
}

/** Puts an entry into a JSON file, or takes it out. Indentation and line ends are those of the file. */
export function editJson({ file, text, root, name }: EntryPosition, entry: HostEntry | undefined): string {
  const [mark, body] = splitMark(text)
  const whole = body.trim() === '' ? '{}\n' : body
  const servers = memberAt(parseConfigText(whole, file), [root])
  if (entry === undefined && servers === undefined) return text
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(whole) ?? []
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : Math.min(indent.length, maxIndent),
    eol: whole.includes('\r\n') ? '\r\n' : '\n',
  }
  return mark + applyEdits(whole, modify(whole, [root, name], entry, { formattingOptions }))
}

const maxIndent = 8

/** The byte order mark, and the text after it. */
function splitMark(text: string): readonly [mark: string, body: string] {
  return text.startsWith('\ufeff') ? ['\ufeff', text.slice(1)] : ['', text]
}

function toValue({ type, children = [], value }: Node): unknown {
  if (type === 'array') return children.map(toValue)
  if (type !== 'object') return value
  const members: Record<string, unknown> = Object.create(null)
  for (const { children: [name, member] = [] } of children) {
    if (name !== undefined && member !== undefined) members[String(name.value)] = toValue(member)
  }
  return members
}
