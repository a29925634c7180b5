import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { unzipSync } from 'fflate'
import { connect, textOf } from 'omniport/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { run } from '../../packages/omniport/src/cli/run.js'
import { install, pack } from '../support/install-package.js'
import { createMemoryIo } from './memory-io.js'

vi.setConfig({ testTimeout: 180_000 })

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'pack-')))
})
afterEach(() => rmSync(folder, { recursive: true }))

const packageJson = {
  name: '@you/notes',
  version: '1.2.3',
  description: 'Keeps notes',
  author: 'Ada <ada@example.com>',
  license: 'MIT',
  type: 'module',
  main: './main.js',
}

function write(files: Readonly<Record<string, string | object>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

async function packFolder(...words: readonly string[]) {
  const { io, stdout, stderr } = createMemoryIo({ cwd: folder })
  const status = await run(['pack', ...words], io)
  const lines = stderr()
  const problem = status === 0 ? lines.join('\n') : (JSON.parse(String(lines.at(-1))) as Failed).error.message
  return { status, stdout: stdout(), stderr: problem }
}

interface Failed {
  readonly error: { readonly message: string }
}

/** The files of an archive, as another program reads them. */
function readZip(file: string): Readonly<Record<string, Uint8Array>> {
  return unzipSync(readFileSync(join(folder, file)))
}

describe('omniport pack', () => {
  test('makes a bundle of a package, without secrets and what is ignored, the same each time', async () => {
    write({
      'package.json': packageJson,
      'main.js': 'console.log(1)',
      'node_modules/a/index.js': '',
      'node_modules/.bin/a': '',
      'src/é.txt': 'x',
      'src/large.bin': 'x',
      '.env': 'SECRET=1',
      '.npmrc': '//registry/:_authToken=1',
      'old.mcpb': '',
      '.mcpbignore': '# large\n*.bin\n',
    })
    const first = await packFolder()
    const file = join(folder, 'notes-1.2.3.mcpb')
    expect([first.status, first.stderr]).toEqual([0, ''])
    expect(JSON.parse(first.stdout)).toMatchObject({ file, files: 5, manifest: 'package.json' })
    const bytes = readFileSync(file)
    expect(Object.keys(readZip('notes-1.2.3.mcpb'))).toEqual([
      'manifest.json',
      'main.js',
      'node_modules/a/index.js',
      'package.json',
      'src/é.txt',
    ])
    await packFolder()
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  test('says in the manifest what the package says', async () => {
    write({ 'package.json': packageJson, 'main.js': '' })
    await packFolder('--out', 'a.mcpb')
    const text = new TextDecoder().decode(readZip('a.mcpb')['manifest.json'])
    expect(JSON.parse(text)).toEqual({
      manifest_version: '0.3',
      name: 'notes',
      version: '1.2.3',
      description: 'Keeps notes',
      author: { name: 'Ada', email: 'ada@example.com' },
      server: {
        type: 'node',
        entry_point: 'main.js',
        mcp_config: { command: 'node', args: [`\${__dirname}/main.js`] },
      },
      license: 'MIT',
    })
  })

  test('makes a bundle that runs as its manifest says', async () => {
    const server = `import { createServer, tool } from 'omniport'
import { serveStdio } from 'omniport/stdio'
await serveStdio(createServer({ name: 'notes', version: '1.2.3', tools: { hello: tool({ run: () => 'Hello' }) } }))`
    write({ 'package.json': packageJson, 'main.js': server })
    install('omniport', pack('omniport', folder), folder)
    rmSync(join(folder, 'omniport-0.1.0.tgz'))
    for (const name of ['jose', '@standard-schema/spec']) {
      const linked = realpathSync(join(folder, 'node_modules', name))
      rmSync(join(folder, 'node_modules', name), { recursive: true })
      cpSync(linked, join(folder, 'node_modules', name), { recursive: true })
    }
    expect((await packFolder()).status).toBe(0)
    const place = join(folder, 'installed')
    for (const [path, bytes] of Object.entries(readZip('notes-1.2.3.mcpb'))) {
      mkdirSync(dirname(join(place, path)), { recursive: true })
      writeFileSync(join(place, path), bytes)
    }
    await using client = await connect({ command: process.execPath, args: [join(place, 'main.js')], cwd: place })
    expect(textOf(await client.callTool('hello', {}))).toBe('Hello')
  })

  test.each<[what: string, files: Readonly<Record<string, string | object>>, message: string]>([
    ['an empty folder', {}, 'has neither manifest.json nor package.json'],
    [
      'a package without an author',
      { 'package.json': { ...packageJson, author: undefined } },
      'pack: package.json (there is no manifest.json): author must be an object with a name',
    ],
    [
      'a manifest that leads out',
      {
        'manifest.json': {
          manifest_version: '0.3',
          name: 'a',
          version: '1.0.0',
          description: 'd',
          author: { name: 'a' },
          server: { type: 'node', entry_point: '../a.js', mcp_config: { command: 'node' } },
        },
      },
      'pack: manifest.json: server.entry_point must be a file of the folder',
    ],
    [
      'a server that is not there',
      { 'package.json': packageJson },
      'pack: main.js, where the server starts, is not among the files',
    ],
    ['a file that is no JSON', { 'manifest.json': '{' }, 'manifest.json is no JSON object'],
    [
      'another name in server.json',
      {
        'package.json': { ...packageJson, mcpName: 'io.github.you/notes' },
        'main.js': '',
        'server.json': { name: 'io.github.eve/notes', version: '1.2.3', description: 'Keeps notes' },
      },
      'pack: server.json: name is "io.github.eve/notes", and mcpName of package.json "io.github.you/notes"; they must be equal',
    ],
    [
      'another version in server.json',
      {
        'package.json': { ...packageJson, mcpName: 'io.github.you/notes' },
        'main.js': '',
        'server.json': {
          name: 'io.github.you/notes',
          version: '1.2.3',
          description: 'Keeps notes',
          packages: [{ identifier: '@you/notes', version: '1.0.0' }],
        },
      },
      'pack: server.json: packages: "@you/notes" has the version "1.0.0", not "1.2.3"',
    ],
  ])('refuses %s, and says what to do', async (_, files, message) => {
    write(files)
    const { status, stderr } = await packFolder()
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
  })

  test('refuses a link that leads out of the folder', async () => {
    write({ 'package.json': packageJson, 'main.js': '' })
    symlinkSync('/etc', join(folder, 'etc'))
    expect(await packFolder()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('etc is a link that leads out'),
    })
  })

  test('refuses two folders', async () => {
    expect(await packFolder('a', 'b')).toMatchObject({ status: 1, stderr: expect.stringContaining('got "b" as well') })
  })
})
