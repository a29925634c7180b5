import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { root } from '../support/root.js'
import { parts } from './learn.js'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/** What a page of the site holds: the anchors that it has, and where its links lead. */
interface SitePage {
  readonly path: string
  readonly html: string
  readonly anchors: ReadonlySet<string>
  readonly links: readonly string[]
}

describe('the site that npm run docs makes', () => {
  let folder = ''
  let built: unknown
  let pages: readonly SitePage[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'site-'))
    const args = ['scripts/docs.mjs', 'build', '--outDir', folder]
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
    const status = new Promise((resolve) => child.once('close', resolve))
    const stderr = await text(child.stderr)
    built = {
      status: await status,
      problems: stderr.split('\n').filter((line) => /error|warning|dead link/i.test(line)),
    }
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
    pages = names.map((path) => toSitePage(path, readFileSync(join(folder, path), 'utf8')))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('is built without a warning', () => {
    expect(built).toEqual({ status: 0, problems: [] })
  })

  test('has each page of docs/README.md as HTML, in its navigation, and as Markdown', () => {
    const listed = parts.flatMap((part) => part.pages.map(({ file }) => file.replace('.md', '')))
    const navigation = new Set(pages.find(({ path }) => path === 'install.html')?.links)
    expect(listed.filter((name) => !navigation.has(`/${name}.html`))).toEqual([])
    expect(listed.filter((name) => !existsSync(join(folder, `${name}.html`)))).toEqual([])
    expect(listed.filter((name) => !existsSync(join(folder, `${name}.md`)))).toEqual([])
  })

  test('has a page of the reference for each entry of the packages', () => {
    const entries = ['omniport', 'app', 'redis', 'otel'].flatMap(entriesOf)
    expect(entries.length).toBeGreaterThan(20)
    const titles = new Set(pages.map(({ html }) => /<title>(.+?) \| Omniport<\/title>/.exec(html)?.[1]))
    expect(entries.filter((entry) => !titles.has(entry))).toEqual([])
  })

  test('has no link to a page or a heading that is not there', () => {
    const anchors = new Map(pages.map((page) => [page.path, page.anchors]))
    const own = pages.flatMap(({ path, links }) => links.map((link) => ({ path, link, ...resolve(path, link) })))
    expect(own.length).toBeGreaterThan(10_000)
    const dead = own.filter(
      ({ file, anchor }) =>
        !existsSync(join(folder, file)) || (anchor !== undefined && !anchors.get(file)?.has(anchor)),
    )
    expect(dead.map(({ path, link }) => `${path}: ${link}`)).toEqual([])
  })

  test('shows the titles of pages in links, not the names of files', () => {
    const named = pages.flatMap(({ path, html }) =>
      [...html.matchAll(/<a [^>]*href="[^"]+"[^>]*>([\w./-]+\.md)<\/a>/g)].map(([, label]) => `${path}: ${label}`),
    )
    // Files of an example keep their names.
    expect(
      named.filter((label) => !/^reference\/examples\/skills\.html: skills\/[\w-]+\/SKILL\.md$/.test(label)),
    ).toEqual([])
  })

  test('has its first page as Markdown too, without tags', () => {
    const first = readFileSync(join(folder, 'index.md'), 'utf8')
    expect(first).toMatch(/^# The Model Context Protocol for TypeScript\n/)
    expect(first).not.toMatch(/<\w/)
  })

  test('loads nothing from another machine', () => {
    const loaded = pages.flatMap(({ html }) => [...html.matchAll(/<(?:link|script|img)\b[^>]*="(https?:[^"]+)"/g)])
    expect(loaded.map(([, address]) => address)).toEqual([])
    const styles = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.css'))
    const css = styles.map((name) => readFileSync(join(folder, 'assets', name), 'utf8'))
    expect(css.flatMap((style) => [...style.matchAll(/url\(["']?(?:https?:)?\/\/[^)]*\)/g)])).toEqual([])
  })

  test('has the lists for programs, whose links lead to its pages', () => {
    const list = readFileSync(join(folder, 'llms.txt'), 'utf8')
    const targets = [...list.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, target = '']) => target)
    expect(targets.length).toBeGreaterThan(60)
    expect(targets.filter((target) => !existsSync(join(folder, target)))).toEqual([])
    expect(existsSync(join(folder, 'llms-full.txt'))).toBe(true)
  })
})

function toSitePage(path: string, html: string): SitePage {
  const anchors = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link = '']) => link)
  return { path, html, anchors, links: [...new Set(links)].filter((link) => !/^[a-z]+:/.test(link)) }
}

/** The file of the site that a link leads to, and the anchor in it. */
function resolve(path: string, link: string): { readonly file: string; readonly anchor: string | undefined } {
  const [target = '', anchor] = link.split('#')
  const file = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(path), target)
  const named = file === '' || file.endsWith('/') ? `${file}index.html` : file
  return { file: target === '' ? path : named, anchor: anchor === undefined ? undefined : decodeURIComponent(anchor) }
}

/** The names that programs import of a package. */
function entriesOf(folder: string): readonly string[] {
  const { name, exports } = JSON.parse(readFileSync(`${root}/packages/${folder}/package.json`, 'utf8')) as {
    readonly name: string
    readonly exports: Readonly<Record<string, { readonly types?: string }>>
  }
  return Object.entries(exports).flatMap(([path, { types }]) => (types === undefined ? [] : [name + path.slice(1)]))
}
