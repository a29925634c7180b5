import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSecretFile } from './secret-file.js'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'settings-'))
  vi.stubEnv('XDG_CONFIG_HOME', base)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(base, { recursive: true })
})

const options = { name: 'x.json', contents: 'tokens', errorCode: 'unauthorized', onError: undefined } as const
const modeOf = (path: string) => statSync(path).mode & 0o777

test('without a path it is in the folder of settings, which is taken from others', async () => {
  mkdirSync(join(base, 'omniport'))
  chmodSync(join(base, 'omniport'), 0o755)
  const file = createSecretFile({ ...options, path: undefined })
  expect(file.path).toBe(join(base, 'omniport', 'x.json'))
  await file.change((values) => values.set('a', 1))
  expect([modeOf(join(base, 'omniport')), modeOf(file.path)]).toEqual([0o700, 0o600])
})

test('the folder of a path that is given stays as it is', async () => {
  chmodSync(base, 0o755)
  const file = createSecretFile({ ...options, path: join(base, 'x.json') })
  await file.change((values) => values.set('a', 1))
  expect(modeOf(base)).toBe(0o755)
})

test('a path may be relative to the folder of the process', () => {
  expect(createSecretFile({ ...options, path: 'x.json' }).path).toBe(join(process.cwd(), 'x.json'))
})

test('what dead processes left beside it is removed by the first change', async () => {
  const left = join(base, 'x.json.0123456789abcdef01.tmp')
  const leave = () => {
    writeFileSync(left, '')
    utimesSync(left, 0, 0)
  }
  const file = createSecretFile({ ...options, path: join(base, 'x.json') })
  leave()
  await file.read()
  expect(readdirSync(base)).toEqual(['x.json.0123456789abcdef01.tmp'])
  await file.change((values) => values.set('a', 1))
  expect(readdirSync(base).sort()).toEqual(['x.json', 'x.json.locks'])
  leave()
  await file.change((values) => values.set('a', 2))
  expect(readdirSync(base)).toContain('x.json.0123456789abcdef01.tmp')
})

test('a file that cannot be understood is moved aside, though nobody is told', async () => {
  const file = createSecretFile({ ...options, path: join(base, 'x.json') })
  writeFileSync(file.path, 'no JSON')
  await file.change((values) => values.set('a', 1))
  expect(await file.read()).toEqual(new Map([['a', 1]]))
  expect(readdirSync(base).filter((name) => name.startsWith('x.json.unreadable-'))).toHaveLength(1)
})

test('what cannot be opened is named with the reason', async () => {
  const file = createSecretFile({ ...options, path: join(base, 'x.json') })
  mkdirSync(file.path)
  await expect(file.read()).rejects.toMatchObject({
    code: 'unauthorized',
    message: `the tokens in ${file.path} are not used: it is not a regular file`,
  })
})
