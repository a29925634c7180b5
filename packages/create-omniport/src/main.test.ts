import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { help } from './choices.js'
import { setOwn, setTypescript } from './fixtures/set-own.js'

const { argv, stdin, stdout, stderr } = process

let cwd = ''
let written: string[]

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'create-main-'))
  written = []
  vi.spyOn(process, 'cwd').mockReturnValue(cwd)
  for (const [name, stream] of [
    ['out', stdout],
    ['err', stderr],
  ] as const)
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      written.push(`${name}: ${text}`)
      return true
    })
})

afterEach(async () => {
  process.argv = argv
  process.exitCode = undefined
  vi.restoreAllMocks()
  await rm(cwd, { recursive: true })
})

let runs = 0

/** Runs the program with these words, and gives its exit code. */
async function main(...words: readonly string[]) {
  process.argv = ['node', 'create-omniport', ...words]
  runs += 1
  await import(/* @vite-ignore */ `${new URL('main.js', import.meta.url).href}?run=${runs}`)
  return process.exitCode
}

describe('the program', () => {
  test('writes to stdout what was asked for', async () => {
    expect([await main('--help'), written]).toEqual([undefined, [`out: ${help}`]])
  })

  test('makes a project in the working folder, and warns on stderr', async () => {
    const restore = setTypescript(false)
    expect(await main('kitchen', '-t', 'http', '--ts', '--no-install')).toBeUndefined()
    restore()
    expect(await readdir(cwd)).toEqual(['kitchen'])
    expect(written).toEqual([
      expect.stringMatching(/^err: create-omniport: Node .* does not run TypeScript by itself: .*--js\.\n$/),
      expect.stringMatching(/^out: \nMade .*kitchen\. Next:\n/),
    ])
  })

  test('says on one line of stderr what is wrong', async () => {
    expect([await main('a', 'b'), written]).toEqual([1, ['err: create-omniport: Give one folder; got "b" as well\n']])
  })

  test.each([
    [true, false],
    [false, true],
  ])('asks nobody where stdin is a terminal: %s, and stderr: %s', async (input, output) => {
    const restore = [setOwn(stdin, 'isTTY', input), setOwn(stderr, 'isTTY', output)]
    const exitCode = await main('a')
    for (const each of restore) each()
    expect([exitCode, written]).toEqual([
      1,
      ['err: create-omniport: There is no terminal to ask at; add --yes, or give a folder and --template\n'],
    ])
  })
})
