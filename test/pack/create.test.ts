import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { codeBlocks } from '../docs/code-blocks.js'
import { type NpmRegistry, openNpmRegistry } from '../support/npm-registry.js'
import { root } from '../support/root.js'
import { npmTimeoutMs, runWithNpm } from '../support/run-with-npm.js'

vi.setConfig({ testTimeout: npmTimeoutMs, hookTimeout: npmTimeoutMs })

const own = `${root}/packages/create-omniport`
const { dependencies } = JSON.parse(readFileSync(`${root}/packages/omniport/package.json`, 'utf8')) as {
  readonly dependencies: object
}
const packages = ['omniport', ...Object.keys(dependencies), '@omniport/app', 'zod', '@types/node', 'undici-types', own]
const templates = ['server', 'http', 'client', 'host', 'app']

/** TypeScript where Node runs it by itself. */
const { typescript } = process.features as { readonly typescript?: unknown }
const language = typescript === 'strip' ? 'ts' : 'js'

let folder = ''
let registry: NpmRegistry
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'create-')))
  for (const name of ['packed', 'alone', 'together']) mkdirSync(join(folder, name))
  registry = await openNpmRegistry(packages, join(folder, 'packed'))
})
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true })
})

function run(commands: string, place: string) {
  return runWithNpm(commands, { cwd: join(folder, place), home: folder, registry })
}

describe('npm create omniport, in an empty folder', () => {
  test('makes a project whose tests pass, and whose server answers the command that it prints', async () => {
    const { status, stdout } = await run('npm create omniport my-server -- --yes', 'alone')
    const commands = [...stdout.matchAll(/^ {2}(.+)$/gm)].map(([, command]) => command)
    const call = `npx omniport call hello name=Ada -- node main.${language}`
    expect([status, commands]).toEqual([0, ['cd my-server', 'npm test', call]])
    expect(await run('cd my-server && npm test', 'alone')).toMatchObject({ status: 0 })
    const called = await run(`cd my-server && ${call}`, 'alone')
    expect(JSON.parse(called.stdout)).toMatchObject({ content: [{ type: 'text', text: 'Hello Ada' }] })
  })

  test('leaves a folder that is not empty as it is, and says so in one line', async () => {
    mkdirSync(join(folder, 'alone/full'))
    writeFileSync(join(folder, 'alone/full/notes.txt'), 'mine')
    const { status, stdout, stderr } = await run('npm create omniport full -- --yes', 'alone')
    const place = join(folder, 'alone/full')
    expect([status, stdout]).toEqual([1, expect.not.stringContaining('Next')])
    expect(stderr).toMatch(new RegExp(`^create-omniport: ${place} is not empty; give the name of a new folder$`, 'm'))
    expect(readdirSync(place)).toEqual(['notes.txt'])
  })
})

describe('the templates', () => {
  beforeAll(async () => {
    const install = 'npm init -y && npm install omniport @omniport/app zod @types/node create-omniport'
    expect(await run(install, 'together')).toMatchObject({ status: 0 })
    for (const kind of ['js', 'ts']) {
      const lines = templates.map((name) => `npx create-omniport ${name}-${kind} -t ${name} --${kind} --no-install`)
      const { status, stderr } = await run(lines.join('\n'), 'together')
      const warning = `create-omniport: Node ${process.versions.node} does not run TypeScript by itself: .*--js\\.\n`
      const warnings = kind === 'ts' && language === 'js' ? templates.length : 0
      expect([status, stderr]).toEqual([0, expect.stringMatching(new RegExp(`^(?:${warning}){${warnings}}$`))])
    }
  })

  test.each(['js', ...(language === 'ts' ? ['ts'] : [])].flatMap((kind) => templates.map((name) => `${name}-${kind}`)))(
    '%s passes its own tests',
    async (name) => {
      const { status, stdout } = await run('npm test', `together/${name}`)
      expect([status, stdout]).toEqual([0, expect.stringMatching(/^. pass [1-9]/m)])
    },
  )

  test('compile', async () => {
    const config = { extends: './server-ts/tsconfig.json', include: ['*-ts/*.ts'] }
    writeFileSync(join(folder, 'together/tsconfig.json'), JSON.stringify(config))
    const { stdout } = await run(`node ${root}/node_modules/typescript/bin/tsc -p . --pretty false`, 'together')
    expect(stdout).toBe('')
  })

  test.each(templates)('the readme of %s names its files, and has no comments for TypeScript left', (name) => {
    for (const kind of ['js', 'ts']) {
      const place = join(folder, `together/${name}-${kind}`)
      const files = readdirSync(place)
      const readme = readFileSync(join(place, 'README.md'), 'utf8')
      const named = [...readme.matchAll(/`([\w.]+\.(?:js|ts|json|html))`/g)].map(([, file = '']) => file)
      expect(named.filter((file) => !files.includes(file))).toEqual([])
      expect(codeBlocks(readme).map(({ language }) => language)).toEqual(['sh'])
      const sources = files.filter((file) => file.endsWith(`.${kind}`))
      expect(sources.filter((file) => readFileSync(join(place, file), 'utf8').includes('/*ts'))).toEqual([])
    }
  })

  test('the commands in the readme of the server run', async () => {
    const [block] = codeBlocks(readFileSync(join(folder, 'together/server-js/README.md'), 'utf8'))
    const line = block?.text.split('\n').find((each) => each.startsWith('npx omniport call')) ?? ''
    expect(await run(line, 'together/server-js')).toMatchObject({ status: 0 })
  })

  test('the server over HTTP says where it listens', async () => {
    const code = `import { spawn } from 'node:child_process'
const child = spawn('node', ['main.js'], { env: { ...process.env, PORT: '0' } })
child.stdout.once('data', (text) => (console.log(String(text)), child.kill()))`
    writeFileSync(join(folder, 'together/http-js/start.mjs'), code)
    const { stdout } = await run('node start.mjs', 'together/http-js')
    expect(stdout).toMatch(/^Serving http:\/\/127\.0\.0\.1:\d+\/mcp\n/)
  })

  test('the script in the page of the app is a module', async () => {
    const code = `import { writeFileSync } from 'node:fs'
import { readPage } from './page.js'
const [, script] = /<script type="module">([\\s\\S]*)<\\/script>/.exec(await readPage())
writeFileSync('script.mjs', script)`
    writeFileSync(join(folder, 'together/app-js/write-script.mjs'), code)
    const commands = 'node write-script.mjs && node --check script.mjs && grep -c "await connectApp" script.mjs'
    expect(await run(commands, 'together/app-js')).toEqual({ status: 0, stdout: '1\n', stderr: '' })
  })
})

test.each([
  ['a b', 'Give one folder; got "b" as well'],
  ['a --template best', 'There is no template "best"; give server, http, client, host, app'],
  ['a --yes --ts --js', 'Give --ts or --js, not both'],
  ['a --fast', "Unknown option '--fast'"],
  ['a', 'There is no terminal to ask at; add --yes, or give a folder and --template'],
  ['packed/package.json --yes', 'packed/package.json is a file; give the name of a new folder'],
])('create-omniport %s is refused in one line', async (words, message) => {
  writeFileSync(join(folder, 'packed/package.json'), '{}')
  const { status, stdout, stderr } = await run(`node ${own}/dist/main.js ${words}`, '.')
  expect([status, stdout, stderr.split('\n').length, stderr]).toEqual([1, '', 2, expect.stringContaining(message)])
})
