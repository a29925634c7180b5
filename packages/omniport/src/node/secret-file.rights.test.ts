import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openRegularFile } from './open-regular-file.js'
import { removeStaleTemporaryFiles } from './remove-stale-temporary-files.js'
import { replaceFile } from './replace-file.js'
import { createSecretFile } from './secret-file.js'

let base = ''
const platform = Object.getOwnPropertyDescriptor(process, 'platform')
const setPlatform = (value: string) => Object.defineProperty(process, 'platform', { value, configurable: true })
const at = (name: string) => join(base, name)
const modeOf = (path: string) => statSync(path).mode & 0o777
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'rights-'))
})
afterEach(() => {
  if (platform !== undefined) Object.defineProperty(process, 'platform', platform)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(base, { recursive: true })
})

const options = { name: 'x.json', contents: 'tokens', errorCode: 'unauthorized', onError: undefined } as const
const content = '{"version":1,"values":[["a",1]]}\n'

/** Functions of open files. */
type Watched = Record<'stat' | 'writeFile', (...given: unknown[]) => Promise<unknown>>

/** What all open files have their functions from. */
async function handles(): Promise<Watched> {
  const handle = await open(at('any'), 'w')
  await handle.close()
  rmSync(at('any'))
  return Object.getPrototypeOf(handle)
}

/** The files whose function `name` is called; `instead` happens, if it is given. */
function watchHandles(
  shared: Watched,
  name: 'stat' | 'writeFile',
  instead?: (handle: FileHandle) => Promise<never>,
): FileHandle[] {
  const seen: FileHandle[] = []
  const original = shared[name]
  vi.spyOn(shared, name).mockImplementation(function (this: FileHandle, ...given: unknown[]) {
    seen.push(this)
    return instead === undefined ? original.apply(this, given) : instead(this)
  })
  return seen
}

describe('the user of a file of secrets', () => {
  const file = () => createSecretFile({ ...options, path: at('x.json') })

  test('is who runs this process', async () => {
    writeFileSync(at('x.json'), content, { mode: 0o600 })
    vi.spyOn(process as { getuid(): number }, 'getuid').mockReturnValue(statSync(base).uid + 1)
    await expect(file().read()).rejects.toMatchObject({
      code: 'unauthorized',
      message: `the tokens in ${at('x.json')} are not used: it belongs to another user`,
    })
  })

  test('and the rights of others are not looked at on Windows', async () => {
    setPlatform('win32')
    writeFileSync(at('x.json'), content)
    chmodSync(at('x.json'), 0o644)
    vi.spyOn(process as { getuid(): number }, 'getuid').mockReturnValue(statSync(base).uid + 1)
    expect([await file().read(), modeOf(at('x.json'))]).toEqual([new Map([['a', 1]]), 0o644])
  })

  test.each([
    ['win32', 0o755],
    ['linux', 0o700],
  ])('has the folder of settings alone, where folders have rights: %s', async (name, mode) => {
    setPlatform(name)
    vi.stubEnv('XDG_CONFIG_HOME', base)
    mkdirSync(at('omniport'))
    chmodSync(at('omniport'), 0o755)
    await createSecretFile({ ...options, path: undefined }).change((values) => values.set('a', 1))
    expect(modeOf(at('omniport'))).toBe(mode)
  })

  test.each([0o640, 0o604, 0o601, 0o610])('takes the rights of others: %o', async (mode) => {
    writeFileSync(at('x.json'), content)
    chmodSync(at('x.json'), mode)
    await file().read()
    expect(modeOf(at('x.json'))).toBe(0o600)
  })

  test('may have taken more than that', async () => {
    writeFileSync(at('x.json'), content)
    chmodSync(at('x.json'), 0o400)
    await file().read()
    expect(modeOf(at('x.json'))).toBe(0o400)
  })
})

