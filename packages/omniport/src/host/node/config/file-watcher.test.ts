import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { FileWatcher, type WatchFolder } from './file-watcher.js'
import { type ConfigFolder, createConfigFolder } from './fixtures/config-folder.js'

let folder: ConfigFolder
let runtime: VirtualRuntime
let watched: Map<string, { readonly notify: (event: string, name: string | null) => void; readonly fail: () => void }>

beforeEach(() => {
  folder = createConfigFolder()
  runtime = new VirtualRuntime()
  watched = new Map()
})

afterEach(() => folder.remove())

/** Folders that a test speaks for. */
const byHand: WatchFolder = (path, notify) => {
  let fail = () => {}
  watched.set(path, { notify, fail: () => fail() })
  return {
    close: () => watched.delete(path),
    on: (_event, listener) => {
      fail = listener
    },
  }
}

const impossible: WatchFolder = () => {
  throw new Error('ENOSPC')
}

/** Whether a change was told, as far as time has passed. */
function state(changes: FileWatcher, signal?: AbortSignal): { settled: boolean | undefined } {
  const found: { settled: boolean | undefined } = { settled: undefined }
  void changes.next(signal).then((is) => {
    found.settled = is
  })
  return found
}

test('a change is told when nothing more happens for 50 ms', async () => {
  const changes = new FileWatcher(runtime, byHand)
  changes.watch([join(folder.cwd, 'a.json')])
  changes.start()
  const next = state(changes)
  watched.get(folder.cwd)?.notify('change', 'a.json')
  await runtime.advance(49)
  watched.get(folder.cwd)?.notify('change', 'a.json')
  await runtime.advance(50)
  expect(next.settled).toBe(undefined)
  await runtime.advance(49)
  expect(next.settled).toBe(true)
  changes.close()
})

test('what never ends is told all the same', async () => {
  const changes = new FileWatcher(runtime, byHand)
  changes.watch([join(folder.cwd, 'a.json')])
  changes.start()
  const next = state(changes)
  for (let at = 0; at < 40; at += 1) {
    watched.get(folder.cwd)?.notify('change', 'a.json')
    await runtime.advance(26)
  }
  expect(next.settled).toBe(true)
  changes.close()
})

test('other files of the folder are not told; a change without a name is', async () => {
  const changes = new FileWatcher(runtime, byHand)
  changes.watch([join(folder.cwd, 'a.json')])
  changes.start()
  const next = state(changes)
  watched.get(folder.cwd)?.notify('change', 'b.json')
  await runtime.advance(1_000)
  expect(next.settled).toBe(undefined)
  watched.get(folder.cwd)?.notify('rename', null)
  await runtime.advance(50)
  expect(next.settled).toBe(true)
  changes.close()
})

test('of folders that are not there the nearest one is watched, for what comes next', () => {
  const changes = new FileWatcher(runtime, byHand)
  changes.watch([join(folder.cwd, 'x/y/a.json'), join(folder.cwd, 'b.json'), join(folder.home, 'c.json')])
  expect([...watched.keys()]).toEqual([folder.cwd, folder.home])
  folder.write('x/y/a.json', '{}')
  changes.watch([join(folder.cwd, 'x/y/a.json')])
  expect([...watched.keys()]).toEqual([join(folder.cwd, 'x/y')])
  changes.close()
  expect(watched.size).toBe(0)
})

test('a folder that is gone is watched anew', () => {
  const changes = new FileWatcher(runtime, byHand)
  const paths = [join(folder.cwd, 'a.json')]
  changes.watch(paths)
  const first = watched.get(folder.cwd)
  first?.notify('rename', 'project')
  expect(watched.size).toBe(0)
  changes.watch(paths)
  expect(watched.get(folder.cwd)).not.toBe(first)
  changes.close()
})

test('where folders cannot be watched, every 2 s may have brought a change', async () => {
  const changes = new FileWatcher(runtime, impossible)
  changes.watch([join(folder.cwd, 'a.json'), join(folder.home, 'a.json')])
  changes.start()
  for (let round = 0; round < 2; round += 1) {
    const next = state(changes)
    await runtime.advance(1_900)
    expect(next.settled).toBe(undefined)
    await runtime.advance(150)
    expect(next.settled).toBe(true)
  }
  expect(runtime.timers).toBe(1)
  changes.close()
  expect(runtime.timers).toBe(0)
})

test('a watcher that fails later is replaced, and time passes for changes', async () => {
  const changes = new FileWatcher(runtime, byHand)
  changes.watch([join(folder.cwd, 'a.json')])
  changes.start()
  const next = state(changes)
  watched.get(folder.cwd)?.fail()
  expect(watched.size).toBe(0)
  await runtime.advance(2_050)
  expect(next.settled).toBe(true)
  changes.close()
})

test('a signal ends the wait, also one that is aborted already', async () => {
  const changes = new FileWatcher(runtime, byHand)
  changes.watch([join(folder.cwd, 'a.json')])
  changes.start()
  const controller = new AbortController()
  const next = state(changes, controller.signal)
  controller.abort()
  await settled()
  expect(next.settled).toBe(false)
  expect(await changes.next(controller.signal)).toBe(false)
  changes.close()
})
