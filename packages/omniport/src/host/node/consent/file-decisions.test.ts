import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Decision, DecisionStore } from '../../consent/decisions/decision.js'
import { MemoryDecisions } from '../../consent/decisions/memory-decisions.js'
import { createFileDecisions } from './file-decisions.js'

let folder = ''
let path = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omniport-decisions-'))
  path = join(folder, 'decisions.json')
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

function decision(id: string, more: Partial<Decision> = {}): Decision {
  return { id, type: 'call', server: 's', subject: 't', binding: id, answer: 'allow', scope: 'always', at: 10, ...more }
}

const ids = async (store: DecisionStore) => (await store.list()).map(({ id }) => id)

describe.each<readonly [string, () => DecisionStore]>([
  ['in memory', () => new MemoryDecisions(3)],
  ['in a file', () => createFileDecisions({ path })],
])('decisions %s', (_, create) => {
  test('are kept as they are, until they are deleted', async () => {
    const store = create()
    const [a, b] = [decision('a'), decision('b', { until: 20, answer: 'deny' })]
    expect(await store.list()).toEqual([])
    await store.put(a)
    await store.put(b)
    expect(await store.list()).toEqual([a, b])
    await store.delete('a')
    await store.delete('x')
    expect(await store.list()).toEqual([b])
  })

  test('take the place of one about the same, and of that only', async () => {
    const store = create()
    await store.put(decision('a', { binding: 'x' }))
    await store.put(decision('b', { binding: 'x', server: 'other' }))
    await store.put(decision('c', { binding: 'x', type: 'start' }))
    await store.put(decision('d', { binding: 'x', answer: 'deny' }))
    expect(await ids(store)).toEqual(['b', 'c', 'd'])
  })

  test('go when they are over and another one comes', async () => {
    const store = create()
    await store.put(decision('a', { until: 11 }))
    await store.put(decision('b', { until: 12 }))
    await store.put(decision('c', { at: 11 }))
    expect(await ids(store)).toEqual(['b', 'c'])
  })
})

test('of more than can be kept the oldest go, however old they say that they are', async () => {
  const store = new MemoryDecisions(3)
  for (const id of ['a', 'b', 'c', 'd']) await store.put(decision(id, { at: 0 }))
  await store.put(decision('e', { binding: 'b' }))
  await store.put(decision('f'))
  expect(await ids(store)).toEqual(['d', 'e', 'f'])
})

describe('a file of decisions', () => {
  test('is shared by all who use it, at once as well', async () => {
    const [one, other] = [createFileDecisions({ path }), createFileDecisions({ path })]
    await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? one : other).put(decision(`${n}`))))
    expect((await ids(one)).sort()).toEqual((await ids(other)).sort())
    expect((await ids(one)).length).toBe(10)
  })

  test('loses nothing that several processes put into it', async () => {
    const fixture = fileURLToPath(new URL('./fixtures/puts-decisions.mjs', import.meta.url))
    const built = fileURLToPath(new URL('../../../../dist/host/node/consent/file-decisions.js', import.meta.url))
    const children = ['a', 'b', 'c'].map((name) => {
      return spawn(process.execPath, [fixture, built, path, name, '8'], { stdio: 'inherit' })
    })
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))
    expect([codes, (await ids(createFileDecisions({ path }))).length]).toEqual([[0, 0, 0], 24])
  })

  test('can be read and written by its user only', async () => {
    verifies('HOST-04')
    const store = createFileDecisions({ path: join(folder, 'new', 'decisions.json') })
    await store.put(decision('a'))
    const modeOf = async (name: string) => (await stat(name)).mode & 0o777
    expect(await modeOf(join(folder, 'new', 'decisions.json'))).toBe(0o600)
    await chmod(join(folder, 'new', 'decisions.json'), 0o666)
    await store.list()
    expect(await modeOf(join(folder, 'new', 'decisions.json'))).toBe(0o600)
  })

  test('is not read through a symbolic link', async () => {
    verifies('HOST-04')
    const other = join(folder, 'other')
    await writeFile(other, JSON.stringify({ version: 1, values: [['k', decision('a')]] }), { mode: 0o600 })
    await symlink(other, path)
    const store = createFileDecisions({ path })
    const refused = {
      code: 'invalid_config',
      message: `the decisions in ${path} are not used: it is a symbolic link`,
    }
    await expect(store.list()).rejects.toMatchObject(refused)
    await expect(store.put(decision('b'))).rejects.toMatchObject(refused)
  })

  test('is not locked in a folder of others', async () => {
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(elsewhere)
    await symlink(elsewhere, `${path}.locks`)
    await expect(createFileDecisions({ path }).put(decision('a'))).rejects.toMatchObject({
      code: 'invalid_config',
      message: `${path}.locks is a symbolic link, so it cannot be the folder of a lock`,
    })
    await rm(elsewhere, { recursive: true })
  })

  test('that is a pipe is refused, and not waited for', async () => {
    expect(spawnSync('mkfifo', [path]).status).toBe(0)
    await expect(createFileDecisions({ path }).list()).rejects.toMatchObject({
      code: 'invalid_config',
      message: `the decisions in ${path} are not used: it is not a regular file`,
    })
  })

  test('that is none counts as empty, and is kept aside', async () => {
    await writeFile(path, '{', { mode: 0o600 })
    const errors: string[] = []
    const store = createFileDecisions({ path, onError: ({ message }) => errors.push(message) })
    expect(await store.list()).toEqual([])
    await store.put(decision('a'))
    const [aside = ''] = (await readdir(folder)).filter((name) => name.includes('unreadable'))
    expect(await readFile(join(folder, aside), 'utf8')).toBe('{')
    const longAgo = new Date(Date.now() - 61_000)
    await utimes(join(folder, aside), longAgo, longAgo)
    await createFileDecisions({ path }).put(decision('b'))
    expect(await readFile(join(folder, aside), 'utf8')).toBe('{')
    expect(errors).toEqual([`${path} held no decisions that can be read; it is ${join(folder, aside)} now`])
  })

  test.each([
    null,
    'allow',
    [],
    {},
    decision('a', { answer: 'ALLOW' as 'allow' }),
    decision('a', { type: 'all' as 'call' }),
    decision('a', { scope: 'ever' as 'always' }),
    decision('a', { at: Number.NaN }),
    decision('a', { until: 'x' as unknown as number }),
    decision('a', { until: null as unknown as number }),
    ...(['id', 'server', 'subject', 'binding'] as const).map((name) => ({ ...decision('a'), [name]: 1 })),
  ])('holds only decisions, not %j', async (value) => {
    const good = decision('b')
    await writeFile(
      path,
      JSON.stringify({
        version: 1,
        values: [
          ['a', value],
          ['b', good],
        ],
      }),
      { mode: 0o600 },
    )
    expect(await createFileDecisions({ path }).list()).toEqual([good])
  })
})
