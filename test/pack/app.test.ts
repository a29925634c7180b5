import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { install, link, type Packed, pack } from '../support/install-package.js'
import { root } from '../support/root.js'
import { runProgram } from '../support/run-program.js'

describe('the published package for views', () => {
  let folder = ''
  let packed: Packed = { tarball: '', files: [] }
  const home = () => join(folder, 'node_modules/@omniport/app')

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pack-'))
    packed = pack('@omniport/app', folder)
    install('@omniport/app', packed, folder)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('has its licence, a readme, a file of each entry and the declarations, and nothing else', () => {
    const { files } = packed
    expect(files.filter((file) => !file.startsWith('dist/'))).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
    ])
    const { exports } = JSON.parse(readFileSync(join(home(), 'package.json'), 'utf8')) as { exports: Exports }
    const bundles = Object.values(exports).flatMap(({ default: file = [] }) => file)
    expect(files.filter((file) => file.endsWith('.js'))).toEqual(bundles.map((file) => file.slice('./'.length)).sort())
    const built = /^dist\/(bundle\/[a-z]+\.js|types\/[a-z/-]+\.d\.ts)$/
    expect(files.filter((file) => file.startsWith('dist/') && !built.test(file))).toEqual([])
  })

  test('has types that import its peers and nothing else', () => {
    const named = packed.files
      .filter((file) => file.endsWith('.d.ts'))
      .flatMap((file) => [
        ...readFileSync(join(home(), file), 'utf8').matchAll(/(?:from |import\()['"]([^'".][^'"]*)/g),
      ])
      .map(([, name = '']) => name)
    expect(named.filter((name) => !/^omniport(\/[a-z]+)?$/.test(name))).toEqual([])
  })

  test('runs where it is installed alone, and says that there is no host', () => {
    const program = `import { connectApp } from '@omniport/app'
await connectApp({ name: 'a', version: '1' }).catch(({ code }) => console.log(code))`
    writeFileSync(join(folder, 'view.js'), program)
    expect(runProgram('view.js', [], folder)).toEqual({ status: 0, stdout: 'unreachable\n', stderr: '' })
  })

  test('compiles where it is installed, beside the library', () => {
    for (const name of ['omniport', '@standard-schema/spec', 'react', '@types/react', 'csstype']) link(name, folder)
    const options = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: [] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['a.ts'] }))
    const lines = [
      "export * from '@omniport/app'",
      "export * from '@omniport/app/react'",
      "export * as host from '@omniport/app/host'",
    ]
    writeFileSync(join(folder, 'a.ts'), lines.join('\n'))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stdout).toBe('')
  })
})

type Exports = Readonly<Record<string, { readonly default?: string }>>
