import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { finished, readResults } from '../../conformance/results.mjs'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'results-'))
})

afterEach(() => rm(directory, { recursive: true }))

/** Writes what the suite writes about one scenario, and reads it back. */
async function resultOf(role: 'server' | 'client', files: { readonly [name: string]: string }) {
  const folder = join(directory, `${role === 'server' ? 'server-' : ''}server-x-2020-12-2026-07-28T10-20-30-123Z`)
  await mkdir(folder)
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return readResults(role, directory)
}

const checksOf = (...statuses: readonly string[]) =>
  JSON.stringify(statuses.map((status) => ({ status, id: 'a-check', description: 'what should be' })))

test.each([
  ['successes are counted', ['SUCCESS', 'INFO', 'SUCCESS', 'SKIPPED'], 2, []],
  ['a failure is a problem', ['SUCCESS', 'FAILURE'], 1, ['FAILURE a-check: what should be']],
  ['a warning is a problem', ['SUCCESS', 'WARNING'], 1, ['WARNING a-check: what should be']],
  ['no success is a problem', ['INFO', 'SKIPPED'], 0, ['no check succeeded']],
  ['no checks are a problem', [], 0, ['no check succeeded']],
])('%s', async (_name, statuses, successes, problems) => {
  const result = await resultOf('server', { 'checks.json': checksOf(...statuses) })
  expect(result).toEqual([{ scenario: 'server-x-2020-12', successes, problems }])
})

test('the message of a check goes before its description', async () => {
  const checks = [
    { status: 'SUCCESS', id: 'a', description: 'what should be' },
    { status: 'FAILURE', id: 'b', description: 'what should be', errorMessage: 'what is' },
  ]
  const [result] = await resultOf('server', { 'checks.json': JSON.stringify(checks) })
  expect(result?.problems).toEqual(['FAILURE b: what is'])
})

test('a scenario that wrote no results crashed', async () => {
  const problems = ['CRASH checks.json: the scenario wrote no results', 'no check succeeded']
  expect(await resultOf('server', {})).toEqual([{ scenario: 'server-x-2020-12', successes: 0, problems }])
})

test.each([
  ['a client that finished', finished, '', []],
  ['a client that crashed', '', 'Error: x\n', ['the client did not finish: Error: x']],
  ['a client that was ended', 'some output\n', '', ['the client did not finish: ']],
])('%s is told apart', async (_name, stdout, stderr, problems) => {
  const files = { 'checks.json': checksOf('SUCCESS'), 'stdout.txt': stdout, 'stderr.txt': stderr }
  expect(await resultOf('client', files)).toEqual([{ scenario: 'server-x-2020-12', successes: 1, problems }])
})

test('a name with a slash is a folder in a folder', async () => {
  const folder = join(directory, 'auth', 'metadata-default-2026-07-28T10-20-30-123Z')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'checks.json'), checksOf('SUCCESS'))
  await writeFile(join(folder, 'stdout.txt'), finished)
  expect(readResults('client', directory)).toEqual([{ scenario: 'auth/metadata-default', successes: 1, problems: [] }])
})
