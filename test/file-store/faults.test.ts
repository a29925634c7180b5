import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFaultyFiles, type Fault, shortWrites } from './support/faulty-files.js'
import { copyFolder, logNames, newFolder, openStores } from './support/folders.js'
import { after, emptyState, type State, stateOf, writesWith } from './support/workload.js'

const logOf = (folder: string) => join(folder, logNames(folder).find((name) => name.startsWith('log-')) ?? '')

/** Runs all writes, and returns the folder with the states after each, by the size that the log has then. */
async function writeAll(text: string) {
  const folder = newFolder()
  const stores = await openStores(folder)
  const sizes = [statSync(logOf(folder)).size]
  let state = emptyState
  const states = [state]
  for (const write of writesWith(text)) {
    await write.run(stores)
    state = after(state, write)
    states.push(state)
    sizes.push(statSync(logOf(folder)).size)
  }
  return { folder, states, sizes }
}

describe('a log', () => {
  test('that ends at any byte of its tail has each write that was complete by then', async () => {
    const { folder, states, sizes } = await writeAll('é')
    const [begin = 0, end = 0] = [sizes.at(-4), sizes.at(-1)]
    for (let size = begin; size <= end; size++) {
      const copy = copyFolder(folder)
      truncateSync(logOf(copy), size)
      const complete = sizes.findLastIndex((each) => each <= size)
      expect([size, await stateOf(await openStores(copy))]).toEqual([size, states[complete]])
    }
  }, 120_000)

  test('with a byte that changed is refused, with the place and what to do', async () => {
    const { folder, sizes } = await writeAll('a')
    const end = sizes.at(-1) ?? 0
    for (let at = 0; at < end - 1; at += 7) {
      const copy = copyFolder(folder)
      const bytes = readFileSync(logOf(copy))
      bytes[at] = (bytes[at] ?? 0) ^ 1
      writeFileSync(logOf(copy), bytes)
      await expect(openStores(copy)).rejects.toMatchObject({
        code: 'invalid_config',
        message: expect.stringMatching(
          /log-\d{12}\.jsonl is damaged at byte \d+: .+ Restore the folder, or move it away/,
        ),
      })
    }
  })

  test.each<readonly [string, (lines: readonly string[]) => readonly string[]]>([
    ['without one of its lines', ([first = '', , ...others]) => [first, ...others]],
    ['with a line twice', ([first = '', second = '', ...others]) => [first, second, second, ...others]],
    ['with two lines in another order', ([first = '', a = '', b = '', ...others]) => [first, b, a, ...others]],
    ['of something else', () => ['{"hello":"world"}', '']],
    ['of no text', () => ['\u0000'.repeat(4_096), '']],
  ])('%s is refused', async (_, edit) => {
    const { folder } = await writeAll('a')
    const path = logOf(folder)
    const copy = copyFolder(folder)
    writeFileSync(logOf(copy), edit(readFileSync(path, 'utf8').split('\n')).join('\n'))
    await expect(openStores(copy)).rejects.toMatchObject({ code: 'invalid_config' })
  })

  test('with garbage at its end is read to there, if the machine was started anew', async () => {
    const { folder, states } = await writeAll('a')
    const copy = copyFolder(folder)
    appendFileSync(logOf(copy), `${'\u0000'.repeat(4_096)}\n`)
    await expect(openStores(copyFolder(copy))).rejects.toMatchObject({ code: 'invalid_config' })
    const stores = await openStores(copy, { machine: { boot: async () => 'another' } })
    expect(await stateOf(stores)).toEqual({ ...states.at(-1), stream: [] })
  })

  test('of a newer version is refused', async () => {
    const folder = newFolder()
    await (await openStores(folder)).close()
    const { sealLine } = await import('../../packages/omniport/src/store/node/journal/log-line.js')
    writeFileSync(logOf(folder), sealLine('', '{"format":2}').line)
    await expect(openStores(folder)).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining('has format 2, of a newer version of this library'),
    })
  })
})

/** Long enough for the logs to be compacted several times in one run. */
const text = 'x'.repeat(300)
const leastLogBytes = 1_000

interface Run {
  readonly folder: string
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
  readonly operations: number
  /** The state of all acknowledged writes, and that with the write that failed. */
  readonly acknowledged: State
  readonly possible: State
  readonly refused: number
}

