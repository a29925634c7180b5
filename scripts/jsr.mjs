// Makes the folder that JSR takes of the library: `npm run jsr -- <folder>`. JSR wants sources or JavaScript with declarations whose
// imports name files as they are, and no executables. Try it with `deno publish --dry-run` in the folder.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const own = fileURLToPath(new URL('../packages/omniport', import.meta.url))
const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('jsr: give the folder to make')
  process.exit(1)
}

const { name, version, license, exports, dependencies } = JSON.parse(readFileSync(`${own}/package.json`, 'utf8'))
const entries = Object.entries(exports).filter(([, { types }]) => types !== undefined)

mkdirSync(folder, { recursive: true })
for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) cpSync(`${own}/${file}`, join(folder, file))
for (const part of ['dist/bundle', 'dist/types']) cpSync(`${own}/${part}`, join(folder, part), { recursive: true })
for (const file of readdirSync(join(folder, 'dist/bundle'), { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.js') && !file.startsWith('cli')) nameEntries(posix.join('dist/bundle', file))
}
for (const [, { default: file, types }] of entries) nameTypes(file, types)
for (const file of readdirSync(join(folder, 'dist/types'), { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.d.ts')) nameFiles(join(folder, 'dist/types', file))
}
writeJson('jsr.json', {
  name: `@${name}/${name}`,
  version,
  license,
  exports: Object.fromEntries(entries.map(([entry, { default: file }]) => [entry, file])),
  publish: { exclude: ['dist/bundle/cli', 'package.json'] },
})
// Deno reads the versions of what is imported from npm here.
writeJson('package.json', { type: 'module', dependencies })

/** Makes a file that imports an entry of its own package import the file of that entry. */
function nameEntries(file) {
  const path = join(folder, file)
  const files = new Map(entries.map(([entry, { default: target }]) => [name + entry.slice(1), target]))
  const text = readFileSync(path, 'utf8').replaceAll(/\bfrom *(["'])(omniport[\w/-]*)\1/g, (found, quote, imported) => {
    const target = files.get(imported)
    if (target === undefined) return found
    const relative = posix.relative(posix.dirname(file), target)
    return `from ${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`
  })
  writeFileSync(path, text)
}

/** Says in a file of JavaScript where its declarations are. */
function nameTypes(file, types) {
  const path = join(folder, file)
  const from = posix.relative(posix.dirname(file), types)
  writeFileSync(path, `/* @ts-self-types="${from}" */\n${readFileSync(path, 'utf8')}`)
}

/** Makes imports of a declaration name the declaration that is there. JSR has its own list of libraries, so none is named. */
function nameFiles(path) {
  const text = readFileSync(path, 'utf8')
    .replaceAll(/((?:from|import\(|import) ?'\.{1,2}\/[^']*)\.js'/g, "$1.d.ts'")
    .replaceAll(/^\/\/\/ <reference lib="[\w.]+" \/>\n/gm, '')
  writeFileSync(path, text)
}

function writeJson(file, value) {
  writeFileSync(join(folder, file), `${JSON.stringify(value, undefined, 2)}\n`)
}
