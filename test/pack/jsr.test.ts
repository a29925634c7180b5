import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deno, hasDeno } from '../support/deno.js'
import { link } from '../support/install-package.js'
import { root } from '../support/root.js'

const run = promisify(execFile)
const dryRun = ['publish', '--dry-run', '--allow-dirty']

describe('the folder for JSR', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'jsr-'))
    spawnSync(process.execPath, ['scripts/jsr.mjs', folder], { cwd: root, stdio: 'inherit' })
    for (const name of ['@standard-schema/spec', 'jose', '@types/node', 'undici-types']) link(name, folder)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('has the entries of the package', () => {
    const { exports } = JSON.parse(readFileSync(join(folder, 'jsr.json'), 'utf8')) as { exports: object }
    const own = JSON.parse(readFileSync(`${root}/packages/omniport/package.json`, 'utf8')) as { exports: object }
    expect(Object.keys(exports)).toEqual(Object.keys(own.exports).filter((entry) => entry !== './package.json'))
  })

  test.skipIf(!hasDeno)('passes the checks of deno publish: names, types, and none that is slow', async () => {
    const env = { PATH: process.env['PATH'], DENO_DIR: join(folder, 'cache'), DENO_NO_UPDATE_CHECK: '1' }
    const { stderr } = await run(deno, dryRun, { cwd: folder, env, maxBuffer: 2 ** 26 })
    expect(stripVTControlCharacters(stderr)).toMatch(/Success Dry run complete\n$/)
  })
})
