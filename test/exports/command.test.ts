import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.js'

const dist = `${root}/packages/omniport/dist/`
const modules = JSON.parse(readFileSync(`${dist}.modules.json`, 'utf8')) as Readonly<Record<string, readonly string[]>>
const { exports } = JSON.parse(readFileSync(`${dist}../package.json`, 'utf8')) as {
  exports: Record<string, string | { readonly default: string }>
}
const entries = Object.values(exports).flatMap((target) => {
  return typeof target === 'string' ? [] : [target.default.replace('./dist/bundle/', '')]
})

const all = /(?:\bfrom ?|\bimport ?\(?)["`](\.[^"`]+)["`]/g
const atOnce = /(?:^|;)(?:im|ex)port\b(?!\()[^;]*?"(\.[^"]+)"/gm

/** The modules in the files of the bundle that these files lead to. */
function reach(files: readonly string[], imports: RegExp): readonly string[] {
  const found = new Set(files)
  for (const file of found) {
    for (const [, specifier = ''] of readFileSync(`${dist}bundle/${file}`, 'utf8').matchAll(imports)) {
      found.add(posix.join(posix.dirname(file), specifier))
    }
  }
  return [...found].flatMap((file) => modules[file] ?? [])
}

const ofCommand = /^cli\/|node_modules\/(commander|@clack)\//

test('a program that uses the library loads nothing of the command', () => {
  const reached = reach(entries, all)
  expect([reached.length > 0, reached.filter((id) => ofCommand.test(id))]).toEqual([true, []])
})

test('the command loads what draws at a terminal, parsers, search and patterns when it needs them', () => {
  const late = /node_modules\/(@clack|yaml|smol-toml|jsonc-parser|minisearch|re2js|cross-spawn|oauth4webapi)\//
  const packagesOf = (ids: readonly string[]) => new Set(ids.flatMap((id) => late.exec(id)?.[1] ?? []))
  expect([packagesOf(reach(['cli/main.js'], atOnce)).size, packagesOf(reach(['cli/main.js'], all)).size]).toEqual([
    0, 8,
  ])
})

test('the command loads the files that programs load, and has no copy of them, but of functions over text and URIs', () => {
  const own = Object.entries(modules).flatMap(([file, ids]) => (file.startsWith('cli/') ? ids : []))
  const others = Object.entries(modules).flatMap(([file, ids]) => (file.startsWith('cli/') ? [] : ids))
  const both = own.filter((id) => others.includes(id) && !/rolldown|builtin:|^(values\/text|uri)\//.test(id))
  expect([own.includes('cli/main.js'), both]).toEqual([true, []])
})
