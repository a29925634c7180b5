/** A piece of a line. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly parts: readonly Inline[] }
  | { readonly kind: 'em'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly parts: readonly Inline[] }

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly parts: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'rule' }

const maxDepth = 8

/** Parses the common part of Markdown. HTML in it is text. Each line is looked at a bounded number of times. */
export function parseMarkdown(text: string, depth = 0): readonly Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  let at = 0
  const take = (pattern: RegExp): string[] => {
    const start = at
    while (at < lines.length && pattern.test(lines[at] ?? '')) at += 1
    return lines.slice(start, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const heading = /^(#{1,6})\s+(.*)$/s.exec(line)
    const fence = /^\s*(```+|~~~+)\s*([\w+-]*)/.exec(line)
    if (line.trim() === '') at += 1
    else if (fence !== null) {
      let end = at + 1
      while (end < lines.length && !lines[end]?.trim().startsWith(fence[1] ?? '```')) end += 1
      blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n'), language: fence[2] ?? '' })
      at = end + 1
    } else if (heading !== null) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, parts: parseInline(heading[2] ?? '') })
      at += 1
    } else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
      blocks.push({ kind: 'rule' })
      at += 1
    } else if (/^\s*>/.test(line) && depth < maxDepth) {
      const inner = take(/^\s*>/).map((each) => each.replace(/^\s*> ?/, ''))
      blocks.push({ kind: 'quote', blocks: parseMarkdown(inner.join('\n'), depth + 1) })
    } else if (/^\s*\|.*\|\s*$/.test(line))
      blocks.push({ kind: 'table', rows: take(/^\s*\|.*\|\s*$/).flatMap(parseRow) })
    else if (isItem.test(line)) blocks.push(parseList(take(/^\s*([-*+]|\d{1,9}[.)])\s|^\s{2,}\S/)))
    else {
      const [first = '', ...rest] = [
        lines[at++] ?? '',
        ...take(/^(?!\s*$|#{1,6}\s|\s*```|\s*~~~|\s*>|\s*([-*+]|\d{1,9}[.)])\s)/),
      ]
      blocks.push({ kind: 'paragraph', parts: parseInline([first, ...rest].join('\n')) })
    }
  }
  return blocks
}

const isItem = /^\s*([-*+]|\d{1,9}[.)])\s/

function parseList(lines: readonly string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    if (isItem.test(line)) items.push(line.replace(isItem, ''))
    else items.push(`${items.pop() ?? ''}\n${line.trim()}`)
  }
  return { kind: 'list', isOrdered: /^\s*\d/.test(lines[0] ?? ''), items: items.map((item) => parseInline(item)) }
}

function parseRow(line: string): readonly (readonly (readonly Inline[])[])[] {
  if (/^[\s|:-]+$/.test(line)) return []
  const cells = line.trim().slice(1, -1).split('|')
  return [cells.map((cell) => parseInline(cell.trim()))]
}

/** Code begins at the first of its backticks: a run of them is looked at once. */
const inline =
  /(?<!`)(`+)(?!`)([^`]+)\1|\*\*([^*\n]{1,500})\*\*|\*([^*\s][^*\n]{0,500})\*|\[([^\]\n]{1,500})\]\(([^)\s]{1,2000})\)|(https?:\/\/[^\s<>()"']{1,2000})/g

/** Parses what stands in a line: code, emphasis and links. */
function parseInline(text: string, depth = 0): readonly Inline[] {
  if (depth > 4 || text.length > 100_000) return [{ kind: 'text', text }]
  const parts: Inline[] = []
  let at = 0
  for (const match of text.matchAll(inline)) {
    const [whole, , code, strong, em, label, href, address] = match
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) })
    at = match.index + whole.length
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (strong !== undefined) parts.push({ kind: 'strong', parts: parseInline(strong, depth + 1) })
    else if (em !== undefined) parts.push({ kind: 'em', parts: parseInline(em, depth + 1) })
    else if (address !== undefined)
      parts.push({ kind: 'link', href: address, parts: [{ kind: 'text', text: address }] })
    else parts.push({ kind: 'link', href: href ?? '', parts: [{ kind: 'text', text: label ?? '' }] })
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}
