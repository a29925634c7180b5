import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Packed, pack } from '../support/install-package.js'
import { runTool } from '../support/run-tool.js'

/** The packages that are published; that of the official SDK's names has its own test, since its types differ from theirs. */
const packages = ['omniport', '@omniport/app', '@omniport/redis', '@omniport/otel', 'create-omniport']

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'published-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(packages)('%s, as it is published', (name) => {
  let packed: Packed = { tarball: '', files: [] }
  beforeAll(() => {
    packed = pack(name, folder)
  })

  test('publint has nothing to say', { timeout: 180_000 }, () => {
    const { status, output } = runTool('publint', ['run', packed.tarball, '--strict'])
    expect([output, status]).toEqual([expect.stringContaining('All good!'), 0])
  })

  test.runIf(name !== 'create-omniport')('its types are right for every way to import it', { timeout: 300_000 }, () => {
    const { status, output } = runTool('attw', [packed.tarball, '--profile', 'esm-only', '--no-definitely-typed'])
    expect(status, output).toBe(0)
  })
})
