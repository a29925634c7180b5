import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/root.js'
import { runProgram } from '../support/run-program.js'

const script = join(root, 'scripts/validate-examples.mjs')

test('the examples of the specification are valid', () => {
  const { status, stdout, stderr } = runProgram(script, [], root)
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: '129 of 129 examples of 2026-07-28 are valid\n',
    stderr: '',
  })
})

test('an example that is not valid is named, with its problem', () => {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'))
  try {
    mkdirSync(join(folder, 'Tool'))
    writeFileSync(join(folder, 'Tool/good.json'), '{ "name": "add", "inputSchema": { "type": "object" } }')
    writeFileSync(join(folder, 'Tool/bad.json'), '{ "name": 5, "inputSchema": { "type": "object" } }')
    expect(runProgram(script, [folder], root)).toEqual({
      status: 1,
      stdout: 'Tool/bad.json: /name: must be a string\n1 of 2 examples of 2026-07-28 are valid\n',
      stderr: '',
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
