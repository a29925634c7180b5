import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Copies the declarations that the entries of a package lead to into its `dist/types`: users need a third of what the compiler
 * writes. A file that names `Symbol.asyncDispose` asks for its declaration, which is in no `target` and only in the `lib` of few
 * users.
 */
export function publishTypes(name) {
  const home = new URL(`../packages/${name}/`, import.meta.url)
  const { exports: entries } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8'))
  const dist = new URL('dist/', home)
  const published = new URL('dist/types/', home)
  rmSync(published, { recursive: true, force: true })
  const found = new Map()
  const visit = (url) => {
    if (found.has(url.href)) return
    const text = readFileSync(url, 'utf8')
    found.set(url.href, /asyncDispos/i.test(text) ? `/// <reference lib="esnext.disposable" />\n${text}` : text)
    for (const [, specifier] of text.matchAll(/(?:\bfrom |\bimport\(|\bimport )['"](\.[^'"]+)\.js['"]/g)) {
      visit(new URL(`${specifier}.d.ts`, url))
    }
  }
  for (const { types } of Object.values(entries)) {
    if (types !== undefined) visit(new URL(new URL(types, home).href.replace('/dist/types/', '/dist/')))
  }
  for (const [href, text] of found) {
    const path = fileURLToPath(href.replace(dist.href, published.href))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}
