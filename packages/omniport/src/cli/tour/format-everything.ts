import type { Everything } from '../client/list-everything.js'
import { formatLine } from '../output/format-line.js'

/** Formats the identity and lists of a server for people. */
export function formatEverything({ server, revision, ...lists }: Everything): string {
  return [
    `${formatLine(`${server.name} ${server.version}`)}, speaking ${revision}\n${formatInstructions(server.instructions)}`,
    formatSection('Tools', lists.tools, ({ name, title, description }) => [name, title ?? description]),
    formatSection('Resources', lists.resources, ({ uri, title, name }) => [uri, title ?? name]),
    formatSection('Templates', lists.resourceTemplates, ({ uriTemplate, title, name }) => [uriTemplate, title ?? name]),
    formatSection('Prompts', lists.prompts, ({ name, title, description }) => [name, title ?? description]),
  ].join('\n')
}

/** Only the first lines: some servers have pages of them. */
function formatInstructions(instructions = ''): string {
  const lines = instructions.split('\n').filter((line) => line.trim() !== '')
  const more = lines.length > maxLines ? [`  … and ${lines.length - maxLines} lines more`] : []
  return [...lines.slice(0, maxLines).map((line) => `  ${truncate(line)}`), ...more].map((line) => `${line}\n`).join('')
}

const maxLines = 3

type Row = readonly [name: string, text: string | undefined]

function formatSection<T>(heading: string, items: readonly T[], toRow: (item: T) => Row): string {
  if (items.length === 0) return `${heading}: none\n`
  const rows = items.map(toRow)
  const width = Math.min(48, Math.max(...rows.map(([name]) => name.length)))
  const lines = rows.map(([name, text = '']) => `  ${formatLine(name).padEnd(width)}  ${truncate(text)}`.trimEnd())
  return `${heading}:\n${lines.join('\n')}\n`
}

function truncate(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return formatLine(line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line)
}

const maxCharacters = 100
