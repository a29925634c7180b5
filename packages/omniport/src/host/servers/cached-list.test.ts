import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { CachedList } from './cached-list.js'

/** A list that is valid for 100 ms, and whose requests a test answers. */
function slowList() {
  const runtime = new VirtualRuntime()
  const requests: { readonly fresh: boolean; answer(text: string): void; fail(reason: unknown): void }[] = []
  const list = new CachedList<string>({
    clock: runtime,
    load: (fresh) =>
      new Promise<string>((answer, fail) => {
        requests.push({ fresh, answer, fail })
      }),
    until: () => runtime.now() + 100,
  })
  return { runtime, requests, list }
}

/** A list that was requested once, at the beginning of its time. */
async function loaded() {
  const { requests, ...more } = slowList()
  const first = more.list.get()
  requests[0]?.answer('first')
  await first
  await settled()
  return { requests, ...more }
}

describe('a list', () => {
  test('is requested once for all who ask meanwhile', async () => {
    const { requests, list } = slowList()
    const all = Promise.all([list.get(), list.get(), list.get()])
    expect(requests.map(({ fresh }) => fresh)).toEqual([false])
    requests[0]?.answer('a')
    expect(await all).toEqual(['a', 'a', 'a'])
  })

  test('is reused until its time is over', async () => {
    const { runtime, requests, list } = await loaded()
    runtime.advanceSync(99)
    expect([await list.get(), requests.length]).toEqual(['first', 1])
    runtime.advanceSync(1)
    const next = list.get()
    expect(requests.map(({ fresh }) => fresh)).toEqual([false, false])
    requests[1]?.answer('second')
    expect(await next).toBe('second')
  })

  test('whose request fails is requested again', async () => {
    const { requests, list } = slowList()
    const failing = list.get()
    requests[0]?.fail(new Error('broken'))
    await expect(failing).rejects.toThrow('broken')
    await settled()
    const next = list.get()
    requests[1]?.answer('a')
    expect([await next, requests.length]).toEqual(['a', 2])
  })
})

describe('a change', () => {
  test('before anything was requested does nothing', async () => {
    const { requests, list } = slowList()
    list.change()
    const first = list.get()
    requests[0]?.answer('a')
    expect([await first, requests.map(({ fresh }) => fresh)]).toEqual(['a', [false]])
  })

  test('after the answer makes the next request a plain one', async () => {
    const { requests, list } = await loaded()
    list.change()
    void list.get()
    expect(requests.map(({ fresh }) => fresh)).toEqual([false, false])
  })

  test('during a request lets who asked before have it, and makes one more for all who ask later', async () => {
    const { requests, list } = slowList()
    const before = list.get()
    list.change()
    const later = Promise.all([list.get(), list.get()])
    expect(requests.length).toBe(1)
    requests[0]?.answer('old')
    expect(await before).toBe('old')
    await settled()
    expect(requests.map(({ fresh }) => fresh)).toEqual([false, true])
    requests[1]?.answer('new')
    expect(await later).toEqual(['new', 'new'])
    await settled()
    expect([await list.get(), requests.length]).toEqual(['new', 2])
  })

  test('during a request that nobody else waits for leaves its answer out', async () => {
    const { requests, list } = slowList()
    const before = list.get()
    list.change()
    requests[0]?.answer('old')
    await before
    await settled()
    void list.get()
    expect(requests.map(({ fresh }) => fresh)).toEqual([false, true])
  })

  test('during a request that fails makes one more all the same', async () => {
    const { requests, list } = slowList()
    const before = list.get().catch(() => 'failed')
    list.change()
    const later = list.get()
    requests[0]?.fail(new Error('broken'))
    expect(await before).toBe('failed')
    await settled()
    requests[1]?.answer('new')
    expect(await later).toBe('new')
  })
})

describe('a reload', () => {
  test('requests past other caches, at once if nothing is in flight', async () => {
    const { requests, list } = await loaded()
    const again = list.reload()
    expect(requests.map(({ fresh }) => fresh)).toEqual([false, true])
    requests[1]?.answer('again')
    expect(await again).toBe('again')
    await settled()
    expect([await list.get(), requests.length]).toEqual(['again', 2])
  })

  test('requests also before anybody asked', async () => {
    const { requests, list } = slowList()
    void list.reload()
    expect(requests.map(({ fresh }) => fresh)).toEqual([true])
  })

  test('waits for the request in flight, and is shared', async () => {
    const { requests, list } = slowList()
    const before = list.get()
    const reloads = Promise.all([list.reload(), list.reload(), list.get()])
    expect(requests.length).toBe(1)
    requests[0]?.answer('old')
    expect(await before).toBe('old')
    await settled()
    expect(requests.map(({ fresh }) => fresh)).toEqual([false, true])
    requests[1]?.answer('new')
    expect(await reloads).toEqual(['new', 'new', 'new'])
  })
})

describe('the end of a request', () => {
  test('is at once where there is none', async () => {
    expect(await slowList().list.settled).toBeUndefined()
  })

  test.each(['answer', 'fail'] as const)('comes with its %s', async (end) => {
    const { requests, list } = slowList()
    list.get().catch(() => {})
    let isOver = false
    const over = list.settled.then(() => {
      isOver = true
    })
    await settled()
    expect(isOver).toBe(false)
    requests[0]?.[end]('x')
    await over
    expect(isOver).toBe(true)
  })
})
