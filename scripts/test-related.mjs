// Runs the tests that a change concerns: `npm run test:related`. Changed is what differs from the last commit, or, where nothing
// does, from `main`; or what is named: `npm run test:related -- packages/omniport/src/uri/expand-template.ts`. `--list` only prints.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { relatedTests } from './related-tests.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const named = process.argv.slice(2).filter((word) => word !== '--list')
const changed = named.length > 0 ? named : changedFiles()
const tests = relatedTests(changed)

console.log(`${changed.length} changed files, tests of:\n${tests.map((path) => `  ${path}`).join('\n')}`)
if (!process.argv.includes('--list') && tests.length > 0) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--mode', 'usual', '--reporter=dot', '--passWithNoTests', ...tests]
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
}

function changedFiles() {
  const since = git('diff', '--name-only', 'HEAD')
  const unknown = git('ls-files', '--others', '--exclude-standard')
  const uncommitted = [...since, ...unknown]
  return uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'main...HEAD')
}

function git(...args) {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line !== '')
}
