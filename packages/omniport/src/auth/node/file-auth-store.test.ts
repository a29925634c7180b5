import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { authStoreContract } from '../auth-store.contract.js'
import type { AuthStore } from '../auth-store.js'
import { createFileAuthStore } from './file-auth-store.js'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omniport-auth-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

const built = fileURLToPath(new URL('../../../dist/auth/node/file-auth-store.js', import.meta.url))

function run(fixture: string, ...args: string[]): ChildProcess {
  const path = fileURLToPath(new URL(`./fixtures/${fixture}.mjs`, import.meta.url))
  return spawn(process.execPath, [path, built, join(folder, 'auth.json'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8)
}

describe('the contract', () => {
  const checks = authStoreContract({
    create: () => createFileAuthStore({ path: join(folder, 'auth.json') }),
    join: () => createFileAuthStore({ path: join(folder, 'auth.json') }),
  })
  test.each(checks.map(({ name, run: check }) => [name, check] as const))('%s', (_name, check) => check())
})

test('only its user may read the file, and what else there is beside it holds nothing', async () => {
  verifies('AUTH-57')
  const path = join(folder, 'new', 'auth.json')
  const store = createFileAuthStore({ path })
  await store.set('a', 'secret')
  await store.exclusive('a', async () => {})
  expect([await modeOf(path), await modeOf(join(folder, 'new'))]).toEqual(['600', '700'])
  expect(await readdir(join(folder, 'new'))).toEqual(['auth.json', 'auth.json.locks'])
})

test('a file that others may read is theirs no more once it was read', async () => {
  verifies('AUTH-57')
  const path = join(folder, 'auth.json')
  const store = createFileAuthStore({ path })
  await store.set('a', 1)
  await chmod(path, 0o644)
  expect(await store.get('a')).toBe(1)
  expect(await modeOf(path)).toBe('600')
})

test('a symbolic link is not followed, for reading or for writing', async () => {
  const path = join(folder, 'auth.json')
  const other = join(folder, 'other')
  await writeFile(other, '{"version":1,"values":[["a",1]]}')
  await symlink(other, path)
  const message = `the tokens in ${path} are not used: it is a symbolic link`
  const store = createFileAuthStore({ path })
  await expect(store.get('a')).rejects.toMatchObject({ code: 'unauthorized', message })
  await expect(store.set('a', 2)).rejects.toMatchObject({ code: 'unauthorized', message })
  expect(await readFile(other, 'utf8')).toBe('{"version":1,"values":[["a",1]]}')
})

test.each(['', '{', '[]', '{"version":2,"values":[]}', '{"version":1,"values":[[1,2]]}'])(
  'a file that is no store counts as empty, and is kept aside: %s',
  async (text) => {
    const path = join(folder, 'auth.json')
    await writeFile(path, text, { mode: 0o600 })
    const errors: string[] = []
    const store = createFileAuthStore({ path, onError: ({ message }) => errors.push(message) })
    expect(await store.get('a')).toBe(undefined)
    await store.set('a', 1)
    expect(await store.get('a')).toBe(1)
    const [aside = ''] = (await readdir(folder)).filter((name) => name.includes('unreadable'))
    expect(await readFile(join(folder, aside), 'utf8')).toBe(text)
    expect(errors).toEqual([`${path} held no tokens that can be read; it is ${join(folder, aside)} now`])
  },
)

test('what is no JSON is refused, and writing leaves nothing beside the file', async () => {
  const store = createFileAuthStore({ path: join(folder, 'auth.json') })
  await expect(store.set('a', undefined)).rejects.toThrow(TypeError)
  await store.set('a', 1)
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('four processes under one lock lose nothing', async () => {
  const children = Array.from({ length: 4 }, () => run('counts-under-lock', '8'))
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))
  const store = createFileAuthStore({ path: join(folder, 'auth.json') })
  expect([codes, await store.get('count')]).toEqual([[0, 0, 0, 0], 32])
  expect(await Promise.all(children.map(({ pid }) => store.get(`by ${pid}`)))).toEqual([7, 7, 7, 7])
})

test('a process that dies gives its turn to the next, however it died', async () => {
  const child = run('dies-under-lock')
  if (child.stdout === null || child.stdin === null) throw new Error('pipes were asked for')
  await once(child.stdout, 'data')
  const store = createFileAuthStore({ path: join(folder, 'auth.json') })
  let isOver = false
  const next = store.exclusive('count', async () => isOver)
  child.stdin.end()
  await once(child, 'exit')
  isOver = true
  expect(await next).toBe(true)
})

test('a turn whose holder gives no sign of life is over, wherever it is', async () => {
  const path = join(folder, 'auth.json')
  const store = createFileAuthStore({ path })
  await store.exclusive('a', async () => {})
  const [lock = ''] = await readdir(`${path}.locks`)
  const ticket = join(`${path}.locks`, lock, `1.${process.pid}-ffff-00`)
  await writeFile(ticket, '')
  const longAgo = new Date(Date.now() - 31_000)
  await utimes(ticket, longAgo, longAgo)
  expect(await store.exclusive('a', async () => 'in')).toBe('in')
  expect(await readdir(join(`${path}.locks`, lock))).toEqual([])
})

test('a turn of another machine whose name begins alike is not over as long as it gives signs of life', async () => {
  const path = join(folder, 'auth.json')
  const store = createFileAuthStore({ path })
  await store.exclusive('a', async () => {})
  const [lock = ''] = await readdir(`${path}.locks`)
  const ownFolder = await ownHost(store, join(`${path}.locks`, lock))
  const named = Buffer.from(hostname()).toString('hex').slice(0, 32)
  const ticket = join(`${path}.locks`, lock, `1.999999999-${named}-00`)
  await writeFile(ticket, '')
  const next = store.exclusive('a', async () => 'in')
  await expect.poll(async () => (await readdir(join(`${path}.locks`, lock))).length).toBe(2)
  expect(named).not.toBe(ownFolder)
  await rm(ticket)
  expect(await next).toBe('in')
})

test('what a process that died left half written is removed, and nothing else', async () => {
  verifies('AUTH-57')
  const path = join(folder, 'auth.json')
  const old = `auth.json.${'0'.repeat(18)}.tmp`
  const others = [`auth.json.${'1'.repeat(18)}.tmp`, 'auth.json.mine.tmp', `other.json.${'0'.repeat(18)}.tmp`]
  const longAgo = new Date(Date.now() - 61_000)
  for (const name of [old, ...others]) {
    await writeFile(join(folder, name), 'secret')
    if (name !== others[0]) await utimes(join(folder, name), longAgo, longAgo)
  }
  await symlink(join(folder, others[1] ?? ''), join(folder, `auth.json.${'2'.repeat(18)}.tmp`))
  const store = createFileAuthStore({ path })
  expect(await store.get('a')).toBeUndefined()
  await store.set('a', 1)
  expect((await readdir(folder)).sort()).toEqual(
    [...others, `auth.json.${'2'.repeat(18)}.tmp`, 'auth.json', 'auth.json.locks'].sort(),
  )
})

/** The machine in the name of a lock. */
function ownHost(store: AuthStore, lock: string): Promise<string | undefined> {
  return store.exclusive('a', async () => (await readdir(lock))[0]?.split('-')[1])
}
