import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ReachedDeclarations } from './reached-declarations.mjs'

/**
 * Copies the declarations that the entries of a package lead to into its `dist/types`, one by one: users need a
 * fifth of what the compiler writes. A file that names `Symbol.asyncDispose` asks for its declaration, which is in no `target` and only in the `lib`
 * of few users.
 */
export function publishTypes(name) {
  const home = new URL(`../packages/${name}/`, import.meta.url)
  const { exports: entries } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8'))
  const dist = new URL('dist/', home)
  const published = new URL('dist/types/', home)
  rmSync(published, { recursive: true, force: true })
  const reached = new ReachedDeclarations()
  for (const { types } of Object.values(entries)) {
    if (types !== undefined) reached.addFile(new URL(new URL(types, home).href.replace('/dist/types/', '/dist/')).href)
  }
  for (const [href, text] of reached.texts()) {
    const path = fileURLToPath(href.replace(dist.href, published.href))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, /asyncDispos/i.test(text) ? `/// <reference lib="esnext.disposable" />\n${text}` : text)
  }
}
