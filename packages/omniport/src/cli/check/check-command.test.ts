import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { RunOptions } from '../command-line/invocation.js'
import { checkCommand } from './check-command.js'
import type { CheckFlags } from './check-flags.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'check-'))
})

afterEach(() => rm(cwd, { recursive: true }))

interface Line {
  readonly words?: readonly string[]
  readonly command?: readonly string[]
  readonly options?: Partial<RunOptions>
}

async function check(flags: CheckFlags, { words = [], command, options = {} }: Line = {}) {
  const { io, stdout } = createMemoryIo({ cwd })
  const line = { words, command, flags, options: { env: [], header: [], ...options } }
  const code = await checkCommand(line, io).catch((reason) => reason)
  return { code, printed: stdout() }
}

describe('what is checked', () => {
  test.each<[CheckFlags, Line, string]>([
    [{}, {}, 'check: say what to check: a <target>, --schema <file>, or --sdk [folder]'],
    [{ schema: 'a' }, { words: ['b'] }, 'check: give a target, --schema or --sdk, not two of them'],
    [{ sdk: true }, { command: ['b'] }, 'check: give a target, --schema or --sdk, not two of them'],
    [{ sdk: 'a', schema: 'b' }, {}, 'check: give a target, --schema or --sdk, not two of them'],
    [{ schema: 'a' }, { options: { timeout: 5 } }, 'check: --timeout does not apply to --schema'],
    [{ schema: 'a' }, { options: { env: ['A=b'] } }, 'check: --env does not apply to --schema'],
    [{ schema: 'a' }, { options: { header: ['A: b'] } }, 'check: --header does not apply to --schema'],
    [{ sdk: true }, { options: { auth: true } }, 'check: --auth does not apply to --sdk'],
    [{ sdk: true }, { options: { bearerEnv: 'A' } }, 'check: --bearer-env does not apply to --sdk'],
    [{ sdk: true }, { options: { config: 'a' } }, 'check: --config does not apply to --sdk'],
    [{ sdk: true }, { options: { protocol: 'auto' } }, 'check: --protocol does not apply to --sdk'],
    [{ sdk: true, junit: 'a' }, {}, 'check: --junit does not apply to --sdk'],
    [{ schema: 'a', tool: 'a' }, {}, 'check: --tool does not apply to --schema'],
  ])('is one thing: %j %j', async (flags, line, message) => {
    expect((await check(flags, line)).code).toMatchObject({ code: 'usage', message })
  })
})

describe('a recording', () => {
  const good =
    '{"from":"client","revision":"2025-06-18","message":{"jsonrpc":"2.0","id":1,"method":"ping"}}\n{"jsonrpc":"2.0","id":1,"result":{}}\n'
  const bad = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}\n'

  test('that keeps to the protocol has no problems', async () => {
    await writeFile(join(cwd, 'a.jsonl'), good)
    expect(await check({ schema: 'a.jsonl' })).toEqual({ code: 0, printed: '' })
    const { code, printed } = await check({ schema: 'a.jsonl' }, { options: { json: true } })
    expect([code, JSON.parse(printed)]).toEqual([0, { result: { messages: 2, problems: [] } }])
  })

  test('has its problems by lines', async () => {
    await writeFile(join(cwd, 'a.jsonl'), good + bad)
    const { code, printed } = await check({ schema: 'a.jsonl' }, { options: { protocol: '2025-11-25' } })
    expect(printed).toMatch(/^3: .*name/)
    expect(code).toMatchObject({ code: 'invalid_result', message: 'There is 1 problem in a.jsonl' })
  })

  test('has several problems in the order of their lines', async () => {
    await writeFile(join(cwd, 'a.jsonl'), `${bad}${good}no message\n${bad.replace('1', '2')}`)
    const { code, printed } = await check({ schema: 'a.jsonl' }, { options: { protocol: '2025-11-25' } })
    const numbers = printed
      .trim()
      .split('\n')
      .map((line) => Number(line.split(':')[0]))
    expect(numbers).toEqual(numbers.toSorted((left, right) => left - right))
    expect(code).toMatchObject({
      ...{ code: 'invalid_result', message: `There are ${numbers.length} problems in a.jsonl` },
    })
  })

  test.each(['modern', 'legacy'] as const)('is of one revision, not of %s', async (protocol) => {
    await writeFile(join(cwd, 'a.jsonl'), good)
    expect((await check({ schema: 'a.jsonl' }, { options: { protocol } })).code).toMatchObject({
      code: 'usage',
      message: `check: --protocol takes one revision here, of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28; got "${protocol}"`,
    })
  })

  test('that is not there is said to be', async () => {
    expect((await check({ schema: 'a.jsonl' })).code).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^check: cannot read the file "a\.jsonl": ENOENT/),
    })
  })

  test('of a newer version is refused', async () => {
    await writeFile(join(cwd, 'a.jsonl'), '{"format":"omniport-recording","version":99}\n')
    expect((await check({ schema: 'a.jsonl' })).code).toMatchObject({
      ...{ code: 'usage', message: expect.stringMatching(/^check: .*99/) },
    })
  })
})

describe('the SDK of a project', () => {
  const place = 'node_modules/@modelcontextprotocol/sdk'

  async function install(folder: string, name: string): Promise<void> {
    await mkdir(join(cwd, folder, place), { recursive: true })
    await writeFile(join(cwd, folder, place, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
  }

  test('is replaced', async () => {
    await install('.', '@omniport/sdk')
    expect(await check({ sdk: true })).toEqual({ code: 0, printed: `${place}: @omniport/sdk 1.0.0\n` })
  })

  test('of another folder is not', async () => {
    await install('sub', 'official')
    const { code, printed } = await check({ sdk: 'sub' })
    expect(printed).toBe(`${place}: official 1.0.0, not replaced\n`)
    expect(code).toMatchObject({
      code: 'invalid_result',
      message:
        'check: 1 of 1 not replaced. Put "overrides" into the package.json at the root of the project ("resolutions" for Yarn, "pnpm": {"overrides"} for pnpm), and the same in "dependencies" where the SDK is one; remove node_modules and the lock file, and install again',
    })
  })

  test.each<[string | true, string]>([
    [true, '.'],
    ['sub', 'sub'],
  ])('is not there: %s', async (sdk, folder) => {
    expect((await check({ sdk })).code).toMatchObject({
      code: 'not_found',
      message: `check: nothing is installed as @modelcontextprotocol/sdk in ${folder}; run npm install first`,
    })
  })
})
