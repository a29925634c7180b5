import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { holdFileLock } from './hold-file-lock.js'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'hold-'))
})
afterEach(() => rmSync(base, { recursive: true }))

const refuse = () => new Error('in use')

test('a lock is had until it is released, which settles when it is free', async () => {
  const clock = createManualRuntime()
  const release = await holdFileLock(base, { clock, waitMs: 1_000, refuse })
  expect([readdirSync(base).length, clock.timers]).toEqual([1, 0])
  await release()
  expect(readdirSync(base)).toEqual([])
  await release()
  expect(readdirSync(base)).toEqual([])
})

test('a lock that another holder has is refused in time', async () => {
  const clock = createManualRuntime()
  const release = await holdFileLock(base, { clock, waitMs: 1_000, refuse })
  const second = holdFileLock(base, { clock, waitMs: 1_000, refuse })
  clock.advance(1_000)
  await expect(second).rejects.toThrow('in use')
  expect(clock.timers).toBe(0)
  const third = holdFileLock(base, { clock, waitMs: 1_000, refuse })
  clock.advance(999)
  await release()
  const releaseThird = await third
  expect(readdirSync(base)).toHaveLength(1)
  await releaseThird()
})

test('a folder that cannot be made rejects with the reason', async () => {
  const clock = createManualRuntime()
  const held = holdFileLock(join(base, 'a\0b'), { clock, waitMs: 1_000, refuse })
  await expect(held).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' })
  expect(clock.timers).toBe(0)
})
