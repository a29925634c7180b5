import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type CodeBlock, codeBlocks, readDocument } from '../docs/code-blocks.js'
import { type NpmRegistry, openNpmRegistry } from '../support/npm-registry.js'
import { root } from '../support/root.js'
import { npmTimeoutMs, runWithNpm } from '../support/run-with-npm.js'

/** The two documents of which a reader makes files and then runs them. */
const quickStarts = [
  toQuickStart('readme', blocksBetween('README.md', '## Quick start', '## Revisions')),
  toQuickStart('readme-of-the-package', blocksBetween('packages/omniport/README.md', '# omniport', '| Entry')),
]

vi.setConfig({ testTimeout: npmTimeoutMs, hookTimeout: npmTimeoutMs })

let folder = ''
let registry: NpmRegistry
const installed: unknown[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quick-start-'))
  registry = await openNpmRegistry(['omniport', ...Object.keys(dependencies), 'zod'], makeFolder('packed'))
  for (const { install, files, home } of quickStarts) {
    installed.push(await run(install, makeFolder(home)))
    for (const { file, text } of files) writeFile(join(folder, home, file), adapt(text, join(folder, home)))
  }
})
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true })
})

test('the quick starts install, as printed, in an empty folder', () => {
  const quietly = { status: 0, stdout: expect.any(String), stderr: '' }
  expect(installed).toEqual([quietly, quietly])
})

describe.each(quickStarts)('the quick start in the folder $home, as printed', ({ commands, home }) => {
  test.each(commands)('%s', async (line) => {
    // A command that the table lacks fails here: nothing prints what `undefined` matches.
    const [stdout, stderr = ''] = outputs[line.replace(/ +#.*$/, '')] ?? [/^no output is known$/]
    const expected = { status: 0, stdout: expect.stringMatching(stdout), stderr }
    expect(await run(line, join(folder, home))).toEqual(expected)
  })
})

test('README.md has no code before its quick start and after it, but for contributors', () => {
  const contributing = blocksBetween('README.md', '# Omniport', '## Quick start')
  expect(contributing.map(({ language, text }) => [language, text.match(/^npm ci && npm \w+/gm)])).toEqual([
    ['sh', ['npm ci && npm start', 'npm ci && npm test']],
  ])
  expect(codeBlocks(readDocument('README.md').split('\n## Revisions')[1] ?? '```sh\n```\n')).toEqual([])
})

test.each(quickStarts)('only the worker of the folder $home is not run by a command or another program', (start) => {
  const used = [...start.commands, ...start.files.map(({ text }) => text)].join('\n')
  const unused = start.files.map(({ file }) => file).filter((file) => file.endsWith('.js') && !used.includes(file))
  expect(unused.filter((file) => file !== 'worker.js')).toEqual([])
})

test('the module for workers exports a handler that answers', async () => {
  const code = `import { connect } from 'omniport/client'
const { default: worker } = await import('./worker.js')
const fetch = (input, init) => worker.fetch(new Request(input, init))
const client = await connect('http://localhost/mcp', { fetch })
console.log(JSON.stringify((await client.callTool('divide', { a: 6, b: 3 })).structuredContent))
await client.close()`
  const home = join(folder, 'readme')
  writeFile(join(home, 'call-worker.js'), code)
  expect(await run('node call-worker.js', home)).toEqual({ status: 0, stdout: '{"quotient":2}\n', stderr: '' })
})

test.each([
  ['typescript', 'nodenext', 'nodenext'],
  ['typescript', 'esnext', 'bundler'],
  ['typescript6', 'nodenext', 'nodenext'],
  ['typescript6', 'esnext', 'bundler'],
])(
  'the quick starts and all entries compile: %s, module %s, resolution %s',
  async (compiler, module, moduleResolution) => {
    const place = makeFolder(`readme/${compiler}-${moduleResolution}`)
    const modules = quickStarts.flatMap(({ home, files }) => {
      const programs = files.filter(({ file }) => file.endsWith('.js'))
      return programs.map(({ file, text }) => ({ file: `${home}/${file.replace('.js', '.ts')}`, text }))
    })
    const entries = Object.keys(exports).filter((name) => !name.endsWith('.json'))
    const imports = entries.map((name, index) => `export * as entry${index} from 'omniport${name.slice(1)}'`)
    for (const { file, text } of [...modules, { file: 'entries.ts', text: imports.join('\n') }]) {
      writeFile(join(place, file), text)
    }
    writeFile(
      join(place, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...strict, module, moduleResolution } }),
    )
    const { status, stdout } = await run(`node ${root}/node_modules/${compiler}/bin/tsc -p .`, place)
    expect([modules.length, stdout, status]).toEqual([13, '', 0])
  },
)

