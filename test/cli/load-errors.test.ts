// Why a module cannot be loaded, as Node says it: a runner of tests that transforms modules says other words.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cli, runProgram } from './run-program.js'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-errors-'))
  await writeFile(join(folder, 'other.mjs'), 'export const a = 1\n')
})

afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['that ends too soon', 'const a = {\n', (path: string) => `Unexpected end of input; "node ${path}" shows where`],
  [
    'that declares a name twice',
    'let a\nlet a\n',
    (path: string) => `Identifier 'a' has already been declared; "node ${path}" shows where`,
  ],
  [
    'that imports what another does not export',
    "const x = 1\nimport { b } from './other.mjs'\n",
    (path: string) => `The requested module './other.mjs' does not provide an export named 'b', at ${path}:2`,
  ],
  [
    'that imports a file that is not there',
    "import './missing.mjs'\n",
    (path: string) => `Cannot find module '${join(path, '../missing.mjs')}' imported from ${path}`,
  ],
  ['that throws', "const x = 1\nthrow new Error('no key')\n", (path: string) => `no key, at ${path}:2:7`],
])('a module %s is refused, and where it is at fault is said', async (_what, text, reason) => {
  const path = join(folder, 'server.mjs')
  await writeFile(path, text)
  const { code, stdout, stderr } = await runProgram([process.execPath, cli, 'list', path])
  expect([code, stdout]).toEqual([4, ''])
  const message = `${path} could not be loaded: ${reason(path)}`
  expect(JSON.parse(stderr)).toEqual({ error: { code: 'unreachable', message } })
})
