import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { watchFolder } from './watch-folder.js'

async function setUp(name = '') {
  const folder = await mkdtemp(join(tmpdir(), 'watch-'))
  const clock = createManualRuntime()
  const [changes, errors] = [[] as string[], [] as unknown[]]
  const stop = watchFolder(join(folder, name), {
    onChange: () => changes.push('changed'),
    onError: (error) => errors.push(error),
    clock,
  })
  onTestFinished(async () => {
    stop()
    await rm(folder, { recursive: true })
  })
  return { folder, clock, changes, errors, stop }
}

test('changes that come together are one, a tenth of a second after the last', async () => {
  const { folder, clock, changes, errors } = await setUp()
  await mkdir(join(folder, 'a'))
  await writeFile(join(folder, 'b.txt'), 'b')
  await vi.waitFor(() => expect(clock.timers).toBe(1))
  clock.advance(99)
  expect(changes).toEqual([])
  await vi.waitFor(() => {
    clock.advance(100)
    expect(changes.length).toBeGreaterThan(0)
  })
  expect(errors).toEqual([])
})

test('nothing is told once it is stopped', async () => {
  const { folder, clock, changes, stop } = await setUp()
  await writeFile(join(folder, 'a.txt'), 'a')
  await vi.waitFor(() => expect(clock.timers).toBe(1))
  stop()
  clock.advance(1_000)
  expect([changes, clock.timers]).toEqual([[], 0])
})

test('a folder that cannot be watched is an error', async () => {
  const { errors, clock } = await setUp('missing')
  expect(errors).toMatchObject([{ code: 'ENOENT' }])
  expect(clock.timers).toBe(0)
})