describe('omniport alone', () => {
  let home = ''
  beforeAll(async () => {
    home = makeFolder('alone')
    expect(await run('npm init -y && npm install omniport', home)).toMatchObject({ status: 0, stderr: '' })
  })

  test('brings the command', async () => {
    expect(await run('npx omniport --version', home)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
  })

  // The verbs of the command take what is above 4 MB; they are minified, and loaded one at a time.
  test('is at most eight packages and 4.4 MB of files', () => {
    const lock = readFileSync(join(home, 'node_modules/.package-lock.json'), 'utf8')
    const { packages } = JSON.parse(lock) as { readonly packages: object }
    expect(Object.keys(packages).sort()).toEqual(
      ['omniport', ...Object.keys(dependencies)].map((name) => `node_modules/${name}`).sort(),
    )
    expect(Object.keys(packages).length).toBeLessThanOrEqual(8)
    expect(bytesIn(join(home, 'node_modules'))).toBeLessThanOrEqual(4_400_000)
  })
})

describe('the files of hosts in README.md', () => {
  const configs = blocksBetween('README.md', '## Quick start', '## Revisions').filter(
    ({ language }) => language === 'json',
  )

  test('are those of Claude Desktop, Cursor and VS Code', () => {
    expect(configs.map(({ file, text }) => [file, Object.keys(JSON.parse(text) as object)])).toEqual([
      ['mcp.json', ['mcpServers']],
      ['.vscode/mcp.json', ['servers']],
    ])
  })

  test.each(configs)('start the server that they name: $file', async ({ file = '', text }) => {
    const home = join(folder, 'readme')
    const other = makeFolder('elsewhere')
    writeFile(join(other, file), adapt(text, home))
    const { stdout, status } = await run(`${home}/node_modules/.bin/omniport call greet hello name=Ada`, other)
    expect([stdout, status]).toEqual([expect.stringContaining('Hello Ada'), 0])
  })
})

/** Declarations are checked too, and there are no types but those of the language and of the web. */
const strict = { target: 'es2022', types: [], strict: true, noEmit: true, skipLibCheck: false }

const { dependencies, exports, version } = JSON.parse(
  readFileSync(`${root}/packages/omniport/package.json`, 'utf8'),
) as {
  readonly dependencies: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, object | string>>
  readonly version: string
}

/** What the commands write to stdout, and to stderr where they do. */
const outputs: Readonly<Record<string, readonly [stdout: RegExp, stderr?: string]>> = {
  'node client.js': [/^Hello Ada\n$/],
  'npx omniport list -- node server.js': [/greet[\s\S]*hello/],
  'npx omniport call hello name=Ada -- node server.js': [/"Hello Ada"/],
  'npx omniport config install cursor --name greet -- node server.js': [/"changed":true,.*\/server\.js"/],
  'npx omniport call tools.js divide a=6 b=3': [/"structuredContent":\{"quotient":2\}/],
  'npx omniport read resources.js note://milk': [/"Two litres, by Friday"/],
  'npx omniport prompt prompts.js shorten text=Lorem': [/"Shorten this text: Lorem"/],
  'node asking.js': [/^A shirt in M\n$/],
  'node http.js': [/^{ quotient: 2 }\n$/],
  'node auth.js': [/^You are Ada\n$/],
  'node host.js': [/^greet__hello\n[\s\S]*Hello Ada/],
  'node gateway.js': [/^greet__hello\n$/],
}

function toQuickStart(home: string, blocks: readonly CodeBlock[]) {
  const [install = '', ...scripts] = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
  const files = blocks.flatMap(({ file, text }) => (file === undefined ? [] : [{ file, text }]))
  return { home, install, commands: scripts.flatMap((text) => text.trim().split('\n')), files }
}

/** The blocks of a document from one text to another. */
function blocksBetween(path: string, begin: string, end: string): readonly CodeBlock[] {
  const document = readDocument(path)
  const start = document.indexOf(begin)
  const stop = document.indexOf(end, start)
  if (start < 0 || stop < 0) throw new Error(`${path} has no ${begin} before ${end}`)
  return codeBlocks(document.slice(start, stop))
}

/** What a reader changes: the path. Tests use any free port. */
function adapt(text: string, home: string): string {
  return text.replaceAll('/path/to', home).replaceAll(/port: \d+/g, 'port: 0')
}

function makeFolder(name: string): string {
  const place = join(folder, name)
  mkdirSync(place, { recursive: true })
  return place
}

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Runs commands as a reader does. */
function run(commands: string, cwd: string) {
  return runWithNpm(commands, { cwd, home: folder, registry })
}

function bytesIn(place: string): number {
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
