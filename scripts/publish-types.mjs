import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const library = new URL('../packages/omniport/', import.meta.url)
const { exports: entries } = JSON.parse(readFileSync(new URL('package.json', library), 'utf8'))
const dist = new URL('dist/', library)
const published = new URL('dist/types/', library)

/**
 * Copies the declarations that the entries lead to into `dist/types`: users need a third of what the compiler writes. A file that
 * names `Symbol.asyncDispose` asks for its declaration, which is in no `target` and only in the `lib` of few users.
 */
export function publishTypes() {
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
    if (types !== undefined) visit(new URL(new URL(types, library).href.replace('/dist/types/', '/dist/')))
  }
  for (const [href, text] of found) {
    const path = fileURLToPath(href.replace(dist.href, published.href))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}
