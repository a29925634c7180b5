import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { packCommand } from './pack-command.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pack-'))
})

afterEach(() => rm(cwd, { recursive: true }))

const npmPackage = {
  name: '@you/my notes',
  version: '1.2.3',
  description: 'Keeps notes',
  author: 'Ada',
  main: 'main.js',
}

async function write(folder: string, manifest: object = npmPackage, isWhole = true): Promise<void> {
  await mkdir(join(folder, 'node_modules/a'), { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'main.js'), '1')
  if (isWhole) await writeFile(join(folder, 'node_modules/a/index.js'), '2')
}

async function pack(
  words: readonly string[] = [],
  more: { command?: readonly string[]; out?: string; text?: true } = {},
) {
  const { io, stdout, stderr } = createMemoryIo({ cwd })
  const { command, out, text } = more
  const options = { env: [], header: [], ...(text && { text }) }
  const code = await packCommand({ words, command, options, flags: { out } }, io)
  return { code, printed: stdout(), stderr: stderr() }
}

test('a package becomes a bundle, named after it', async () => {
  await write(cwd)
  const { code, printed, stderr } = await pack()
  const file = join(cwd, 'my-notes-1.2.3.mcpb')
  const bytes = await readFile(file)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect([code, JSON.parse(printed), stderr]).toEqual([
    0,
    { file, files: 4, bytes: bytes.length, sha256, manifest: 'package.json' },
    [],
  ])
  const files = unzipSync(bytes)
  expect(Object.keys(files)).toEqual(['manifest.json', 'main.js', 'node_modules/a/index.js', 'package.json'])
  expect(JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString())).toMatchObject({ name: 'my notes' })
})

test('people get a line', async () => {
  await write(cwd)
  const { printed } = await pack([], { text: true })
  const bytes = await readFile(join(cwd, 'my-notes-1.2.3.mcpb'))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(printed).toBe(`my-notes-1.2.3.mcpb: 4 files, ${bytes.length} bytes, sha256 ${sha256}\n`)
})

test('another folder is packed into another file, with its own manifest and server.json', async () => {
  const manifest = {
    ...{ manifest_version: '0.2', name: 'n', version: '1.0.0', description: 'd', author: { name: 'A' } },
    server: { type: 'node', entry_point: './main.js', mcp_config: { command: 'node' } },
  }
  const mcpName = 'a.b/c'
  await write(join(cwd, 'sub'), { mcpName, version: '1.0.0' })
  await writeFile(join(cwd, 'sub/manifest.json'), JSON.stringify(manifest))
  await writeFile(join(cwd, 'sub/server.json'), JSON.stringify({ name: mcpName, version: '1.0.0', description: 'd' }))
  const { printed } = await pack(['sub'], { out: 'out.mcpb' })
  expect(JSON.parse(printed)).toMatchObject({
    file: join(cwd, 'out.mcpb'),
    files: 5,
    manifest: 'manifest.json',
    serverJson: 'ok',
  })
  const files = unzipSync(await readFile(join(cwd, 'out.mcpb')))
  expect(Object.keys(files).filter((path) => path === 'manifest.json')).toEqual(['manifest.json'])
})

test('a bundle without dependencies is warned of', async () => {
  await write(cwd, npmPackage, false)
  expect((await pack()).stderr).toEqual([
    '[warning] there is no node_modules; a bundle needs its dependencies, unless they are in its files',
  ])
})

describe('nothing is written', () => {
  test.each([
    [['a', 'b'], undefined, 'pack takes one folder, got "b" as well'],
    [[], ['x'], 'pack takes one folder, got "--" as well'],
  ])('for the words %j', async (words, command, message) => {
    await expect(pack(words, command && { command })).rejects.toMatchObject({ code: 'usage', message })
  })

  test('where the program is missing', async () => {
    await write(cwd, { ...npmPackage, main: 'lib/main.js' })
    await expect(pack()).rejects.toMatchObject({
      code: 'usage',
      message: 'pack: lib/main.js, where the server starts, is not among the files',
    })
    expect(await readdir(cwd)).toEqual(['main.js', 'node_modules', 'package.json'])
  })
})
