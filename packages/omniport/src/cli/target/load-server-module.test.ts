import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadServerModule } from './load-server-module.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'module-'))
})

afterEach(() => rm(folder, { recursive: true }))

async function write(text: string, name = 'server.mjs'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const server = (name: string) => `{ name: '${name}', serve() {} }`
const storesOfAll = 'environment: { stores: { bus: 1, eventLog: 1, inbox: 1, sessions: 1 }, secrets: [] }'

describe('the server of a module', () => {
  test.each([
    ['a member of that name', `export const server = ${server('named')}`, 'named'],
    ['its default', `export default ${server('main')}`, 'main'],
    [
      'the member before the default',
      `export const server = ${server('named')}; export default ${server('main')}`,
      'named',
    ],
    ['what its function makes', `export const server = async () => (${server('made')})`, 'made'],
    [
      'its default, where the function makes none',
      `export const server = () => 7; export default ${server('main')}`,
      'main',
    ],
  ])('is %s', async (_name, text, name) => {
    expect(await loadServerModule(await write(text))).toMatchObject({ name })
  })

  test('is made with the stores', async () => {
    const path = await write('export const server = (given) => ({ given, serve() {} })')
    const given = { stores: {}, secrets: ['s'], option: '--store' } as const
    expect(await loadServerModule(path, given)).toMatchObject({ given: { stores: {}, secrets: ['s'] } })
    expect(
      await loadServerModule(await write('export const server = (given) => ({ given, serve() {} })', 'b.mjs')),
    ).toMatchObject({ given: {} })
  })

  test('may have stores of its own, that all workers share', async () => {
    const path = await write(`export const server = { serve() {}, ${storesOfAll} }`)
    expect(await loadServerModule(path, { option: '--workers' })).toHaveProperty('environment')
  })
})

describe('a module is refused', () => {
  test('that is not there', async () => {
    const path = join(folder, 'none.mjs')
    await expect(loadServerModule(path)).rejects.toMatchObject({ code: 'usage', message: `There is no file ${path}` })
  })

  test.each(['export const other = 1', 'export const server = 7', 'export default {}', 'export default null'])(
    'without a server: %s',
    async (text) => {
      const path = await write(text)
      await expect(loadServerModule(path)).rejects.toMatchObject({
        code: 'usage',
        message: `${path} exports no server, as "server" or by default; start a program with: -- node ${path}`,
      })
    },
  )

  test.each([
    ["throw new Error('no')", 'no, at PATH:1:7'],
    ["throw 'text'", 'text'],
    ["throw Object.assign(new Error('no'), { stack: undefined })", 'no'],
    ["\nfunction server() { throw new Error('late') }\nexport { server }", 'late, at PATH:2:27'],
    ['const run = () => toool({})\nexport default run()', 'toool is not defined, at PATH:1:19'],
  ])('that throws: %s', async (text, message) => {
    const path = await write(text)
    await expect(loadServerModule(path)).rejects.toMatchObject({
      code: 'unreachable',
      message: `${path} could not be loaded: ${message.replace('PATH', path)}`,
    })
  })

  test('by what a package throws, where the module called it', async () => {
    const folderOfPackage = join(folder, 'node_modules', 'a')
    await mkdir(folderOfPackage, { recursive: true })
    await writeFile(join(folderOfPackage, 'index.mjs'), "export const fail = () => { throw new Error('no') }")
    const other = await write("import { fail } from './node_modules/a/index.mjs'\n\nexport const a = fail()", 'a.mjs')
    const path = await write("import './a.mjs'")
    await expect(loadServerModule(path)).rejects.toMatchObject({
      message: `${path} could not be loaded: no, at ${other}:3:18`,
    })
  })

  const example = 'export const server = ({ stores, secrets }) => createServer({ …, stores, secrets })'

  test.each([
    ['--store', '', `--store needs a function that takes the stores: ${example}`],
    ['--store', storesOfAll, `--store needs a function that takes the stores: ${example}`],
    [
      '--workers',
      '',
      `--workers needs a function that takes the stores, so that any worker serves any request: ${example}`,
    ],
    [
      '--workers',
      'environment: { stores: { bus: 1 }, secrets: [] }',
      `--workers needs a function that takes the stores, so that any worker serves any request: ${example}`,
    ],
  ] as const)('that takes no stores for %s, case %#', async (option, more, message) => {
    const path = await write(`export const server = { serve() {}, ${more} }`)
    await expect(loadServerModule(path, { option })).rejects.toMatchObject({
      code: 'usage',
      message: `${path}: ${message}`,
    })
  })
})
