import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSecretFile } from './secret-file.js'

let base = ''
const path = () => join(base, 'a', 'secrets.json')
const text = () => readFileSync(path(), 'utf8')
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'secrets-')))
})
afterEach(() => rmSync(base, { recursive: true }))

function create() {
  const errors: Error[] = []
  const onError = (error: Error) => void errors.push(error)
  const file = createSecretFile({
    path: path(),
    name: 'x.json',
    contents: 'tokens',
    errorCode: 'unauthorized',
    onError,
  })
  return { file, errors }
}

/** A file with one value. */
async function createFilled() {
  const created = create()
  await created.file.change((values) => values.set('a', 1))
  return created
}

describe('a file of secrets', () => {
  test('has nothing while it is missing, and reading does not make it', async () => {
    const { file } = create()
    expect([await file.read(), readdirSync(base)]).toEqual([new Map(), []])
    expect(file.path).toBe(path())
  })

  test('is for its user alone, as is its folder', async () => {
    const { file } = await createFilled()
    expect(text()).toBe('{"version":1,"values":[["a",1]]}\n')
    expect([statSync(path()).mode & 0o777, statSync(join(base, 'a')).mode & 0o777]).toEqual([0o600, 0o700])
    expect(await file.read()).toEqual(new Map([['a', 1]]))
  })

  test('changes by what is added and removed', async () => {
    const { file } = await createFilled()
    await file.change((values) => {
      values.set('b', { c: 2 })
      values.delete('a')
    })
    expect(await create().file.read()).toEqual(new Map([['b', { c: 2 }]]))
  })

  test('loses no change of those that are made at once', async () => {
    const files = [create(), create(), create()]
    await Promise.all(files.map(({ file }, index) => file.change((values) => values.set(String(index), index))))
    expect([...(await create().file.read()).keys()].sort()).toEqual(['0', '1', '2'])
  })

  test('is left as it is by a change that throws', async () => {
    const { file } = await createFilled()
    const before = text()
    const change = file.change(() => {
      throw new Error('broken')
    })
    await expect(change).rejects.toThrow('broken')
    expect(text()).toBe(before)
  })

  test('is taken from others when it is read', async () => {
    const { file } = await createFilled()
    chmodSync(path(), 0o644)
    expect(await file.read()).toEqual(new Map([['a', 1]]))
    expect(statSync(path()).mode & 0o777).toBe(0o600)
  })
})

describe('a file that cannot be understood', () => {
  test.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['of another version', '{"version":2,"values":[]}'],
    ['without values', '{"version":1}'],
    ['with a value that is no pair', '{"version":1,"values":["a"]}'],
    ['with a pair that is too long', '{"version":1,"values":[["a",1,2]]}'],
    ['with a key that is no text', '{"version":1,"values":[[1,1]]}'],
  ])('(%s) has no values, and is moved aside by a change', async (_name, content) => {
    const { file, errors } = await createFilled()
    writeFileSync(path(), content)
    expect([await file.read(), text(), errors]).toEqual([new Map(), content, []])
    await file.change((values) => values.set('b', 2))
    expect(await file.read()).toEqual(new Map([['b', 2]]))
    const [aside = ''] = readdirSync(join(base, 'a')).filter((name) => name.includes('unreadable'))
    expect(aside).toMatch(/^secrets\.json\.unreadable-[0-9a-f]{8}$/)
    expect(readFileSync(join(base, 'a', aside), 'utf8')).toBe(content)
    const message = `${path()} held no tokens that can be read; it is ${join(base, 'a', aside)} now`
    expect(errors).toMatchObject([{ code: 'unauthorized', message }])
  })
})

describe('a file that is not used', () => {
  test('is a link', async () => {
    const { file } = await createFilled()
    rmSync(path())
    symlinkSync(join(base, 'other'), path())
    const message = `the tokens in ${path()} are not used: it is a symbolic link`
    await expect(file.read()).rejects.toMatchObject({ code: 'unauthorized', message })
    await expect(file.change(() => {})).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('is longer than 16 MiB', async () => {
    const { file } = await createFilled()
    const message = `the tokens in ${path()} are not used: it is longer than 16777216 bytes`
    truncateSync(path(), 16 * 1024 * 1024 + 1)
    await expect(file.read()).rejects.toMatchObject({ code: 'unauthorized', message })
    truncateSync(path(), 16 * 1024 * 1024)
    expect(await file.read()).toEqual(new Map())
  })
})
