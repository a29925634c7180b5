import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { ElicitAction } from '../../protocol/model/elicitation.js'
import { deferred } from '../fixtures/connect-fake.js'
import { UrlElicitationCompletions } from './url-elicitation-completions.js'

describe('a page that is expected to be completed', () => {
  test('is done for all who wait for it, and for no other page', async () => {
    const completions = new UrlElicitationCompletions()
    const done: string[] = []
    for (const [name, id] of [
      ['a1', 'a'],
      ['a2', 'a'],
      ['b', 'b'],
    ] as const) {
      void completions.expect(id).done.then(() => done.push(name))
    }
    for (const id of ['c', undefined, 7, 'a']) completions.complete(id)
    await settled()
    expect(done).toEqual(['a1', 'a2'])
    completions.complete('b')
    await settled()
    expect(done).toEqual(['a1', 'a2', 'b'])
  })

  test('is not done any more for one who stopped, but for the others', async () => {
    const completions = new UrlElicitationCompletions()
    const done: string[] = []
    const first = completions.expect('a')
    const second = completions.expect('a')
    void first.done.then(() => done.push('first'))
    void second.done.then(() => done.push('second'))
    first.stop()
    completions.complete('a')
    await settled()
    second.stop()
    completions.complete('a')
    await settled()
    expect(done).toEqual(['second'])
  })
})

describe('a question about a page', () => {
  test('without an id is asked with the signal of the caller', async () => {
    const { signal } = new AbortController()
    const signals: AbortSignal[] = []
    const answer = await new UrlElicitationCompletions().unlessCompleted(undefined, signal, async (given) => {
      signals.push(given)
      return 'decline'
    })
    expect(answer).toBe('decline')
    expect(signals[0]).toBe(signal)
  })

  test('that is answered leaves nothing at the signal, and later news of the page does nothing', async () => {
    const completions = new UrlElicitationCompletions()
    const { signal } = new AbortController()
    const signals: AbortSignal[] = []
    const ask = async (given: AbortSignal): Promise<ElicitAction> => {
      signals.push(given)
      return 'cancel'
    }
    expect(await completions.unlessCompleted('a', signal, ask)).toBe('cancel')
    completions.complete('a')
    await settled()
    expect([signals.map(({ aborted }) => aborted), getEventListeners(signal, 'abort')]).toEqual([[false], []])
  })

  test.each<[string, (given: AbortSignal, pending: Promise<ElicitAction>) => Promise<ElicitAction>]>([
    ['goes on', (_given, pending) => pending],
    [
      'rejects with the reason',
      (given) =>
        new Promise((_resolve, reject) => {
          given.addEventListener('abort', () => reject(given.reason), { once: true })
        }),
    ],
  ])('is accepted when the page is completed elsewhere, and taken back, though the handler %s', async (_how, ask) => {
    const completions = new UrlElicitationCompletions()
    const signals: AbortSignal[] = []
    const answer = completions.unlessCompleted('a', new AbortController().signal, (given) => {
      signals.push(given)
      return ask(given, new Promise(() => {}))
    })
    completions.complete('a')
    expect(await answer).toBe('accept')
    expect(signals[0]?.reason).toMatchObject({ name: 'AbortError', message: 'The page was completed elsewhere' })
  })

  test('whose handler fails, or whose caller gives up, fails with that reason', async () => {
    const completions = new UrlElicitationCompletions()
    const { signal } = new AbortController()
    const failed = completions.unlessCompleted('a', signal, () => Promise.reject(new Error('no dialog')))
    await expect(failed).rejects.toThrow('no dialog')
    expect(getEventListeners(signal, 'abort')).toEqual([])
    const stop = new AbortController()
    const { promise, reject } = deferred<ElicitAction>()
    const left = completions.unlessCompleted('a', stop.signal, (given) => {
      given.addEventListener('abort', () => reject(given.reason), { once: true })
      return promise
    })
    stop.abort(new Error('enough'))
    await expect(left).rejects.toThrow('enough')
  })
})
