import type { Tool } from '../../entries/index.js'
import type { Prompt, Resource, ResourceTemplate } from '../../entries/protocol.js'
import type { Everything } from '../client/list-everything.js'
import { countColumns } from '../output/columns.js'
import { formatLine } from '../output/format-line.js'
import { shorten } from '../output/format-table.js'
import type { Page } from '../output/style.js'

/** Formats the identity and lists of a server for people. */
export function formatEverything({ server, revision, ...lists }: Everything, page: Page): string {
  const { style } = page
  const identity = `${style.strong(formatLine(`${server.name} ${server.version}`))}, speaking ${revision}`
  return [
    [identity, ...instructionLines(server.instructions, page)].join('\n'),
    formatTools(lists.tools, page),
    formatResources(lists.resources, page),
    formatTemplates(lists.resourceTemplates, page),
    formatPrompts(lists.prompts, page),
  ].join('\n\n')
}

export function formatTools(tools: readonly Tool[], page: Page): string {
  const rows = tools.map(({ name, title, description, inputSchema }): Row => {
    return [signatureOf(name, inputSchema), description ?? title]
  })
  return formatSection('Tools', rows, page)
}

export function formatResources(resources: readonly Resource[], page: Page): string {
  const rows = resources.map(({ uri, title, name }): Row => [uri, title ?? name])
  return formatSection('Resources', rows, page)
}

export function formatTemplates(templates: readonly ResourceTemplate[], page: Page): string {
  const rows = templates.map(({ uriTemplate, title, name }): Row => [uriTemplate, title ?? name])
  return formatSection('Templates', rows, page)
}

export function formatPrompts(prompts: readonly Prompt[], page: Page): string {
  const rows = prompts.map(({ name, title, description, arguments: args = [] }): Row => {
    return [
      `${name}${args.map((one) => ` ${one.required === true ? one.name : `[${one.name}]`}`).join('')}`,
      description ?? title,
    ]
  })
  return formatSection('Prompts', rows, page)
}

/** Only the first lines: some servers have pages of them. */
function instructionLines(instructions = '', { columns }: Page): readonly string[] {
  const lines = instructions.split('\n').filter((line) => line.trim() !== '')
  const more = lines.length > mostLines ? [`  … and ${lines.length - mostLines} lines more`] : []
  return [...lines.slice(0, mostLines).map((line) => `  ${shorten(formatLine(line), columns - 2)}`), ...more]
}

const mostLines = 3

/** The name of a tool and of its arguments; those that may be left out are in brackets. */
function signatureOf(name: string, { properties, required }: Tool['inputSchema']): string {
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  const needed = new Set(Array.isArray(required) ? required : [])
  const args = names.map((each) => (needed.has(each) ? each : `[${each}]`))
  return [name, ...args.sort((left, right) => Number(left.startsWith('[')) - Number(right.startsWith('[')))].join(' ')
}

type Row = readonly [label: string, text: string | undefined]

function formatSection(heading: string, rows: readonly Row[], { columns, style }: Page): string {
  if (rows.length === 0) return `${style.strong(heading)}: none`
  const cells = rows.map(([label, text = '']) => [formatLine(label), formatLine(firstLine(text))] as const)
  const widest = Math.max(...cells.map(([label]) => countColumns(label)))
  const width = Math.min(widest, Math.max(24, Math.floor(columns * 0.45)))
  const lines = cells.map(([label, text]) => {
    // A name or URI stays whole, so that it can be copied; arguments may be cut.
    const shown = shorten(label, Math.max(width, countColumns(label.split(' ', 1)[0] ?? '')))
    const [name = '', ...args] = shown.split(' ')
    const painted = [style.name(name), ...args.map((one) => style.faint(one))].join(' ')
    return `  ${painted}${' '.repeat(Math.max(0, width - countColumns(shown)))}  ${shorten(text, Math.max(20, columns - Math.max(width, countColumns(shown)) - 4))}`.trimEnd()
  })
  return `${style.strong(heading)}:\n${lines.join('\n')}`
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}
