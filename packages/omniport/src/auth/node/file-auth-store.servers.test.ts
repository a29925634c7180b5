import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileAuthStore } from './file-auth-store.js'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omniport-auth-'))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const [one, two] = ['https://one.example/mcp', 'https://two.example/']

/** A store with values of two servers, and one that is of neither. */
async function filled() {
  const store = createFileAuthStore({ path: join(folder, 'auth.json') })
  for (const href of [one, two]) {
    await store.set(JSON.stringify(['authorization', href]), {})
    await store.set(JSON.stringify(['client-issuer', href]), 'https://as.example')
  }
  await store.set('other', 1)
  return store
}

test('the servers that there are tokens for are listed, which changes nothing', async () => {
  const store = await filled()
  expect(await store.servers()).toEqual([one, two])
  expect(await store.servers()).toEqual([one, two])
})

test('a store that is empty has no servers', async () => {
  const store = createFileAuthStore({ path: join(folder, 'auth.json') })
  expect([await store.servers(), await store.forget()]).toEqual([[], []])
})

test('what belongs to one server is forgotten, by its URL in any spelling', async () => {
  const store = await filled()
  expect(await store.forget('HTTPS://ONE.example:443/mcp')).toEqual([one])
  expect(await store.servers()).toEqual([two])
  expect(await store.get(JSON.stringify(['client-issuer', one]))).toBeUndefined()
  expect(await store.get(JSON.stringify(['client-issuer', two]))).toBe('https://as.example')
  expect([await store.forget(one), await store.get('other')]).toEqual([[], 1])
})

test('all servers are forgotten at once', async () => {
  const store = await filled()
  expect(await store.forget()).toEqual([one, two])
  expect([await store.servers(), await store.get('other')]).toEqual([[], undefined])
})

test('what is no URL is not forgotten', async () => {
  const store = await filled()
  await expect(store.forget('one')).rejects.toMatchObject({ name: 'TypeError', code: 'ERR_INVALID_URL' })
  expect(await store.servers()).toEqual([one, two])
})

test('a value that is no JSON is refused by what it is', async () => {
  const store = createFileAuthStore({ path: join(folder, 'auth.json') })
  await expect(store.set('a', undefined)).rejects.toThrow(new TypeError('AuthStore.set: value must be JSON'))
})

test('without a path the file is in the folder of the settings, where only the user may look', async () => {
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  const path = join(folder, 'omniport', 'auth.json')
  await createFileAuthStore().set('a', 1)
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ version: 1, values: [['a', 1]] })
  expect((await stat(join(folder, 'omniport'))).mode & 0o777).toBe(0o700)
})
