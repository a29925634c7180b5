import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SiteConfig } from 'vitepress'
import { outsideOfCode, toSiteLinks } from './site-links.js'

/** The file of the repository that a page was made of, in whose place its links are read. */
function sourceOf(page: string, text: string): string {
  return /^---\nsource: (.+)\n---\n/.exec(text)?.[1] ?? `docs/${page}`
}

/** Writes each page beside its HTML as Markdown, and the two lists for programs. */
export function writePlainPages({ pages, srcDir, outDir }: SiteConfig, repository?: string): void {
  for (const page of pages) {
    const text = toPage(readFileSync(`${srcDir}/${page}`, 'utf8'), page, repository)
    const content = text.replace(/^---\n[\s\S]*?\n---\n\n?/, '')
    mkdirSync(dirname(`${outDir}/${page}`), { recursive: true })
    for (const name of page === 'README.md' ? [page, 'pages.md'] : [page]) {
      writeFileSync(`${outDir}/${name}`, page === 'index.md' ? withoutTags(content) : content)
    }
  }
  for (const name of ['llms.txt', 'llms-full.txt']) copyFileSync(`${srcDir}/${name}`, `${outDir}/${name}`)
}

/** The text of a page without the tags that lay it out. Its code stays. */
export function withoutTags(text: string): string {
  const plain = outsideOfCode(text, (prose) =>
    prose.replaceAll(/<\/?[a-z][^>]*>/g, ' ').replaceAll(/^ +| +$|(?<=\S) +(?= )/gm, ''),
  )
  return plain.replaceAll(/\n{3,}/g, '\n\n')
}

/** The Markdown of a page, with links that hold on the site. */
export function toPage(text: string, page: string, repository?: string): string {
  return page.startsWith('reference/api/')
    ? text
    : toSiteLinks(text, { source: sourceOf(page, text), page, repository, titleOf })
}

const docs = fileURLToPath(new URL('..', import.meta.url))

/** The heading of a page below `docs`, as text. */
export function titleOf(page: string): string {
  const [, title = page] = /^# (.+)$/m.exec(readFileSync(`${docs}/${page}`, 'utf8')) ?? []
  return title.replaceAll('`', '').replaceAll('\\', '')
}
