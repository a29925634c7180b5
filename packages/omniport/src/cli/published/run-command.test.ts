import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import type { Io, ProcessPipes } from '../process/io.js'
import { installPublished } from './install-published.js'
import { parsePackageSpec } from './package-spec.js'
import { runCommand } from './run-command.js'
import type { RunFlags } from './run-flags.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-'))
  await mkdir(join(folder, 'bin'))
})

afterEach(() => rm(folder, { recursive: true }))

/** Puts an npm in the way that installs a package with the program `main`, and says what it was asked. */
async function placeNpm({ main = '', fails = false, sdk = 'cat package.json' } = {}): Promise<void> {
  const home = 'node_modules/server'
  const manifest = JSON.stringify({ name: 'server', version: '1.2.3', bin: 'main.js' })
  const script = [
    '#!/bin/sh',
    `echo "$@" >> ${folder}/npm.log`,
    `cat package.json >> ${folder}/npm.log; echo >> ${folder}/npm.log`,
    fails
      ? "printf 'no such package\\n\\n\\033[1mtry again\\n' >&2; exit 3"
      : `mkdir -p ${home} node_modules/@modelcontextprotocol/sdk`,
    `echo '${manifest}' > ${home}/package.json`,
    `cp ${folder}/main.js ${home}/main.js`,
    `${sdk} > node_modules/@modelcontextprotocol/sdk/package.json`,
    'echo {} > package-lock.json',
  ]
  await writeFile(join(folder, 'main.js'), main)
  await writeFile(join(folder, 'bin', 'npm'), script.join('\n'))
  await chmod(join(folder, 'bin', 'npm'), 0o755)
}

const npmLog = async () => (await readFile(join(folder, 'npm.log'), 'utf8')).trim().split('\n')
const cached = async () => readdir(join(folder, 'cache', 'omniport', 'run'))

function createIo(world: Partial<Io> = {}) {
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, XDG_CACHE_HOME: join(folder, 'cache') }
  return createMemoryIo({ cwd: folder, env, ...world })
}

const install = (io: Io, isFresh = false, sdk = 'npm:@omniport/sdk@1.0.0') =>
  installPublished(parsePackageSpec('server@^1'), { sdk, isFresh }, io)

