import { relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { titleCode } from './code-titles.js'
import { toPage, writePlainPages } from './plain-pages.js'
import { createNav, createSidebar } from './sidebar.js'

const docs = fileURLToPath(new URL('..', import.meta.url))

/** The address of the repository's files, which links to sources are made with. Without it their paths are text. */
const repository = process.env['DOCS_REPOSITORY']

export default defineConfig({
  title: 'Omniport',
  description: 'The Model Context Protocol for TypeScript: every revision, every transport, one definition.',
  lang: 'en',
  base: process.env['DOCS_BASE'] ?? '/',
  srcExclude: ['node_modules/**', 'console/**'],
  ignoreDeadLinks: 'localhostLinks',
  rewrites: { 'README.md': 'pages.md' },
  head: [['link', { rel: 'icon', href: `${process.env['DOCS_BASE'] ?? '/'}mark.svg` }]],
  markdown: {
    theme: { light: 'github-light', dark: 'github-dark' },
    config: titleCode,
    anchor: { slugify: toAnchor },
    headers: { level: [2, 3], slugify: toAnchor },
  },
  vite: {
    plugins: [
      {
        name: 'site-links',
        enforce: 'pre',
        transform: (text, id) => (id.endsWith('.md') ? toPage(text, relative(docs, id), repository) : undefined),
      },
    ],
    build: { chunkSizeWarningLimit: 8_000 },
  },
  themeConfig: {
    logo: '/mark.svg',
    nav: createNav(),
    sidebar: createSidebar(),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument } } } },
    docFooter: { prev: 'Before', next: 'Next' },
    externalLinkIcon: true,
  },
  buildEnd: (site) => writePlainPages(site, repository),
})

/** Guides stand before the reference and the lists of evidence. Runs in the browser, so it uses nothing from outside. */
function boostDocument(id: string): number {
  return /\/(reference|requirements|design|limits|performance|crossing)\b/.test(id) ? 0.1 : 1
}

/** The anchor of a heading, as GitHub makes it, so that a link holds on the site and in the repository. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}
