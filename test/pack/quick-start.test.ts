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
  toQuickStart('readme', blocksUntil('README.md', '### Over HTTP')),
  toQuickStart('readme-of-the-package', blocksUntil('packages/omniport/README.md', '| Entry')),
]

vi.setConfig({ testTimeout: npmTimeoutMs, hookTimeout: npmTimeoutMs })

let folder = ''
let registry: NpmRegistry
const installed: unknown[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quick-start-'))
  registry = await openNpmRegistry(['omniport', ...Object.keys(dependencies), 'zod'], makeFolder('packed'))
  for (const { install, modules, home } of quickStarts) {
    installed.push(await run(install, makeFolder(home)))
    for (const { file, text } of modules) writeFile(join(folder, home, file), text)
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
    const [stdout, stderr = ''] = outputs[line.replace(/ +#.*$/, '')] ?? []
    expect(stdout).toBeDefined()
    const expected = { status: 0, stdout: expect.stringMatching(stdout as RegExp), stderr }
    expect(await run(line, join(folder, home))).toEqual(expected)
  })
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
    const modules = quickStarts.flatMap((start) => start.modules.map(({ text }) => text))
    const entries = Object.keys(exports).filter((name) => !name.endsWith('.json'))
    const imports = entries.map((name, index) => `export * as entry${index} from 'omniport${name.slice(1)}'`)
    for (const [index, text] of [...modules, imports.join('\n')].entries()) writeFile(join(place, `${index}.ts`), text)
    writeFile(
      join(place, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...strict, module, moduleResolution } }),
    )
    const { status, stdout } = await run(`node ${root}/node_modules/${compiler}/bin/tsc -p .`, place)
    expect([modules.length, stdout, status]).toEqual([5, '', 0])
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
  const configs = blocksUntil('README.md', '### Over HTTP').filter(({ language }) => language === 'json')

  test('are those of Claude Desktop, Cursor and VS Code', () => {
    expect(configs.map(({ file, text }) => [file, Object.keys(JSON.parse(text) as object)])).toEqual([
      ['mcp.json', ['mcpServers']],
      ['.vscode/mcp.json', ['servers']],
    ])
  })

  test.each(configs)('start the server that they name: $file', async ({ file = '', text }) => {
    const home = join(folder, 'readme')
    const other = makeFolder('elsewhere')
    writeFile(join(other, file), text.replaceAll('/path/to', home))
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
  'npx omniport call add_note id=tea text=Green -- node notes.js': [/Added \\"tea\\"/],
  'npx omniport call count_words -- node notes.js': [/"structuredContent":\{"words":4\}/, '[progress] 1/1\n'],
  'npx omniport read note://milk -- node notes.js': [/"Two litres, by Friday"/],
  'npx omniport prompt shorten id=milk -- node notes.js': [/"Shorten this note: Two litres, by Friday"/],
}

function toQuickStart(home: string, blocks: readonly CodeBlock[]) {
  const [install = '', ...scripts] = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
  const modules = blocks.flatMap(({ language, file, text }) => {
    return language === 'ts' && file !== undefined ? [{ file, text }] : []
  })
  return { home, install, commands: scripts.flatMap((text) => text.trim().split('\n')), modules }
}

/** The blocks of a document from its first to the heading, or the table, that begins with `end`. */
function blocksUntil(path: string, end: string): readonly CodeBlock[] {
  const document = readDocument(path)
  const start = Math.max(0, document.indexOf('## Quick start'))
  const stop = document.indexOf(end, start)
  if (stop < 0) throw new Error(`${path} has no ${end}`)
  return codeBlocks(document.slice(start, stop))
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
