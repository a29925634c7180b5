import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks, readDocument } from '../docs/code-blocks.js'
import { install, link, type Packed, pack } from '../support/install-package.js'
import { root } from '../support/root.js'
import { runProgram } from '../support/run-program.js'

describe('the published package', () => {
  let folder = ''
  let packed: Packed = { tarball: '', files: [] }
  const home = () => join(folder, 'node_modules/omniport')

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pack-'))
    packed = pack('omniport', folder)
    install('omniport', packed, folder)
    link('zod', folder)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    for (const { language, file, text } of codeBlocks(readDocument('README.md'))) {
      if (language === 'ts' && file !== undefined) writeFileSync(join(folder, file), text)
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('has the licences, a readme and what was built, and nothing else', () => {
    const { files } = packed
    expect(files.filter((file) => !file.startsWith('dist/'))).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
      'skills/omniport/SKILL.md',
    ])
    const built =
      /^dist\/(bundle\/.+\.js(\.map)?|bundle\/console\/.+\.gz|types\/.+\.d\.ts|bundle\/THIRD-PARTY-LICENSES\.txt)$/
    expect(files.filter((file) => file.startsWith('dist/') && !built.test(file))).toEqual([])
    expect(files.filter((file) => /\.test\.|fixtures|tsbuildinfo/.test(file))).toEqual([])
  })

  test('has no file whose source is gone (npm run clean)', () => {
    const built = packed.files.filter((file) => file.endsWith('.d.ts'))
    const sources = built.map((file) => file.replace('dist/types', `${root}/packages/omniport/src`))
    expect(sources.map((file) => file.replace(/\.d\.ts$/, '.ts')).filter((file) => !existsSync(file))).toEqual([])
  })

  test('has the files that its package.json names', () => {
    const { bin = {}, exports = {} } = manifest(home())
    const named = [bin, exports].flatMap(leaves).map((path) => path.replace('./', ''))
    expect(named.filter((path) => !packed.files.includes(path))).toEqual([])
  })

  test('has types that import its dependencies and nothing that is built in', () => {
    const { dependencies = {} } = manifest(home())
    const named = packed.files
      .filter((file) => file.endsWith('.d.ts'))
      .flatMap((file) => [
        ...readFileSync(join(home(), file), 'utf8').matchAll(/(?:from |import\()['"]([^'".][^'"]*)/g),
      ])
      .map(([, name = '']) => name)
    expect(named.filter((name) => !Object.hasOwn(dependencies, name))).toEqual([])
  })

  test('has the licence of each package that is built in', () => {
    const modules = JSON.parse(readFileSync(`${root}/packages/omniport/dist/.modules.json`, 'utf8')) as object
    const builtIn = new Set(
      leaves(modules).flatMap((id) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []),
    )
    const licences = readFileSync(join(home(), 'dist/bundle/THIRD-PARTY-LICENSES.txt'), 'utf8')
    const missing = [...builtIn].filter((path) => {
      const place = join(root, 'packages/omniport/dist', path)
      const { name, version } = manifest(place)
      const licence = readdirSync(place).find((file) => /^licen[cs]e/i.test(file)) ?? ''
      const text = readFileSync(join(place, licence), 'utf8').trim()
      return !licences.includes(`## ${name} ${version} `) || !licences.includes(text)
    })
    expect([builtIn.size > 0, missing]).toEqual([true, []])
  })

  test('has source maps of what runs around a handler, with their sources', () => {
    const maps = packed.files.filter((file) => file.endsWith('.map'))
    const scripts = packed.files.filter((file) => file.endsWith('.js'))
    const named = scripts.filter((file) => readFileSync(join(home(), file), 'utf8').includes('\n//# sourceMappingURL='))
    expect(named.map((file) => `${file}.map`)).toEqual(maps)
    expect(maps).toContain('dist/bundle/index.js.map')
    const sources = maps.flatMap((file) => sourcesOf(join(home(), file)))
    // The docblocks are left out, and each line is where it was.
    const differing = sources.filter(({ place, text }) => {
      const lines = readFileSync(place.replace(home(), library), 'utf8').split('\n')
      const own = String(text).split('\n')
      return own.length !== lines.length || own.some((line, at) => line !== '' && line !== lines[at])
    })
    expect(differing).toEqual([])
    expect(sources.every(({ text }) => String(text).includes('export '))).toBe(true)
    expect(sources.map(({ place }) => place)).toContain(join(home(), 'src/server/router.ts'))
  })

  test('its source maps lead from the stack of a handler to the lines of the sources', () => {
    writeFileSync(join(folder, 'stack.js'), printsStack)
    const { stdout } = runProgram('--enable-source-maps', ['stack.js'], folder)
    const frames = [...stdout.matchAll(/\/omniport\/(src\/.+\.ts):(\d+)/g)]
    // A call may begin on the line after that of its statement.
    const statements = frames.map(([, path = '', line]) => {
      const lines = readFileSync(join(library, path), 'utf8').split('\n')
      return lines.slice(Number(line) - 1, Number(line) + 1).join('\n')
    })
    expect(frames.map(([, path]) => path)).toContain('src/server/router.ts')
    expect(statements.filter((statement) => !statement.includes('('))).toEqual([])
  })

  test.each([
    ['the client and the server of the readme', 'client.js', 'Hello Ada\n'],
    ['a tool that asks', 'asking.js', 'A shirt in M\n'],
  ])('run where they are installed: %s', (_, file, stdout) => {
    expect(runProgram(file, [], folder)).toEqual({ status: 0, stdout, stderr: '' })
  })

  test('run where they are installed: the command of the readme', () => {
    const { status, stdout } = runProgram(command, 'call hello name=Ada -- node server.js'.split(' '), folder)
    expect([JSON.parse(stdout).content, status]).toEqual([[{ type: 'text', text: 'Hello Ada' }], 0])
  })

  test.each(['', 'list', 'call', 'read', 'prompt', 'serve', 'host'])('its command runs: %s --help', (name) => {
    const { status, stdout } = runProgram(command, [...(name === '' ? [] : [name]), '--help'], folder)
    expect([stdout.includes(`Usage: omniport${name === '' ? '' : ` ${name}`}`), status]).toEqual([true, 0])
  })

  test('its command says the version of the package', () => {
    expect(runProgram(command, ['--version'], folder)).toEqual({
      status: 0,
      stdout: `${manifest(home()).version}\n`,
      stderr: '',
    })
  })

  test('its command runs on the newer Node', () => {
    const node = join(root, 'node_modules/node/bin/node')
    const args = [command, 'call', 'hello', 'name=Ada', '--', node, 'server.js']
    const { status, stdout } = spawnSync(node, args, { cwd: folder, encoding: 'utf8' })
    expect([JSON.parse(stdout).content, status]).toEqual([[{ type: 'text', text: 'Hello Ada' }], 0])
  })

  test('its parsers are there', () => {
    const names = {
      'mcp.json': '{ // none\n"mcpServers": {} }',
      'mcp.toml': '[mcp_servers]',
      'mcp.yaml': 'extensions: {}',
    }
    for (const [file, text] of Object.entries(names)) {
      writeFileSync(join(folder, file), text)
      const { stderr } = runProgram(command, ['list', 'absent', '--config', file], folder)
      expect(stderr).toContain('There is no server')
    }
  })
})

const command = 'node_modules/omniport/dist/bundle/cli/main.js'

const library = join(root, 'packages/omniport')

/** A program whose tool prints the calls that it stands on. */
const printsStack = `
import { createServer, tool } from 'omniport'
import { connect } from 'omniport/client'
const server = createServer({ name: 's', version: '1', tools: { t: tool({ run: () => console.log(new Error().stack) }) } })
const client = await connect(server)
await client.callTool('t', {})
await client.close()
await server.close()
`

/** The files that a source map leads to, as they would stand beside it, and the text that it has of each. */
function sourcesOf(path: string): readonly { readonly place: string; readonly text: string | undefined }[] {
  const map = JSON.parse(readFileSync(path, 'utf8')) as { sources: string[]; sourcesContent: string[] }
  return map.sources.map((source, index) => ({ place: join(dirname(path), source), text: map.sourcesContent[index] }))
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly bin?: object
  readonly exports?: object
  readonly dependencies?: object
}

function manifest(place: string): Manifest {
  return JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Manifest
}

/** The texts at the ends of a tree of objects. */
function leaves(tree: unknown): readonly string[] {
  return typeof tree === 'string' ? [tree] : Object.values(tree as object).flatMap(leaves)
}
