import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../support/root.js'
import { type Layer, layers } from './layers.js'

const all = layers()

/** A copy of the library in which every layer breaks the rules, and what the compiler says of it. */
let copy = ''
let output = ''

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'layers-'))
  copyLibrary()
  for (const layer of all) plant(layer)
  output = build()
}, 120_000)
afterAll(() => rmSync(copy, { recursive: true }))

describe('the compiler refuses', () => {
  test.each(all.slice(0, -1).map((layer) => [layer.name, layer]))('an import from above in %s', (_, layer) => {
    expect(errorsOf(layer, 'planted-upward.ts')).toEqual(['TS6307'])
  })

  test.each(all.filter(({ isPortable }) => isPortable).map((layer) => [layer.name, layer]))(
    'an import of Node in %s',
    (_, layer) => {
      expect(errorsOf(layer, 'planted-node.ts')).toEqual(['TS2591', 'TS2591'])
    },
  )
})

function copyLibrary(): void {
  for (const file of ['tsconfig.base.json', 'package.json', 'packages/omniport']) {
    cpSync(join(root, file), join(copy, file), {
      recursive: true,
      filter: (source) => !/\/(dist|node_modules)(\/|$)|\.test\.ts$/.test(source.slice(root.length)),
    })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

function plant({ name, folder }: Layer): void {
  const source = join(copy, folder)
  writeFileSync(
    join(source, 'planted-node.ts'),
    "import { readFileSync } from 'node:fs'\nexport const planted: unknown = [readFileSync, Buffer]\n",
  )
  const above = all[all.findIndex((layer) => layer.name === name) + 1]
  if (above === undefined) return
  const target = posix.relative(folder, `${above.folder}/planted-node.js`)
  const specifier = target.startsWith('.') ? target : `./${target}`
  writeFileSync(join(source, 'planted-upward.ts'), `export type { planted } from '${specifier}'\n`)
}

function build(): string {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-b', 'packages/omniport', '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
  }).stdout
}

function errorsOf({ folder }: Layer, file: string): readonly string[] {
  // Once per error: a file that is imported from below is checked in both projects.
  const lines = new Set(output.split('\n').filter((line) => line.startsWith(`${folder}/${file}(`)))
  return [...lines].map((line) => /error (TS\d+)/.exec(line)?.[1] ?? line)
}
