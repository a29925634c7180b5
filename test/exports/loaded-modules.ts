import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../support/root.js'

/**
 * What a program made Node load: addresses of modules (`node:fs` where one is imported), paths of CommonJS files, and
 * `builtin:fs` for each part of Node itself, asked for or not. Files of the library that join modules are those modules, by
 * where they were compiled to. `flags` are for Node.
 */
export function loadedModules(program: string, flags: readonly string[] = []): readonly string[] {
  const idle = new Set(run('', flags))
  return run(program, flags)
    .flatMap(joined)
    .filter((name) => !idle.has(name))
}

const dist = `${root}/packages/omniport/dist/`
const modules = JSON.parse(readFileSync(`${dist}.modules.json`, 'utf8')) as Readonly<Record<string, readonly string[]>>

function joined(name: string): readonly string[] {
  const [, file] = name.split(`file://${dist}bundle/`)
  return (file === undefined ? undefined : modules[file]?.map((module) => `file://${dist}${module}`)) ?? [name]
}

/** Runs a module in a process of its own, where the packages of this workspace can be imported. */
function run(program: string, flags: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'loads-'))
  const record = join(folder, 'loads.txt')
  const recorder = `${root}/test/exports/record-loads.mjs`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(`file://${recorder}`)}, { data: ${JSON.stringify(record)} })`
  writeFileSync(record, '')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...flags,
      '--import',
      `data:text/javascript,${encodeURIComponent(register)}`,
      '--input-type=module',
      '--eval',
      `${program}\n${report}`,
    ],
    { cwd: root, encoding: 'utf8' },
  )
  const modules = readFileSync(record, 'utf8').split('\n')
  rmSync(folder, { recursive: true })
  if (status !== 0) throw new Error(stderr)
  return [...modules, ...(JSON.parse(stdout) as string[])].filter((name) => name !== '' && !name.startsWith('data:'))
}

const report = `
const { createRequire } = await import('node:module')
console.log(JSON.stringify([
  ...process.moduleLoadList.filter((name) => name.startsWith('NativeModule ')).map((name) => 'builtin:' + name.slice(13)),
  ...Object.keys(createRequire(import.meta.url).cache),
]))`
