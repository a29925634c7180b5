// Joins the modules of the library into few files: finding and opening a file costs a cold start more than reading it does. What
// the smallest server loads at once is four files, and what is imported late stays apart. `dist/.modules.json` says what is in
// which file.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const library = new URL('../packages/omniport/', import.meta.url)
const dist = fileURLToPath(new URL('dist/', library))
const { exports: entries, dependencies } = JSON.parse(readFileSync(new URL('package.json', library), 'utf8'))

const bundled = Object.values(entries).filter((entry) => typeof entry === 'object')
const names = bundled.map(({ types }) => /\/entries\/(.+)\.d\.ts$/.exec(types)[1])
const external = Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`))

rmSync(`${dist}bundle`, { recursive: true, force: true })
const bundle = await rolldown({
  input: Object.fromEntries(names.map((name) => [name, `${dist}entries/${name}.js`])),
  external: [/^node:/, ...external],
  platform: 'neutral',
  treeshake: { moduleSideEffects: false },
})
const format = { format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' }
const { output: apart } = await bundle.generate(format)
const shared = sharedBy(['index.js', 'stdio.js'], apart)
const isIn = (folder, id) => relative(dist, id).startsWith(folder)
const needsNode = (id) => isIn('transport/stdio/', id)
const isSmall = (id) => ['jsonrpc/', 'values/json/', 'async/abort/'].some((folder) => isIn(folder, id)) // not worth a file of its own
const groups = [
  { name: 'core', test: (id) => (shared.has(id) && !needsNode(id)) || isSmall(id) },
  { name: 'pipes', test: (id) => shared.has(id) && needsNode(id) },
]
const { output } = await bundle.write({ ...format, dir: `${dist}bundle`, codeSplitting: { groups } })
await bundle.close()

const modules = output.map(({ fileName, modules }) => [fileName, Object.keys(modules).map((id) => relative(dist, id))])
writeFileSync(`${dist}.modules.json`, JSON.stringify(Object.fromEntries(modules)))

/** The modules that entries import at once, in files that others need too. */
function sharedBy(entryNames, chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set()
  const visit = (chunk) => {
    for (const imported of chunk.imports.map((name) => byName.get(name))) {
      if (imported === undefined || found.has(imported)) continue
      found.add(imported)
      visit(imported)
    }
  }
  for (const name of entryNames) visit(byName.get(name))
  return new Set([...found].flatMap(({ modules }) => Object.keys(modules)))
}
