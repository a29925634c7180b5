import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { blobsContract } from '../contracts/blobs.contract.js'
import { createMemoryBlobs } from './memory-blobs.js'

describe('the contract', () => {
  const clock = createManualRuntime()
  const pass = async (ms: number) => clock.advance(ms)
  const checks = blobsContract({ create: () => createMemoryBlobs({ clock }), pass })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

test('beyond its entries nothing more is put until one is gone; what is there may be replaced', async () => {
  const clock = createManualRuntime()
  const blobs = createMemoryBlobs({ clock, maxEntries: 2 })
  await blobs.put('a', Uint8Array.of(1), 10)
  await blobs.put('b', Uint8Array.of(2), 20)
  await expect(blobs.put('c', Uint8Array.of(3), 10)).rejects.toMatchObject({
    ...{ code: 'limit', message: 'blobs: 2 are stored already; raise maxEntries or try later' },
  })
  await blobs.put('b', Uint8Array.of(4), 20)
  clock.advance(10)
  await blobs.put('c', Uint8Array.of(5), 10)
  expect(await blobs.get('b')).toEqual(Uint8Array.of(4))
  expect(await blobs.get('c')).toEqual(Uint8Array.of(5))
})

test('beyond its bytes nothing more is stored until one is gone; what is there may become smaller', async () => {
  const clock = createManualRuntime()
  const blobs = createMemoryBlobs({ clock, maxBytes: 10 })
  await blobs.put('a', new Uint8Array(6), 10)
  await blobs.put('b', new Uint8Array(4), 20)
  const limit = { code: 'limit', message: 'blobs: at most 10 bytes are stored; raise maxBytes or try later' }
  await expect(blobs.create('c', new Uint8Array(1), 10)).rejects.toMatchObject(limit)
  await expect(blobs.put('b', new Uint8Array(5), 20)).rejects.toMatchObject(limit)
  await blobs.put('b', new Uint8Array(3), 20)
  expect(await blobs.create('c', new Uint8Array(1), 30)).toBe(true)
  await blobs.take('b')
  clock.advance(10)
  await blobs.put('d', new Uint8Array(9), 10)
  expect((await blobs.get('d'))?.length).toBe(9)
})

test('one timer runs while there are blobs, and none when they are gone', async () => {
  const clock = createManualRuntime()
  const blobs = createMemoryBlobs({ clock })
  await blobs.put('a', Uint8Array.of(1), 10)
  await blobs.put('b', Uint8Array.of(2), 20)
  const timers = [clock.timers]
  await blobs.take('a')
  clock.advance(20)
  timers.push(clock.timers)
  expect(timers).toEqual([1, 0])
})

test('unless told otherwise blobs may have sixty-four mebibytes together', async () => {
  const blobs = createMemoryBlobs({ clock: createManualRuntime() })
  await expect(blobs.put('a', new Uint8Array(67_108_865), 10)).rejects.toMatchObject({
    message: 'blobs: at most 67108864 bytes are stored; raise maxBytes or try later',
  })
  await blobs.put('b', new Uint8Array(1_000), 10)
  expect(await blobs.get('b')).toEqual(new Uint8Array(1_000))
})
