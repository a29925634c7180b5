import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { ConfigFlags } from '../config-flags.js'
import { installServer, uninstallServer } from './install-server.js'

let folder: string
let cwd: string
let home: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'install-'))
  cwd = join(folder, 'work')
  home = join(folder, 'home')
  for (const name of [cwd, home]) await mkdir(name)
})

afterEach(() => rm(folder, { recursive: true }))

interface Given {
  readonly command?: readonly string[]
  readonly flags?: ConfigFlags
  readonly env?: readonly string[]
  readonly header?: readonly string[]
  readonly text?: true
  readonly in?: string
}

async function run(verb: typeof installServer, words: readonly string[], given: Given = {}) {
  const { io, stdout } = createMemoryIo({ cwd: given.in ?? cwd, env: { HOME: home } })
  const { command, flags = {}, env = [], header = [], text } = given
  const code = await verb({ words, command, flags, options: { env, header, ...(text && { text }) } }, io)
  return { code, printed: stdout() }
}

const install = (words: readonly string[], given?: Given) => run(installServer, words, given)
const uninstall = (words: readonly string[], given?: Given) => run(uninstallServer, words, given)
const cursor = () => join(home, '.cursor/mcp.json')
const read = (file = cursor()) => readFile(file, 'utf8')

async function write(text: string, file = cursor()): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

const url = 'https://a.example/mcp'
const node = { command: ['node', 'x.js'], flags: { name: 'n' } }

describe('wrong use', () => {
  test.each([
    [
      installServer,
      [],
      {},
      'config install: give a host, and a URL or "-- command args…", such as: cursor -- node server.js',
    ],
    [
      installServer,
      ['cursor', url, 'more'],
      {},
      'config install takes a host and a URL, got "more" as well; a program to start comes after "--"',
    ],
    [uninstallServer, [], {}, 'config uninstall: give a host and the name of a server, such as: cursor notes'],
    [uninstallServer, ['cursor'], {}, 'config uninstall: give a host and the name of a server, such as: cursor notes'],
    [uninstallServer, ['cursor', 'a', 'b'], {}, 'config uninstall takes a host and a name, got "b" as well'],
    [installServer, ['cursor'], {}, 'config install: give a URL or "-- command args…", one of them'],
    [
      installServer,
      ['windsurf', url],
      { flags: { project: true } },
      'config: Windsurf has no config file in a project; leave --project out',
    ],
  ] satisfies [typeof installServer, readonly string[], Given, string][])(
    '%o %j',
    async (verb, words, given, message) => {
      await expect(run(verb, words, given)).rejects.toMatchObject({ code: 'usage', message })
      expect(await readdir(home)).toEqual([])
    },
  )
})

describe('install', () => {
  test('makes the file of the user, and says what it wrote, but not the values', async () => {
    const { code, printed } = await install(['cursor'], { ...node, env: ['TOKEN=secret'] })
    expect(JSON.parse(await read())).toEqual({
      mcpServers: { n: { command: 'node', args: ['x.js'], env: { TOKEN: 'secret' } } },
    })
    expect([code, JSON.parse(printed)]).toEqual([
      0,
      {
        host: 'Cursor',
        name: 'n',
        file: cursor(),
        changed: true,
        entry: { command: 'node', args: ['x.js'], env: ['TOKEN'] },
      },
    ])
    expect(await readdir(dirname(cursor()))).toEqual(['mcp.json'])
  })

  test('makes the file of the project where that is wanted', async () => {
    await install(['cursor', url], { flags: { project: true } })
    expect(JSON.parse(await read(join(cwd, '.cursor/mcp.json')))).toEqual({ mcpServers: { 'a-example': { url } } })
    expect(existsSync(cursor())).toBe(false)
  })

  test('in the home folder, where both are one file, writes that', async () => {
    await install(['cursor', url], { in: home })
    expect(JSON.parse(await read())).toEqual({ mcpServers: { 'a-example': { url } } })
  })

  test('keeps a backup of the file that was there', async () => {
    await write('{}\n')
    const { printed } = await install(['cursor', url], { text: true })
    const backup = `${cursor()}.before-omniport`
    expect([printed, await read(backup)]).toEqual([
      `Added a-example to ${cursor()}. The file as it was: ${backup}. Cursor reads it when it starts.\n`,
      '{}\n',
    ])
  })

  test('says so without a backup where there was no file', async () => {
    expect((await install(['cursor', url], { text: true })).printed).toBe(
      `Added a-example to ${cursor()}. Cursor reads it when it starts.\n`,
    )
  })

  test('changes nothing where the entry is there already', async () => {
    await install(['cursor', url], { header: ['X-Key: k'] })
    const { printed } = await install(['cursor', url], { header: ['X-Key: k'] })
    expect(JSON.parse(printed)).toEqual({
      ...{ host: 'Cursor', name: 'a-example', file: cursor(), changed: false },
      entry: { url, headers: ['X-Key'] },
    })
    const again = await install(['cursor', url], { header: ['X-Key: k'], text: true })
    expect([again.printed, await readdir(dirname(cursor()))]).toEqual([
      `${cursor()} has a-example already; nothing was changed.\n`,
      ['mcp.json'],
    ])
  })

  test('replaces another entry only if it is told to', async () => {
    await write('{"mcpServers":{"n":{"command":"mine"}}}')
    await expect(install(['cursor'], node)).rejects.toMatchObject({
      code: 'usage',
      message: `config install: ${cursor()} has another server "n"; --force replaces it, and --name gives this one another name`,
    })
    expect(await readdir(dirname(cursor()))).toEqual(['mcp.json'])
    await install(['cursor'], { ...node, flags: { name: 'n', force: true } })
    expect(JSON.parse(await read())).toEqual({ mcpServers: { n: { command: 'node', args: ['x.js'] } } })
  })
})

