import { formatLine } from '../format-line.js'
import type { Everything } from '../list-everything.js'

/** What a server is and offers, as text for people. */
export function formatEverything({ server, revision, ...lists }: Everything): string {
  return [
    `${formatLine(`${server.name} ${server.version}`)}, speaking ${revision}\n${formatInstructions(server.instructions)}`,
    formatSection(
      'Tools',
      lists.tools.map(({ name, title, description }) => [name, title ?? description]),
    ),
    formatSection(
      'Resources',
      lists.resources.map(({ uri, title, name }) => [uri, title ?? name]),
    ),
    formatSection(
      'Templates',
      lists.resourceTemplates.map(({ uriTemplate, title, name }) => [uriTemplate, title ?? name]),
    ),
    formatSection(
      'Prompts',
      lists.prompts.map(({ name, title, description }) => [name, title ?? description]),
    ),
  ].join('\n')
}

/** The first few lines: some servers have pages of them. */
function formatInstructions(instructions = ''): string {
  const lines = instructions.split('\n').filter((line) => line.trim() !== '')
  const more = lines.length > mostLines ? [`  … and ${lines.length - mostLines} lines more`] : []
  return [...lines.slice(0, mostLines).map((line) => `  ${truncate(line)}`), ...more].map((line) => `${line}\n`).join('')
}

const mostLines = 3

type Row = readonly [name: string, text: string | undefined]

function formatSection(heading: string, rows: readonly Row[]): string {
  if (rows.length === 0) return `${heading}: none\n`
  const width = Math.min(48, Math.max(...rows.map(([name]) => name.length)))
  const lines = rows.map(([name, text = '']) => `  ${formatLine(name).padEnd(width)}  ${truncate(text)}`.trimEnd())
  return `${heading}:\n${lines.join('\n')}\n`
}

function truncate(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return formatLine(line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1)}…` : line)
}

const mostCharacters = 100
