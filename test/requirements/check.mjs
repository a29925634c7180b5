// Checks that every requirement is verified or explained, writes docs/requirements.md, and prints its numbers:
// `npm run requirements`.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = `${root}node_modules/vitest/vitest.mjs`
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/requirements'], {
  cwd: root,
  env: { ...process.env, UPDATE: '1' },
  stdio: 'inherit',
})

const document = readFileSync(`${root}docs/requirements.md`, 'utf8')
const [, numbers = ''] = /^## Numbers\n\n(.*?)\n## /ms.exec(document) ?? []
process.stdout.write(numbers)
process.exitCode = status ?? 1
