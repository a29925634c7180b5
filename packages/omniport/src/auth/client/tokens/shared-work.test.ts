import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { SharedWork } from './shared-work.js'

const never = () => new AbortController().signal

/** Work that a test ends, what was begun, and the signals that it got. */
function start() {
  const begun: { name: string; signal: AbortSignal; end: () => void; fail: (reason: Error) => void }[] = []
  let within = 0
  const work = new SharedWork((run) => {
    within += 1
    return run()
  })
  const join = (name: string, signal = never()) =>
    work.join(
      name,
      (own) =>
        new Promise<void>((resolve, reject) => {
          begun.push({ name, signal: own, end: resolve, fail: reject })
        }),
      signal,
    )
  return { begun, join, within: () => within }
}

describe('work', () => {
  test('is done once for all who wait, and anew for those who come later', async () => {
    const { begun, join, within } = start()
    const both = Promise.all([join('a'), join('a')])
    expect(begun.length).toBe(1)
    begun[0]?.end()
    expect(await both).toEqual([undefined, undefined])
    const third = join('a')
    begun[1]?.end()
    await third
    expect([begun.length, within(), begun.map(({ signal }) => signal.aborted)]).toEqual([2, 2, [false, false]])
  })

  test('of another name is other work', async () => {
    const { begun, join } = start()
    const both = Promise.all([join('a'), join('b')])
    expect(begun.map(({ name }) => name)).toEqual(['a', 'b'])
    for (const { end } of begun) end()
    await both
  })

  test('fails for all who wait', async () => {
    const { begun, join } = start()
    const both = [join('a'), join('a')].map((joined) => expect(joined).rejects.toThrow('no'))
    begun[0]?.fail(new Error('no'))
    await Promise.all(both)
    const next = join('a')
    begun[1]?.end()
    await next
    expect(begun.length).toBe(2)
  })
})

describe('one who gives up', () => {
  test('before the work is begun begins none', async () => {
    const { begun, join } = start()
    await expect(join('a', AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    expect(begun).toEqual([])
  })

  test('leaves the others waiting', async () => {
    const { begun, join } = start()
    const gone = new AbortController()
    const left = expect(join('a', gone.signal)).rejects.toThrow('enough')
    const other = join('a')
    gone.abort(new Error('enough'))
    await left
    expect(begun[0]?.signal.aborted).toBe(false)
    begun[0]?.end()
    await other
  })

  test('last ends the work, and the next one begins it anew', async () => {
    const { begun, join } = start()
    const gone = new AbortController()
    const left = [join('a', gone.signal), join('a', gone.signal)].map((joined) =>
      expect(joined).rejects.toThrow('enough'),
    )
    gone.abort(new Error('enough'))
    await Promise.all(left)
    expect(begun[0]?.signal.reason).toMatchObject({
      name: 'AbortError',
      message: 'All requests stopped waiting for the authorization',
    })
    const next = join('a')
    expect(begun.length).toBe(2)
    begun[0]?.end()
    await settled()
    const another = join('a')
    expect(begun.length).toBe(2)
    begun[1]?.end()
    await Promise.all([next, another])
    expect(begun[1]?.signal.aborted).toBe(false)
  })
})
