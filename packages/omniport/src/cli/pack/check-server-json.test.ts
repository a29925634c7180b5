import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkServerJson } from './check-server-json.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'server-json-'))
})

afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value))

const name = 'io.github.you/notes'
const manifest = { mcpName: name, version: '1.0.0', name: 'notes' }
const server = { name, version: '1.0.0', description: 'Keeps notes' }

test('a folder need not have one', async () => {
  expect(await checkServerJson(folder)).toBe(false)
})

test.each([
  [{}],
  [{ description: 'x'.repeat(100) }],
  [{ packages: [{ identifier: 'notes', version: '1.0.0' }, { identifier: 'other', version: '9.9.9' }, null] }],
  [{ packages: 'none' }],
])('it is right with %j', async (members) => {
  await write('server.json', { ...server, ...members })
  await write('package.json', manifest)
  expect(await checkServerJson(folder)).toBe(true)
})

const long = 'description must have 1 to 100 characters'
const form = 'name must be such as "io.github.you/server"'
const equal = (one: string) => `name is ${one}, and mcpName of package.json "${name}"; they must be equal`

test.each([
  [{ description: '' }, long],
  [{ description: 'x'.repeat(101) }, long],
  [{ description: 7 }, long],
  [{ version: '1' }, 'version must be one such as "1.0.0"'],
  [{ version: '1.0.1' }, 'version is "1.0.1", and that of package.json "1.0.0"'],
  [{ name: 'notes' }, `${form}; ${equal('"notes"')}`],
  [{ name: 'a/b/c' }, `${form}; ${equal('"a/b/c"')}`],
  [{ name: ' a/b' }, `${form}; ${equal('" a/b"')}`],
  [{ name: undefined }, `${form}; ${equal('missing')}`],
  [{ name: 'a/b' }, equal('"a/b"')],
  [
    { packages: [{ identifier: 'notes', version: '0.9.0' }, { identifier: 'notes' }] },
    'packages: "notes" has the version "0.9.0", not "1.0.0"; packages: "notes" has the version missing, not "1.0.0"',
  ],
])('it is wrong with %j', async (members, problems) => {
  await write('server.json', { ...server, ...members })
  await write('package.json', manifest)
  await expect(checkServerJson(folder)).rejects.toMatchObject({
    code: 'usage',
    message: `pack: server.json: ${problems}`,
  })
})

test('without a package nothing proves its name', async () => {
  await write('server.json', server)
  await expect(checkServerJson(folder)).rejects.toMatchObject({
    message: `pack: server.json: name is "${name}", and mcpName of package.json missing; they must be equal; version is "1.0.0", and that of package.json missing`,
  })
})
