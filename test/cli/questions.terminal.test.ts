import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { cli, runProgram } from './run-program.js'
import { hasTerminals, TerminalProgram } from './terminal.js'

const server = fileURLToPath(new URL('fixtures/questions.mjs', import.meta.url))
const enter = '\r'

const call = (tool: string, ...options: readonly string[]) =>
  [process.execPath, cli, 'call', tool, ...options, '--', process.execPath, server] as const

describe.skipIf(!hasTerminals)('at a terminal (skipped without util-linux)', { timeout: 60_000 }, () => {
  test.each(['2025-11-25', '2026-07-28'])('a form of the server is filled in, in %s', async (revision) => {
    await using program = new TerminalProgram(call('form', '--protocol', revision), {})
    await program.at('asks you')
    await program.at('Which tea?')
    await program.at('kind', 'green', enter)
    await program.at('Send this to', enter)
    await program.at('"green"')
    expect(await program.ended()).toBe(0)
  })

  test('a page of the server is shown and never opened', async () => {
    await using program = new TerminalProgram(call('page', '--protocol', '2026-07-28'), {})
    await program.at('asks you to open a page')
    await program.at('Domain: pay.example')
    await program.at('I opened it', enter)
    await program.at('decline')
    expect(await program.ended()).toBe(0)
  })

  test('progress is a bar, and results have colours', async () => {
    await using program = new TerminalProgram(call('slow'), {})
    await program.at('50 %')
    await program.at('done')
    expect(await program.ended()).toBe(0)
  })
})

test('without a terminal a server hears that nobody can be asked', { timeout: 60_000 }, async () => {
  const { code, stderr } = await runProgram(call('form'))
  expect(code).toBe(5)
  expect(stderr).toMatch(/elicit/i)
})
