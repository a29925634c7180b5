import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { runProgram } from '../cli/run-program.js'
import { root } from '../support/root.js'

test('every scenario of the official suite comes to what the table says', { timeout: 480_000 }, async () => {
  const stdout = readFileSync(join(root, 'test/conformance/table.txt'), 'utf8')
  const outcome = await runProgram([process.execPath, 'conformance/run.mjs'], { cwd: root })
  // One scenario tries a host that the server does not answer to.
  const stderr = 'Requests to the host "evil.example.com" are refused; see allowedHosts\n'
  expect(outcome).toEqual({ code: 0, stderr, stdout })
})
