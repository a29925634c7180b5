import { cpSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const library = new URL('../packages/omniport/', import.meta.url)
const { exports: entries } = JSON.parse(readFileSync(new URL('package.json', library), 'utf8'))
const dist = new URL('dist/', library)
const published = new URL('dist/types/', library)

/** Copies the declarations that the entries lead to into `dist/types`: users need a third of what the compiler writes. */
export function publishTypes() {
  rmSync(published, { recursive: true, force: true })
  const found = new Set()
  const visit = (url) => {
    if (found.has(url.href)) return
    found.add(url.href)
    for (const [, specifier] of readFileSync(url, 'utf8').matchAll(
      /(?:\bfrom |\bimport\(|\bimport )['"](\.[^'"]+)\.js['"]/g,
    )) {
      visit(new URL(`${specifier}.d.ts`, url))
    }
  }
  for (const { types } of Object.values(entries)) {
    if (types !== undefined) visit(new URL(new URL(types, library).href.replace('/dist/types/', '/dist/')))
  }
  for (const href of found) cpSync(fileURLToPath(href), fileURLToPath(href.replace(dist.href, published.href)))
}
