import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { type NpmRegistry, openNpmRegistry } from '../support/npm-registry.js'
import { createMemoryIo } from './memory-io.js'
import { cli, runProgram } from './run-program.js'

let folder = ''
let registry: NpmRegistry

/** Packages of a registry: servers that print what they import, and the two packages that they may get. */
const published = {
  'package.server': { name: '@scope/server', version: '1.2.3', bin: './main.js', dependencies: sdk('^1.0.0') },
  'package.several': { name: 'several', version: '1.0.0', bin: { one: './main.js', two: './two.js' } },
  'package.without': { name: 'without', version: '1.0.0' },
  'package.outside': { name: 'outside', version: '1.0.0', bin: '../../escape.js' },
  'package.bundled': { name: 'bundled', version: '1.0.0', bin: './bundled.js' },
  'package.sdk': { name: '@modelcontextprotocol/sdk', version: '1.5.0' },
  'package.ours': { name: '@omniport/sdk', version: '1.32.2' },
} as const

const main = `
import { createRequire } from 'node:module'
const { argv, env } = process
const imported = createRequire(import.meta.url)('@modelcontextprotocol/sdk/package.json').name
console.log(JSON.stringify({ imported, args: argv.slice(2), variable: env.PUBLISHED_TEST }))
if (argv[2] === 'exit') process.exit(7)
if (argv[2] === 'wait') {
  setInterval(() => {}, 1000)
  process.on('SIGINT', () => process.exit(9))
  console.error('waiting')
}
if (argv[2] === 'echo') process.stdin.pipe(process.stdout)
`
const built = "console.log('MCP error ' + 'A request handler for ' + 'notifications/initialized')"

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'published-'))
  for (const [home, manifest] of Object.entries(published)) {
    write(join(home, 'package.json'), JSON.stringify({ type: 'module', ...manifest }))
    write(join(home, 'main.js'), main)
    write(join(home, 'two.js'), "console.log('two')")
    write(join(home, 'bundled.js'), built)
  }
  mkdirSync(join(folder, 'packed'))
  const homes = Object.keys(published).map((home) => join(folder, home))
  registry = await openNpmRegistry(homes, join(folder, 'packed'))
}, 120_000)
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true })
})

/** Runs the built command with a cache of its own. */
async function runPublished(
  words: readonly string[],
  options: { cache?: string; stdin?: string; interruptAt?: string } = {},
) {
  const { cache = 'cache', ...rest } = options
  const env = {
    XDG_CACHE_HOME: join(folder, cache),
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'npm'),
    npm_config_update_notifier: 'false',
  }
  return runProgram([process.execPath, cli, 'run', ...words], { cwd: folder, env, ...rest })
}

const imports = (printed: string) => JSON.parse(printed) as unknown

