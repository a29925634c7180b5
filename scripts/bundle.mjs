// Joins the modules of the library into few files: a program that imports one entry loads a dozen instead of three hundred,
// which is most of what a cold start costs. What is imported late stays apart. `dist/.modules.json` says what is in which file.
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
const { output } = await bundle.write({
  dir: `${dist}bundle`,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'parts/[name]-[hash].js',
})
await bundle.close()

const modules = output.map(({ fileName, modules }) => [fileName, Object.keys(modules).map((id) => relative(dist, id))])
writeFileSync(`${dist}.modules.json`, JSON.stringify(Object.fromEntries(modules)))
