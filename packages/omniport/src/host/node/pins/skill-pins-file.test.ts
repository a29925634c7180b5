import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileLock } from './file-lock-store.js'

let folder = ''
let path = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omniport-lock-'))
  path = join(folder, 'mcp.lock')
})

afterEach(() => rm(folder, { recursive: true }))

const digest = '1'.repeat(64)
const uri = 'skill://refunds/SKILL.md'
const pin = (name: string) => new Map([[name, { definition: digest }]])

test('pins of skills and of tools stand in one file, and neither removes the other', async () => {
  const lock = createFileLock(path)
  await lock.skills?.write('s', pin(uri))
  expect((await lock.read()).has('s')).toBe(false) // no tool of it was pinned yet
  await Promise.all([lock.write('s', pin('add')), lock.skills?.write('t', pin('__proto__'))])
  const { servers } = JSON.parse(await readFile(path, 'utf8'))
  expect(servers['s']).toEqual({ skills: { [uri]: `sha256-${digest}` }, tools: { add: `sha256-${digest}` } })
  await lock.write('s', new Map())
  expect(await createFileLock(path).skills?.read()).toEqual(
    new Map([
      ['s', pin(uri)],
      ['t', pin('__proto__')],
    ]),
  )
  await lock.skills?.write('s', new Map())
  await lock.skills?.write('t', new Map())
  expect(JSON.parse(await readFile(path, 'utf8')).servers).toEqual({})
})

test('a pin of a skill that is none makes the file unusable, for tools too', async () => {
  const text = JSON.stringify({ version: 1, servers: { s: { skills: { [uri]: 'sha256-1' } } } })
  await writeFile(path, text)
  const lock = createFileLock(path)
  for (const use of [lock.skills?.read(), lock.write('s', pin('add'))]) {
    await expect(use).rejects.toMatchObject({ code: 'invalid_config', message: expect.stringContaining(uri) })
  }
  expect(await readFile(path, 'utf8')).toBe(text)
})