describe('a package is installed', () => {
  test('by npm, with another one in the place of the SDK', async () => {
    await placeNpm()
    const { io, stderr } = createIo()
    const installed = await install(io)
    expect(await npmLog()).toEqual([
      'install --no-audit --no-fund --omit=dev --loglevel=error',
      JSON.stringify({
        ...{ private: true, dependencies: { server: '^1' } },
        overrides: { '@modelcontextprotocol/sdk': 'npm:@omniport/sdk@1.0.0' },
      }),
    ])
    expect(stderr()).toEqual(['omniport run: installing server@^1'])
    const [name = '', ...others] = await cached()
    expect([installed, others]).toEqual([join(folder, 'cache', 'omniport', 'run', name), []])
    expect(name).toMatch(/^[0-9a-f]{24}$/)
    expect((await readdir(installed)).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json'])
  })

  test('once, and again for another SDK', async () => {
    await placeNpm()
    const { io, stderr } = createIo()
    const first = await install(io)
    expect(await install(io)).toBe(first)
    expect([stderr().length, (await npmLog()).length]).toEqual([1, 2])
    expect(await install(io, false, 'npm:other')).not.toBe(first)
    expect(await cached()).toHaveLength(2)
  })

  test('anew where that is wanted, in the place of the old one', async () => {
    await placeNpm()
    const { io } = createIo()
    const first = await install(io, true)
    await writeFile(join(first, 'old'), '')
    expect(await install(io, true)).toBe(first)
    expect([await readdir(first), (await npmLog()).length]).toEqual([expect.not.arrayContaining(['old']), 4])
    expect(await cached()).toHaveLength(1)
  })

  test('as another process has done it meanwhile', async () => {
    await placeNpm()
    const { io } = createIo()
    const both = await Promise.all([install(io), install(io)])
    expect([both[0] === both[1], await cached()]).toEqual([true, [expect.stringMatching(/^[0-9a-f]{24}$/)]])
  })

  test('or nothing is left of it, and npm says why', async () => {
    await placeNpm({ fails: true })
    const { io, stderr } = createIo()
    await expect(install(io)).rejects.toMatchObject({
      ...{ code: 'unreachable', message: 'run: npm could not install server@^1' },
    })
    expect(stderr().slice(0, 2)).toEqual(['omniport run: installing server@^1', 'no such package'])
    expect([stderr().length, stderr()[2]]).toEqual([3, expect.stringContaining('try again')])
    expect(await cached()).toEqual([])
  })

  test('only where there is npm', async () => {
    const { io } = createIo({ env: { PATH: join(folder, 'bin'), XDG_CACHE_HOME: join(folder, 'cache') } })
    await expect(install(io)).rejects.toMatchObject({
      ...{ code: 'unreachable', message: expect.stringMatching(/^run: could not start npm: .*ENOENT/) },
    })
  })

  test('unless it is interrupted', async () => {
    await placeNpm()
    const { io } = createIo({ signal: AbortSignal.abort(new Error('Ended by SIGINT')) })
    await expect(install(io)).rejects.toMatchObject({ code: 'unreachable' })
    expect(await cached()).toEqual([])
  })
})

describe('a package is run', () => {
  function createPipes() {
    const ended: string[] = []
    let forward: (signal: NodeJS.Signals) => void = () => {}
    const pipes = {
      takeSignals: (onSignal: typeof forward) => {
        forward = onSignal
      },
      dieBy: async (signal: NodeJS.Signals) => {
        ended.push(signal)
        return 128
      },
    } as unknown as ProcessPipes
    return { pipes, ended, forward: (signal: NodeJS.Signals) => forward(signal) }
  }

  const line = (args: readonly string[] = [], env: readonly string[] = [], flags: Partial<RunFlags> = {}) => ({
    ...{ words: ['server'], args, flags: { sdk: 'npm:@omniport/sdk@1.0.0', env, ...flags } },
  })

  const main = [
    "const { writeFileSync } = require('node:fs')",
    'writeFileSync(process.argv[2], JSON.stringify([process.argv.slice(3), process.env.A, process.env.B, process.env.IO]))',
    'process.exit(7)',
  ].join('\n')

  test('with its arguments and variables, and ends as it ends', async () => {
    await placeNpm({ main })
    const { pipes } = createPipes()
    const { io, stderr } = createIo({ pipes })
    const out = join(folder, 'out.json')
    const code = await runCommand(line([out, 'x', '--y'], ['A=1=2', 'B=']), {
      ...io,
      env: { ...io.env, IO: 'yes', A: 'no' },
    })
    expect([code, JSON.parse(await readFile(out, 'utf8'))]).toEqual([7, [['x', '--y'], '1=2', '', 'yes']])
    expect(stderr()[0]).toBe('omniport run: installing server@latest')
    expect(stderr()[1]).toMatch(/^omniport run: server 1\.2\.3 /)
  })

  test('and dies by the signal that ends it', async () => {
    await placeNpm({ main: 'process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)' })
    const { pipes, ended } = createPipes()
    const { io } = createIo({ pipes })
    expect([await runCommand(line(), io), ended]).toEqual([128, ['SIGTERM']])
  })

  test.each([
    [`echo '{"name":"@omniport/sdk","version":"1.0.0"}'`, 'server 1.2.3 on @omniport/sdk 1.0.0'],
    [
      `echo '{"name":"@modelcontextprotocol/sdk","version":"1.9.0"}'`,
      'server 1.2.3 has @modelcontextprotocol/sdk 1.9.0 in node_modules/@modelcontextprotocol/sdk, which was not replaced',
    ],
    ['echo', 'server 1.2.3 runs as it is: it does not use @modelcontextprotocol/sdk'],
  ])('and says on which SDK: %s', async (sdk, text) => {
    await placeNpm({ sdk })
    const { pipes } = createPipes()
    const { io, stderr } = createIo({ pipes })
    expect(await runCommand(line(), io)).toBe(0)
    expect(stderr()[1]).toBe(`omniport run: ${text}`)
  })

  test('anew where that is wanted, by the program that is named', async () => {
    await placeNpm()
    const { pipes } = createPipes()
    const { io } = createIo({ pipes })
    for (let times = 0; times < 2; times += 1) await runCommand(line([], [], { fresh: true }), io)
    expect(await npmLog()).toHaveLength(4)
    await expect(runCommand(line([], [], { bin: 'other' }), io)).rejects.toMatchObject({
      ...{ code: 'usage', message: 'run: server has no program "other". It has server' },
    })
  })
})
