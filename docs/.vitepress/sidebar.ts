import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DefaultTheme } from 'vitepress'
import { partsOf } from './parts.js'
import { titleOf } from './plain-pages.js'

const docs = fileURLToPath(new URL('..', import.meta.url))

/** Parts that are open from the start. A reader opens the others. */
const open = new Set(['Learn'])

/** The sidebar of the site: the parts of docs/README.md, and in the reference what is made at the build. */
export function createSidebar(): DefaultTheme.SidebarItem[] {
  return partsOf(readFileSync(`${docs}/README.md`, 'utf8')).map(({ title, pages }) => ({
    text: title,
    collapsed: !open.has(title),
    items: [
      ...pages.map(({ file }) => ({ text: titleOf(file), link: toLink(file) })),
      ...(title === 'Reference' ? generated() : []),
    ],
  }))
}

/** The first page of each part, for the bar at the top. */
export function createNav(): DefaultTheme.NavItem[] {
  return partsOf(readFileSync(`${docs}/README.md`, 'utf8')).map(({ title, pages }) => ({
    text: title,
    link: title === 'Reference' ? '/reference/api/omniport' : toLink(pages[0]?.file ?? ''),
    activeMatch: `^/(${[...pages.map(({ file }) => file.replace('.md', '')), ...(title === 'Reference' ? ['reference/.*'] : [])].join('|')})(\\.html)?$`,
  }))
}

function generated(): DefaultTheme.SidebarItem[] {
  const packages = pagesBelow('reference/packages')
  return [
    { text: 'Entries', collapsed: true, items: pagesBelow('reference/api').sort(byText) },
    { text: 'Packages', collapsed: true, items: packages },
    { text: 'Examples', collapsed: true, items: pagesBelow('reference/examples') },
    { text: 'Skill for coding agents', link: '/reference/skill' },
    { text: 'Contributing', link: '/reference/contributing' },
    { text: 'Report a vulnerability', link: '/reference/reporting' },
  ]
}

/** `omniport` and what belongs to it come before the packages beside it. */
function byText(a: DefaultTheme.SidebarItem, b: DefaultTheme.SidebarItem): number {
  const rank = ({ text = '' }: DefaultTheme.SidebarItem) => (text.startsWith('@') ? `1${text}` : `0${text}`)
  return rank(a) < rank(b) ? -1 : 1
}

function pagesBelow(folder: string): DefaultTheme.SidebarItem[] {
  const names = readdirSync(`${docs}/${folder}`, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => ({ text: titleOf(`${folder}/${name}`), link: toLink(`${folder}/${name}`) }))
}

function toLink(file: string): string {
  return `/${file.replace(/\.md$/, '')}`
}