/** Runs writes twice while one operation of the file system has a fault. */
async function runWithFault(at: number, fault: Fault | undefined, { fsync = false, last = at } = {}): Promise<Run> {
  const folder = newFolder()
  const { files, count, failAt, kill } = createFaultyFiles()
  const stores = await openStores(folder, { fsync, machine: { files, leastLogBytes } })
  if (fault !== undefined) failAt(count() + at, fault, count() + last)
  const before = count()
  let [acknowledged, possible, refused] = [emptyState, emptyState, 0]
  for (const write of [...writesWith(text), ...writesWith(text).slice(4, 6)]) {
    const isDone = await write.run(stores).then(
      () => true,
      (reason: unknown) => {
        expect(reason).toMatchObject({ code: -32603, data: { reason: 'store', retryAfterSeconds: 1 } })
        return false
      },
    )
    possible = after(acknowledged, write)
    if (isDone) acknowledged = possible
    else refused += 1
    if (refused > 0) break
  }
  return { folder, kill, close: stores.close, operations: count() - before, acknowledged, possible, refused }
}

describe.each([
  ['of the system', { fsync: false }],
  ['of the disk', { fsync: true }],
])('a process whose writes are %s', (_, options) => {
  test.each<Fault>(['killed', 'killed halfway'])(
    'and that is %s at any operation keeps what it acknowledged',
    async (fault) => {
      const { operations } = await runWithFault(0, undefined, options)
      expect(operations).toBeGreaterThan(15)
      const refusals = []
      for (let at = 0; at < operations; at++) {
        const { folder, kill, acknowledged, possible, refused } = await runWithFault(at, fault, options)
        await kill()
        const state = await stateOf(await openStores(copyFolder(folder)))
        expect([at, state]).toEqual([at, JSON.stringify(state) === JSON.stringify(possible) ? possible : acknowledged])
        refusals.push(refused)
      }
      expect(refusals).toContain(1)
    },
  )

  test.each<Fault>(['fails', 'fails halfway'])(
    'and where any operation %s has just what it acknowledged',
    async (fault) => {
      const { operations } = await runWithFault(0, undefined, options)
      for (let at = 0; at < operations; at++) {
        const { folder, close, acknowledged } = await runWithFault(at, fault, options)
        await close()
        expect([at, await stateOf(await openStores(folder))]).toEqual([at, acknowledged])
      }
    },
  )
})

test('a disk that is full refuses writes, keeps serving reads, and takes writes when it has room', async () => {
  const folder = newFolder()
  const { files, count, failAt } = createFaultyFiles()
  const stores = await openStores(folder, { machine: { files, leastLogBytes } })
  await stores.sessions.create('a', 1, 60_000)
  failAt(count(), 'fails halfway', Number.POSITIVE_INFINITY)
  const writes = ['b', 'c', 'd'].map((id) => stores.sessions.create(id, text, 60_000))
  const outcomes = await Promise.allSettled([...writes, stores.eventLog.append('s', 1), stores.sessions.delete('a')])
  const full = { name: 'StoreUnavailable', data: { reason: 'store' } }
  expect(outcomes).toMatchObject(outcomes.map(() => ({ status: 'rejected', reason: full })))
  expect(outcomes[0]).toMatchObject({ reason: { cause: { code: 'ENOSPC' } } })
  expect([(await stores.sessions.get('a'))?.value, await stores.sessions.get('b')]).toEqual([1, undefined])
  failAt(0, 'fails', -1)
  expect(await stores.sessions.create('b', 2, 60_000)).toBe(true)
  expect(await stores.sessions.delete('a')).toBe(true)
  const { sessions } = await openStores(copyFolder(folder))
  const found = await Promise.all(['a', 'b', 'c', 'd'].map((id) => sessions.get(id)))
  expect(found.map((record) => record?.value)).toEqual([undefined, 2, undefined, undefined])
})

test('writes that the system takes in parts are whole', async () => {
  const folder = newFolder()
  const stores = await openStores(folder, { machine: { files: shortWrites, leastLogBytes } })
  let state = emptyState
  for (const write of writesWith(text)) {
    await write.run(stores)
    state = after(state, write)
  }
  expect(await stateOf(await openStores(copyFolder(folder)))).toEqual(state)
})

test('a folder stays small while records come and go', async () => {
  const folder = newFolder()
  const stores = await openStores(folder, { maxBytes: 40_000, machine: { leastLogBytes: 20_000 } })
  await stores.sessions.create('a', 0, 60_000)
  const sizes: number[] = []
  for (let round = 0; round < 100; round++) {
    const appended = Array.from({ length: 20 }, (_, event) =>
      stores.eventLog.append(`s${round % 3}`, `${event} ${text}`),
    )
    await Promise.all(appended)
    await stores.eventLog.delete(`s${round % 3}`)
    await stores.blobs.put('b', new Uint8Array(1_000), 60_000)
    // A file may be replaced by a shorter one between its name and its size.
    const bytes = logNames(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    sizes.push(bytes.reduce((sum, each) => sum + each, 0))
  }
  expect(Math.max(...sizes)).toBeLessThan(6 * 40_000)
  // A copy of the folder could miss a file that is being replaced.
  await stores.close()
  expect((await (await openStores(folder)).sessions.get('a'))?.value).toBe(0)
})