describe('run', () => {
  test('starts a published server with the SDK replaced, its arguments, variables and exit code', async () => {
    const words = ['@scope/server', '-e', 'PUBLISHED_TEST=x=y', '--', 'exit', '--port', '1']
    const { code, stdout, stderr } = await runPublished(words)
    expect(imports(stdout)).toEqual({ imported: '@omniport/sdk', args: ['exit', '--port', '1'], variable: 'x=y' })
    expect([code, stderr.trim().split('\n')]).toEqual([
      7,
      ['omniport run: installing @scope/server@latest', 'omniport run: @scope/server 1.2.3 on @omniport/sdk 1.32.2'],
    ])
  })

  test('installs once, and again with --fresh', async () => {
    const cache = 'counted'
    const installs = async (...words: string[]) => {
      const { stderr } = await runPublished(['@scope/server', ...words], { cache })
      return stderr.includes('installing')
    }
    expect([await installs(), await installs(), await installs('--fresh'), await installs()]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(readdirSync(join(folder, cache, 'omniport/run'))).toHaveLength(1)
  })

  test('installs the same package in two processes at a time', async () => {
    const both = await Promise.all([1, 2].map(() => runPublished(['@scope/server'], { cache: 'shared' })))
    expect(both.map(({ code, stdout }) => [code, imports(stdout)])).toEqual([
      [0, { imported: '@omniport/sdk', args: [] }],
      [0, { imported: '@omniport/sdk', args: [] }],
    ])
    expect(readdirSync(join(folder, 'shared/omniport/run'))).toHaveLength(1)
  })

  test('passes stdin, and the signals that it gets', async () => {
    const echoed = await runPublished(['@scope/server', '--', 'echo'], { stdin: 'hello' })
    expect([echoed.code, echoed.stdout.split('\n').at(-1)]).toEqual([0, 'hello'])
    const interrupted = await runPublished(['@scope/server', '--', 'wait'], { interruptAt: 'waiting' })
    expect(interrupted.code).toBe(9)
  })

  test('says that a server has the SDK built in, and starts it', async () => {
    const { code, stdout, stderr } = await runPublished(['bundled@1.0.0'])
    expect([code, stdout]).toEqual([0, 'MCP error A request handler for notifications/initialized\n'])
    expect(stderr).toContain(
      'bundled 1.0.0 runs as it is: @modelcontextprotocol/sdk is built into its files, where it cannot be replaced',
    )
  })

  test('takes another package in the place of the SDK', async () => {
    const { stdout, stderr } = await runPublished(['@scope/server', '--sdk', 'npm:@modelcontextprotocol/sdk@1.5.0'])
    expect(imports(stdout)).toMatchObject({ imported: '@modelcontextprotocol/sdk' })
    expect(stderr).toContain(
      '@scope/server 1.2.3 has @modelcontextprotocol/sdk 1.5.0 in node_modules/@modelcontextprotocol/sdk, which was not replaced',
    )
  })

  test('starts the program that --bin names', async () => {
    expect((await runPublished(['several', '--bin', 'two'])).stdout).toBe('two\n')
  })

  test.each([
    [['several'], 'usage', 'run: several has several programs; say which with --bin: one, two'],
    [['several', '--bin', 'tow'], 'usage', 'run: several has no program "tow"; did you mean "two"? It has one, two'],
    [['several', '--bin', 'constructor'], 'usage', 'run: several has no program "constructor". It has one, two'],
    [['without'], 'usage', 'run: without has no program to start'],
    [['outside'], 'usage', 'run: the program of outside is outside of its package'],
    [['absent'], 'unreachable', 'run: npm could not install absent@latest'],
    [[], 'usage', 'run: give a package: omniport run <package> -- args…'],
    [
      ['@scope/server', '/srv'],
      'usage',
      'run takes one package, got "/srv" as well; arguments of the server come after "--"',
    ],
    [
      ['file:../evil'],
      'usage',
      'run: "file:../evil" is no package of the npm registry; give its name, such as @scope/server or server@1.2.3',
    ],
    [
      ['@scope/server', '--port', '1'],
      'usage',
      'run: --port does not apply here; "omniport help run" shows those that do',
    ],
  ])('refuses %j', async (words, code, message) => {
    const { stderr, stdout } = await runPublished(words)
    expect([JSON.parse(stderr.trim().split('\n').at(-1) ?? ''), stdout]).toEqual([{ error: { code, message } }, ''])
  })
})

describe('check --sdk', () => {
  test('names each place, and what was not replaced', async () => {
    place('mixed/node_modules/@modelcontextprotocol/sdk', published['package.ours'])
    place('mixed/node_modules/@scope/server', published['package.server'])
    place('mixed/node_modules/@scope/server/node_modules/@modelcontextprotocol/sdk', published['package.sdk'])
    place('mixed/node_modules/plain/node_modules/@modelcontextprotocol/sdk', published['package.ours'])
    write('mixed/node_modules/broken/node_modules/@modelcontextprotocol/sdk/package.json', '{')
    const { code, stdout, error } = await check('--sdk', 'mixed')
    expect([code, stdout.split('\n')]).toEqual([
      5,
      [
        'node_modules/@modelcontextprotocol/sdk: @omniport/sdk 1.32.2',
        'node_modules/@scope/server/node_modules/@modelcontextprotocol/sdk: @modelcontextprotocol/sdk 1.5.0, not replaced',
        'node_modules/plain/node_modules/@modelcontextprotocol/sdk: @omniport/sdk 1.32.2',
        '',
      ],
    ])
    expect(error).toMatchObject({
      code: 'invalid_result',
      message: expect.stringMatching(/^check: 1 of 3 not replaced\. Put "overrides"/),
    })
  })

  test('sees through the links of pnpm, once for each package', async () => {
    place('pnpm/node_modules/.pnpm/omniport-sdk/node_modules/@omniport/sdk', published['package.ours'])
    for (const path of ['pnpm/node_modules', 'pnpm/node_modules/.pnpm/server/node_modules']) {
      mkdirSync(join(folder, path, '@modelcontextprotocol'), { recursive: true })
      const target = join(folder, 'pnpm/node_modules/.pnpm/omniport-sdk/node_modules/@omniport/sdk')
      symlinkSync(target, join(folder, path, '@modelcontextprotocol/sdk'))
    }
    const copies = [{ path: 'node_modules/@modelcontextprotocol/sdk', name: '@omniport/sdk', version: '1.32.2' }]
    expect(await check('--sdk', 'pnpm', '--json')).toEqual({
      code: 0,
      stdout: `${JSON.stringify({ result: { copies } })}\n`,
      error: undefined,
    })
  })

  test('says that there is none', async () => {
    const message = 'check: nothing is installed as @modelcontextprotocol/sdk in empty; run npm install first'
    expect(await check('--sdk', 'empty')).toEqual({ code: 5, stdout: '', error: { code: 'not_found', message } })
  })

  test('is not about a recording', async () => {
    const message = 'check: give a target, --schema or --sdk, not two of them'
    expect(await check('--sdk', 'mixed', '--schema', 'a.jsonl')).toMatchObject({ code: 1, error: { message } })
  })
})

async function check(...words: readonly string[]) {
  const { io, stdout, stderr } = createMemoryIo({ cwd: folder })
  const code = await run(['check', ...words], io)
  const [line] = stderr()
  return {
    code,
    stdout: stdout(),
    error: line === undefined ? undefined : (JSON.parse(line) as { error: object }).error,
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function place(path: string, manifest: object): void {
  write(join(path, 'package.json'), JSON.stringify(manifest))
}

function sdk(range: string) {
  return { '@modelcontextprotocol/sdk': range }
}
