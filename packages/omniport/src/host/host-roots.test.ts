import { mkdtempSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { deferred } from '../client/fixtures/connect-fake.js'
import type { Root } from '../protocol/model/roots.js'
import { HostRoots } from './host-roots.js'

const a: Root = { uri: 'file:///a', name: 'A' }
const b: Root = { uri: 'file:///b' }

/** Roots whose existence a test decides. */
function watched(roots: readonly Root[]) {
  const there = new Set(roots.map(({ uri }) => uri))
  const runtime = new VirtualRuntime()
  const reported: string[] = []
  const changes: number[] = []
  const hostRoots = new HostRoots({
    roots,
    exists: ({ uri }) => there.has(uri),
    runtime,
    report: (reason) => reported.push(String(reason)),
  })
  hostRoots.onChange(() => changes.push(runtime.now()))
  return { hostRoots, there, runtime, reported, changes }
}

test('a root that is not there is not exposed, and reported once', async () => {
  verifies('ROOT-07', 'ROOT-09')
  const { hostRoots, there, runtime, reported, changes } = watched([a, b])
  there.delete(b.uri)
  expect(await hostRoots.available()).toEqual([a])
  await runtime.advance(10_000)
  expect([reported, changes]).toEqual([['OmniportError: The root file:///b is not there'], []])
  hostRoots.close()
})

test('a root that goes, and comes back, is announced each time, and its end is reported', async () => {
  verifies('ROOT-07')
  const { hostRoots, there, runtime, reported, changes } = watched([a, b])
  await hostRoots.available()
  await runtime.advance(10_000)
  expect(changes).toEqual([])
  there.delete(a.uri)
  await runtime.advance(5_000)
  expect([changes.length, reported]).toEqual([1, ['OmniportError: The root file:///a is gone']])
  await runtime.advance(5_000)
  expect(changes).toHaveLength(1)
  there.add(a.uri)
  await runtime.advance(5_000)
  expect([changes.length, reported.length]).toEqual([2, 1])
  expect(await hostRoots.available()).toEqual([a, b])
  hostRoots.close()
})

test('new roots are announced once, and are no change of the old ones', async () => {
  const { hostRoots, there, runtime, reported, changes } = watched([a])
  await hostRoots.available()
  there.add(b.uri)
  hostRoots.set([b])
  await runtime.advance(5_000)
  expect([await hostRoots.available(), changes.length, reported]).toEqual([[b], 1, []])
  hostRoots.close()
})

test('nothing is looked at before a server asks, and after close', async () => {
  const { hostRoots, there, runtime, changes } = watched([a])
  expect(runtime.timers).toBe(0)
  await hostRoots.available()
  expect(runtime.timers).toBe(1)
  hostRoots.close()
  there.clear()
  expect([await hostRoots.available(), runtime.timers, changes]).toEqual([[], 0, []])
})

test('a root whose check fails is not exposed, and the error is reported', async () => {
  const reported: unknown[] = []
  const failure = new Error('no disk')
  const hostRoots = new HostRoots({
    roots: [a],
    exists: () => Promise.reject(failure),
    runtime: new VirtualRuntime(),
    report: (reason) => reported.push(reason),
  })
  expect([await hostRoots.available(), reported]).toEqual([[], [failure]])
  hostRoots.close()
})

describe('by default', () => {
  test('folders and files that exist are exposed', async () => {
    verifies('ROOT-07', 'ROOT-09')
    const folder = mkdtempSync(join(tmpdir(), 'roots-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'file'), '')
    symlinkSync(join(folder, 'nothing'), join(folder, 'dangling'))
    const uris = ['', '/file', '/dangling', '/nothing', '/file/below'].map((end) => pathToFileURL(folder).href + end)
    const roots = [...uris, 'file:///dev/null', 'file://another.example/a'].map((uri) => ({ uri }))
    const hostRoots = new HostRoots({ roots, runtime: new VirtualRuntime(), report: () => {} })
    expect(await hostRoots.available()).toEqual(roots.slice(0, 2))
    hostRoots.close()
  })

  test('a folder that is deleted is noticed', async () => {
    verifies('ROOT-07')
    const folder = mkdtempSync(join(tmpdir(), 'roots-'))
    const changed = deferred<void>()
    const runtime = new VirtualRuntime()
    const roots = [{ uri: pathToFileURL(folder).href }]
    const hostRoots = new HostRoots({ roots, runtime, report: () => {} })
    hostRoots.onChange(changed.resolve)
    expect(await hostRoots.available()).toEqual(roots)
    rmdirSync(folder)
    await runtime.advance(5_000)
    await changed.promise
    expect(await hostRoots.available()).toEqual([])
    await settled()
    hostRoots.close()
  })
})
