import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SiteConfig } from 'vitepress'
import { toSiteLinks } from './site-links.js'

/** The file of the repository that a page was made of, in whose place its links are read. */
function sourceOf(page: string, text: string): string {
  return /^---\nsource: (.+)\n---\n/.exec(text)?.[1] ?? `docs/${page}`
}

/** Writes each page beside its HTML as Markdown, and the two lists for programs. */
export function writePlainPages({ pages, srcDir, outDir }: SiteConfig, repository?: string): void {
  for (const page of pages.filter((each) => each !== 'index.md')) {
    const text = readFileSync(`${srcDir}/${page}`, 'utf8')
    mkdirSync(dirname(`${outDir}/${page}`), { recursive: true })
    writeFileSync(`${outDir}/${page}`, toPage(text, page, repository).replace(/^---\n[\s\S]*?\n---\n\n?/, ''))
  }
  for (const name of ['llms.txt', 'llms-full.txt']) copyFileSync(`${srcDir}/${name}`, `${outDir}/${name}`)
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
