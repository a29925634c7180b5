import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { OmniportError } from '../../../values/errors/omniport-error.js'
import { WriterLock } from './writer-lock.js'

let folder = ''
let path = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omniport-turn-'))
  path = join(folder, 'audit.jsonl')
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

const done = async () => {}

/** Settles with why it was refused, or with what it was not refused for. */
function refusalOf(running: Promise<unknown>): Promise<string> {
  return running.then(
    () => 'has run',
    (reason: OmniportError) => `${reason.code}: ${reason.message}`,
  )
}

async function two() {
  const runtime = new VirtualRuntime()
  const [first, second] = [new WriterLock(path, runtime), new WriterLock(path, runtime)]
  await first.run(done)
  /** Waits until the second is refused. */
  const refuse = async () => {
    const refusal = refusalOf(second.run(done))
    await runtime.advance(5_000)
    expect(await refusal).toBe(refused())
  }
  return { runtime, first, second, refuse }
}

const refused = () => `limit: the audit log ${path} is in use by another process or host: use another path`

describe('of two that write one file the second', () => {
  test('waits for five seconds, with all who come meanwhile', async () => {
    const { runtime, first, second } = await two()
    const refusals: string[] = []
    const wait = async () => refusals.push(await refusalOf(second.run(done)))
    const all = [wait()]
    await runtime.advance(4_999)
    all.push(wait())
    await settled()
    expect(refusals).toEqual([])
    await runtime.advance(1)
    await Promise.all(all)
    expect(refusals).toEqual([refused(), refused()])
    await first.release(done)
  })

  test('only looks once it was refused, and then not again for a moment, however many come one after the other', async () => {
    const { runtime, first, second, refuse } = await two()
    await refuse()
    const look = refusalOf(second.run(done))
    await runtime.advance(250)
    expect(await look).toBe(refused())
    const others: string[] = []
    for (let n = 0; n < 1_000; n += 1) others.push(await refusalOf(second.run(done)))
    expect(new Set(others)).toEqual(new Set([refused()]))
    expect(runtime.timers).toBe(0)
    await first.release(done)
  })

  test('looks again a moment later', async () => {
    const { runtime, first, second, refuse } = await two()
    await refuse()
    const look = refusalOf(second.run(done))
    await runtime.advance(250)
    expect(await look).toBe(refused())
    await first.release(done)
    await runtime.advance(49)
    expect(await refusalOf(second.run(done))).toBe(refused())
    await runtime.advance(1)
    expect(await second.run(async () => 'written')).toBe('written')
    await second.release(done)
  })

  test('runs at once after it was refused, where the first is done', async () => {
    const { runtime, first, second, refuse } = await two()
    await refuse()
    await first.release(done)
    expect(await second.run(async () => 'written')).toBe('written')
    expect(runtime.timers).toBe(0)
    await second.release(done)
  })

  test('runs when the first is done, and others only when it was released', async () => {
    const { runtime, first, second } = await two()
    const order: string[] = []
    const running = second.run(async () => order.push('second'))
    await first.release(async () => void order.push('first is closed'))
    await running
    const third = new WriterLock(path, runtime)
    const waiting = third.run(async () => order.push('third'))
    await second.run(async () => order.push('second again'))
    await second.release(async () => void order.push('second is closed'))
    await waiting
    expect(order).toEqual(['first is closed', 'second', 'second again', 'second is closed', 'third'])
    await third.release(done)
  })

  test('begins what waits before it is released', async () => {
    const { first, second } = await two()
    const order: string[] = []
    const running = second.run(async () => order.push('runs'))
    const released = second.release(async () => void order.push('is closed'))
    await Promise.all([first.release(done), running, released])
    expect(order).toEqual(['runs', 'is closed'])
  })
})

test('what never had its turn can be released', async () => {
  const { runtime, first, second, refuse } = await two()
  await new WriterLock(path, runtime).release(done)
  await refuse()
  await second.release(done)
  await first.release(done)
})
