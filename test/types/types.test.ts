import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('programs written against the published types compile, and wrong ones do not', () => {
  const tsc = `${root}/node_modules/typescript/bin/tsc`
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', `${root}/test/types`], {
    encoding: 'utf8',
  })
  expect([stdout, stderr, status]).toEqual(['', '', 0])
})