describe('uninstall', () => {
  test('takes the entry out, and keeps a backup', async () => {
    await write('{"mcpServers":{"n":{},"m":{}}}')
    const { printed } = await uninstall(['cursor', 'n'])
    expect(JSON.parse(printed)).toEqual({
      ...{ host: 'Cursor', name: 'n', file: cursor(), changed: true },
      backup: `${cursor()}.before-omniport`,
    })
    expect(JSON.parse(await read())).toEqual({ mcpServers: { m: {} } })
    const { printed: text } = await uninstall(['cursor', 'm'], { text: true })
    expect(text).toBe(
      `Removed m from ${cursor()}. The file as it was: ${cursor()}.before-omniport-2. Cursor reads it when it starts.\n`,
    )
  })

  test.each([[undefined], ['{}'], ['{"mcpServers":{"other":{}}}']])('finds no entry in %j', async (text) => {
    if (text !== undefined) await write(text)
    await expect(uninstall(['cursor', 'n'])).rejects.toMatchObject({
      code: 'not_found',
      message: `config uninstall: there is no server "n" in ${cursor()}`,
    })
  })
})

describe('--dry-run', () => {
  const dry = { ...node, flags: { name: 'n', dryRun: true } } as const

  test('shows the lines that would change, and writes nothing', async () => {
    const before = '{\n  "a": 1,\n  "mcpServers": {\n    "m": {}\n  },\n  "z": 2\n}\n'
    await write(before)
    const { printed } = await install(['cursor'], { ...dry, text: true })
    expect(printed.split('\n')).toEqual([
      cursor(),
      '@@ line 4 @@',
      '-     "m": {}',
      '+     "m": {},',
      '+     "n": {',
      '+       "command": "node",',
      '+       "args": [',
      '+         "x.js"',
      '+       ]',
      '+     }',
      '',
    ])
    expect([await read(), await readdir(dirname(cursor()))]).toEqual([before, ['mcp.json']])
  })

  test('of a new file has only new lines', async () => {
    const { printed } = await install(['cursor', url], { flags: { dryRun: true } })
    const value = JSON.parse(printed)
    expect([value.changed, value.diff, existsSync(cursor())]).toEqual([
      false,
      [
        '@@ line 1 @@',
        '+ {',
        '+   "mcpServers": {',
        '+     "a-example": {',
        `+       "url": "${url}"`,
        '+     }',
        '+   }',
        '+ }',
      ],
      false,
    ])
  })

  test('shows an entry that would be taken out', async () => {
    await write('{\r\n  "mcpServers": {\r\n    "m": {},\r\n    "n": {}\r\n  }\r\n}')
    const { printed } = await uninstall(['cursor', 'n'], { flags: { dryRun: true } })
    expect(JSON.parse(printed).diff).toEqual(['@@ line 3 @@', '-     "m": {},', '-     "n": {}', '+     "m": {}'])
  })

  test('says that nothing would change', async () => {
    await install(['cursor'], node)
    expect((await install(['cursor'], { ...dry, text: true })).printed).toBe(`${cursor()} would not change.\n`)
    expect(JSON.parse((await install(['cursor'], dry)).printed)).toMatchObject({ changed: false, diff: [] })
  })
})
