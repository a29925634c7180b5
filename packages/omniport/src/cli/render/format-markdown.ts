import { formatText } from '../output/format-text.js'
import type { Style } from '../output/style.js'

/** Marks up the Markdown of a server a little: headings, emphasis, code and links. The rest stays as it was typed. */
export function formatMarkdown(text: string, style: Style): string {
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
