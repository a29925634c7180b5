import type { ResourceContents, WireContent } from '../../entries/protocol.js'
import { cut } from '../../values/text/truncate.js'
import { fileSize } from '../output/file-size.js'
import { formatLine } from '../output/format-line.js'
import { formatText } from '../output/format-text.js'
import { formatValue } from '../output/format-value.js'
import type { Page, Style } from '../output/style.js'

/** Where the files of a result were saved, by their object in it. */
export type SavedFiles = ReadonlyMap<object, string>

/** Formats one block of content by its type. */
export function formatContent(block: WireContent, page: Page, saved: SavedFiles = new Map()): string {
  switch (block.type) {
    case 'text':
      return formatPlain(block.text, page)
    case 'image':
    case 'audio':
      return formatFile(
        { what: block.type, base64: block.data, mimeType: block.mimeType, path: saved.get(block) },
        page,
      )
    case 'resource_link': {
      const size = block.size === undefined ? '' : `, ${fileSize(block.size)}`
      const kind = formatLine(`${block.mimeType ?? 'unknown type'}${size}`)
      const line = `${page.style.name(formatLine(block.uri))} ${formatLine(block.title ?? block.name)} ${page.style.faint(`(${kind})`)}`
      return block.description === undefined
        ? line
        : `${line}\n  ${formatText(block.description).replaceAll('\n', '\n  ')}`
    }
    case 'resource':
      return formatContents(block.resource, page, saved)
    default:
      return formatValue(block satisfies never, page)
  }
}

/** Formats the contents of a resource: its URI, and its text by its type. */
export function formatContents(contents: ResourceContents<string>, page: Page, saved: SavedFiles = new Map()): string {
  const { uri, mimeType } = contents
  const heading = page.style.faint(formatLine(mimeType === undefined ? uri : `${uri} (${mimeType})`))
  if (contents.text === undefined) {
    const file = { what: uri, base64: contents.blob, mimeType, path: saved.get(contents) }
    return formatFile(file, page)
  }
  const path = saved.get(contents)
  if (path !== undefined) return `${heading}\nsaved to ${formatLine(path)}`
  return `${heading}\n${formatTyped(contents.text, mimeType, page)}`
}

function formatTyped(text: string, mimeType: string | undefined, page: Page): string {
  if (mimeType?.startsWith('text/markdown')) return formatMarkdown(text, page.style)
  return /[/+]json\b/.test(mimeType ?? '') ? formatPlain(text, page) : formatText(text)
}

/** JSON that is an object or a list is shown as such, other text with the marks of Markdown. */
function formatPlain(text: string, page: Page): string {
  const value = /^\s*[[{]/.test(text) && text.length < longestJson ? parse(text) : undefined
  return typeof value === 'object' && value !== null ? formatValue(value, page) : formatMarkdown(text, page.style)
}

const longestJson = 1_000_000

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface ShownFile {
  readonly what: string
  readonly base64: string
  readonly mimeType: string | undefined
  readonly path: string | undefined
}

function formatFile({ what, base64, mimeType = 'unknown type', path }: ShownFile, { style }: Page): string {
  const size = fileSize(Buffer.byteLength(base64, 'base64'))
  const where = path === undefined ? style.faint('--output <path> saves it') : `saved to ${formatLine(path)}`
  return `[${formatLine(cut(what, 200))}] ${formatLine(cut(mimeType, 80))}, ${size}, ${where}`
}

/** Marks up the Markdown of a server a little: headings, emphasis, code and links. The rest stays as it was typed. */
function formatMarkdown(text: string, style: Style): string {
  let isCode = false
  return formatText(text)
    .split('\n')
    .map((line) => {
      const isFence = /^\s*(```|~~~)/.test(line)
      if (isFence) isCode = !isCode
      if (isFence || isCode) return style.faint(line)
      const [, heading] = /^#{1,6}\s+(.*)$/.exec(line) ?? []
      return heading === undefined ? formatSpans(line, style) : style.strong(heading)
    })
    .join('\n')
}

/** In one pass, so that what was marked up is not looked at again. Spans are short: a line without an end costs little. */
function formatSpans(line: string, style: Style): string {
  return line.replace(spans, (whole: string, ...groups: readonly (string | undefined)[]) => {
    const [code, strong, label, address] = groups
    if (code !== undefined) return style.name(code)
    if (strong !== undefined) return style.strong(strong)
    return label === undefined ? whole : `${label} ${style.faint(`(${address})`)}`
  })
}

const spans = /`([^`]{1,200})`|\*\*([^*\s][^*]{0,199})\*\*|\[([^[\]]{1,200})\]\(([^()\s]{1,300})\)/g
