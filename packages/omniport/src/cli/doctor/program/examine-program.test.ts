import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { examineProgram } from './examine-program.js'

const { signal } = new AbortController()

/** Answers `initialize`, after what the rest of the script does. */
const answering = (more: string, atEnd = 'process.exit(0)') => `
${more}
process.stdin.on('data', (data) => {
  for (const line of String(data).trim().split('\\n')) {
    const { id } = JSON.parse(line)
    const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } }
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
  }
})
process.stdin.on('end', () => { ${atEnd} })`

async function examine(script: string, timeout?: number) {
  const findings = await examineProgram(
    { command: process.execPath, args: ['-e', script] },
    { env: [], header: [], timeout },
    { signal },
  )
  expect(new Set(findings.map(({ area }) => area))).toEqual(new Set(['program']))
  return findings.map(({ level, text, advice }) => [level, text, ...(advice === undefined ? [] : [advice])])
}

const starts = ['ok', `"${process.execPath}" starts`]
const quick = ['ok', expect.stringMatching(/^the first answer takes \d+ ms$/)]
const exits = ['ok', 'it exits when its stdin ends']

describe('a program', () => {
  test('that does all as it should has nothing to be said of', async () => {
    expect(await examine(answering(''))).toEqual([starts, quick, ['ok', 'stdout has messages only'], exits])
  })

  test('that writes other things is told where to', async () => {
    expect(await examine(answering('console.log("Listening"); console.error("one"); console.error("last")'))).toEqual([
      ...[starts, quick],
      [
        ...['problem', 'it writes to stdout what is no message: "Listening"'],
        'print it with console.error, or log to stderr',
      ],
      ...[['note', 'it writes to stderr: "last"'], exits],
    ])
  })

  test('that ends is run by itself', async () => {
    const advice = 'run it by itself and see what it lacks: a variable (-e NAME=value), an argument, a file'
    const found = await examine('console.error("no KEY"); process.exit(3)')
    expect(found).toEqual([
      starts,
      ['problem', expect.stringMatching(/ before it answered; its stderr ends with "no KEY"$/), advice],
    ])
    expect(await examine('process.exit(0)')).toEqual([
      starts,
      ['problem', expect.stringMatching(/ before it answered$/), advice],
    ])
  })

  test('that says nothing may need an argument', async () => {
    expect(await examine('setInterval(() => {}, 1000)', 200)).toEqual([
      starts,
      [
        ...['problem', 'no answer in 200 ms'],
        'is it an MCP server over stdio? Some need an argument such as "stdio"; or give it more time with --timeout',
      ],
    ])
  })

  test('that is not there has a name and a path', async () => {
    const found = await examineProgram({ command: 'no-such-program-7' }, { env: [], header: [] }, { signal })
    expect(found).toEqual([
      {
        ...{ area: 'program', level: 'problem', advice: 'check its name and path, and "cwd" of its entry' },
        text: expect.stringMatching(/^Could not start "no-such-program-7": .*; install it, or give its full path$/),
      },
    ])
  })
})

describe.skipIf(process.platform === 'win32')('a program that is slow', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'program-'))
  })

  afterEach(async () => {
    vi.restoreAllMocks()
    await rm(folder, { recursive: true })
  })

  /** What is said of a program of that name whose first answer takes so long. */
  async function examineNamed(name: string, ms: number) {
    const command = join(folder, name)
    await symlink(process.execPath, command)
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += ms
      return now
    })
    const findings = await examineProgram({ command, args: ['-e', answering('')] }, { env: [], header: [] }, { signal })
    return findings.slice(0, 2).map(({ level, text, advice }) => [level, text.replace(folder, ''), advice])
  }

  const download = 'it may be downloaded each time: install the package, and start its program'
  const work = 'do slow work when it is first needed, not before the first answer'

  test.each([
    ['npx', download],
    ['uvx', download],
    ['pnpx', download],
    ['bunx', download],
    ['npx.cmd', download],
    ['mynpx', work],
    ['npx.js', work],
  ])('is told what to do: %s', async (name, advice) => {
    expect(await examineNamed(name, 5_001)).toEqual([
      ['ok', `"/${name}" starts`, undefined],
      ['warning', 'the first answer takes 5001 ms', advice],
    ])
  })

  test('for 5 s is none', async () => {
    expect((await examineNamed('npx', 5_000))[1]).toEqual(['ok', 'the first answer takes 5000 ms', undefined])
  })
})