describe('what the system says of a file', () => {
  test('is the cause where it cannot be read', async () => {
    writeFileSync(at('file'), '')
    const cause = { code: 'ENOTDIR' }
    await expect(openRegularFile(at('file/x'))).rejects.toMatchObject({ cause })
    await expect(createSecretFile({ ...options, path: at('file/x') }).read()).rejects.toMatchObject({ cause })
  })

  test('goes through as it is where the file was opened, which is closed', async () => {
    writeFileSync(at('x.json'), content)
    const problem = new Error('broken')
    const opened = watchHandles(await handles(), 'stat', () => Promise.reject(problem))
    await expect(createSecretFile({ ...options, path: at('x.json') }).read()).rejects.toBe(problem)
    expect(opened.map(({ fd }) => fd)).toEqual([-1])
  })

  test('a file is closed after it was read, and where it is not used', async () => {
    writeFileSync(at('x.json'), content)
    const opened = watchHandles(await handles(), 'stat')
    const file = createSecretFile({ ...options, path: at('x.json') })
    await file.read()
    vi.spyOn(process as { getuid(): number }, 'getuid').mockReturnValue(statSync(base).uid + 1)
    await expect(file.read()).rejects.toMatchObject({ code: 'unauthorized' })
    expect(opened.map(({ fd }) => fd)).toEqual([-1, -1])
  })

  test('what is no file is closed too', async () => {
    mkdirSync(at('folder'))
    const opened = watchHandles(await handles(), 'stat')
    await expect(openRegularFile(at('folder'))).rejects.toThrow('is not a regular file')
    expect(opened.map(({ fd }) => fd)).toEqual([-1])
  })
})

describe('a file that is being replaced', () => {
  test.each([
    ['with the mode of a new one', { mode: 0o640 }, 0o640],
    ['for its user alone, until it has the mode of the old one', { mode: 0o644, existingMode: 0o644 }, 0o600],
  ])('is written %s', async (_name, modes, expected) => {
    const seen: number[] = []
    const problem = new Error('full')
    watchHandles(await handles(), 'writeFile', async (handle) => {
      seen.push((await handle.stat()).mode & 0o777)
      throw problem
    })
    await expect(replaceFile({ path: at('file'), ...modes }, 'text')).rejects.toBe(problem)
    expect(seen).toEqual([expected])
  })

  test('is closed and removed where it cannot be written', async () => {
    const opened = watchHandles(await handles(), 'writeFile', () => Promise.reject(new Error('full')))
    await expect(replaceFile({ path: at('file'), mode: 0o600 }, 'text')).rejects.toThrow('full')
    expect([opened.map(({ fd }) => fd), readdirSync(base)]).toEqual([[-1], []])
  })
})

describe('a temporary file', () => {
  const now = Date.UTC(2020, 0, 1)
  const name = 'file.0123456789abcdef01.tmp'
  const isThere = () => statSync(at(name), { throwIfNoEntry: false }) !== undefined

  async function leave(ageMs: number): Promise<void> {
    writeFileSync(at(name), '')
    const handle = await open(at(name), 'r+')
    await handle.utimes(new Date(now - ageMs), new Date(now - ageMs))
    await handle.close()
    vi.spyOn(Date, 'now').mockReturnValue(now)
  }

  test.each([
    [60_000, false],
    [59_999, true],
  ])('of %i ms is left: %s', async (ageMs, expected) => {
    await leave(ageMs)
    await removeStaleTemporaryFiles(at('file'))
    expect(isThere()).toBe(expected)
  })

  test.each([
    ['linux', true],
    ['win32', false],
  ])('of another user is left where files have users: %s', async (platformName, expected) => {
    await leave(61_000)
    setPlatform(platformName)
    vi.spyOn(process as { getuid(): number }, 'getuid').mockReturnValue(statSync(base).uid + 1)
    await removeStaleTemporaryFiles(at('file'))
    expect(isThere()).toBe(expected)
  })

  test('may be removed by several at once', async () => {
    await leave(61_000)
    const all = Array.from({ length: 8 }, () => removeStaleTemporaryFiles(at('file')))
    expect(await Promise.all(all)).toEqual(all.map(() => undefined))
    expect(isThere()).toBe(false)
  })
})
