import type { MarkdownRenderer } from 'vitepress'

/** Shows the name of a file above its code, and says of a block of text after a program that it is what that prints. */
export function titleCode(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules
  if (fence === undefined) throw new Error('markdown-it has no rule for fenced code')
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const [language = '', file] = (tokens[index]?.info ?? '').split(' ')
    const before = tokens[index - 1]
    const isOutput = language === 'text' && before?.type === 'fence' && /^tsx?\b/.test(before.info)
    const title = isOutput ? 'prints' : file
    const html = fence(tokens, index, ...rest)
    if (title === undefined) return html
    return `<div class="titled${isOutput ? ' output' : ''}"><div class="code-title">${md.utils.escapeHtml(title)}</div>${html}</div>`
  }
}
