import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cli, runProgram } from './run-program.js'

const notes = fileURLToPath(new URL('../../examples/notes/dist/server.js', import.meta.url))

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cli-serve-'))
})

afterEach(() => rm(directory, { recursive: true }))

test('serve serves a module over HTTP until it is interrupted, and other verbs reach it', async () => {
  const env = { ...process.env, NOTES_DIR: directory }
  const server = spawn(process.execPath, [cli, 'serve', notes, '--port', '0'], { env })
  const [line] = await once(server.stdout, 'data')
  const { url } = JSON.parse(String(line))
  const added = await runProgram([process.execPath, cli, 'call', url, 'add_note', 'title=Milk', 'text=Two.'])
  expect([added.code, added.stderr]).toEqual([0, ''])
  const read = await runProgram([process.execPath, cli, 'read', url, 'notes://milk', '--protocol', '2025-06-18'])
  expect(JSON.parse(read.stdout)).toEqual({
    contents: [{ uri: 'notes://milk', mimeType: 'text/markdown', text: '# Milk\n\nTwo.\n' }],
  })
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
})

test('serve refuses an address that other machines reach', async () => {
  const argv = [process.execPath, cli, 'serve', notes, '--host', '0.0.0.0', '--port', '0']
  const { code, stdout, stderr } = await runProgram(argv)
  expect([code, stdout]).toEqual([1, ''])
  expect(JSON.parse(stderr).error.code).toBe('usage')
  expect(JSON.parse(stderr).error.message).toMatch(/^hostname "0\.0\.0\.0" is reachable from other machines/)
})
