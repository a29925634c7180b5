import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { AuthOptions } from '../../auth/client/auth-options.js'
import { createLimits } from '../../protocol/limits/limits.js'
import { deferred } from '../fixtures/connect-fake.js'
import { InputHandlers } from '../input/input-handlers.js'
import { UrlElicitationCompletions } from '../input/url-elicitation-completions.js'
import { PausableAuthorization } from './pausable-authorization.js'

/** The timers of a client whose user may be asked to authorize it, for 1000 ms unless `options` want more. */
function start(options: AuthOptions = {}) {
  const deferrals: (() => void)[] = []
  const runtime = new VirtualRuntime({
    defer: (fn) => deferrals.push(fn),
    randomBytes: (length) => new Uint8Array(length).fill(7),
  })
  const limits = createLimits({ questionMs: 1_000 })
  const completions = new UrlElicitationCompletions()
  const inputHandlers = new InputHandlers({}, { clock: runtime, questionMs: limits.questionMs, completions })
  const authorization = new PausableAuthorization(options, { runtime, limits, inputHandlers })
  const fired: number[] = []
  const after = (ms: number) => authorization.pausableRuntime.after(ms, () => fired.push(runtime.now() - 1_000_000))
  const ask = () => {
    const work = deferred<string>()
    const asking = authorization.withTimeoutsPaused(() => work.promise)
    return { asking, ...work }
  }
  return { authorization, inputHandlers, runtime, deferrals, fired, after, ask }
}

test('but for its timers the runtime is that of the client', () => {
  const { authorization, runtime, deferrals } = start()
  const { pausableRuntime } = authorization
  expect(authorization.runtime).toBe(runtime)
  expect([pausableRuntime.now(), pausableRuntime.randomBytes(2)]).toEqual([1_000_000, Uint8Array.of(7, 7)])
  const fn = () => {}
  pausableRuntime.defer(fn)
  expect(deferrals).toEqual([fn])
})

describe('a timer', () => {
  test('fires once, in its time, where nobody is asked', async () => {
    const { runtime, after, fired } = start()
    after(100)
    await runtime.advance(99)
    expect(fired).toEqual([])
    await runtime.advance(1_000)
    expect([fired, runtime.timers]).toEqual([[100], 0])
  })

  test('goes on where it stopped, each time somebody was asked', async () => {
    const { runtime, after, fired, ask } = start()
    after(100)
    for (const answer of ['a', 'b']) {
      await runtime.advance(30)
      const { asking, resolve } = ask()
      await runtime.advance(500)
      resolve(answer)
      expect(await asking).toBe(answer)
    }
    await runtime.advance(39)
    expect(fired).toEqual([])
    await runtime.advance(1)
    expect([fired, runtime.timers]).toEqual([[1_100], 0])
  })

  test('that is started while somebody is asked waits until nobody is', async () => {
    const { runtime, after, fired, ask } = start()
    const first = ask()
    const second = ask()
    after(100)
    await runtime.advance(200)
    first.resolve('')
    await first.asking
    await runtime.advance(200)
    expect(fired).toEqual([])
    second.reject(new Error('no'))
    await expect(second.asking).rejects.toThrow(new Error('no'))
    await runtime.advance(100)
    expect([fired, runtime.timers]).toEqual([[500], 0])
  })

  test('that was stopped never fires, also where it was stopped while somebody is asked', async () => {
    const { runtime, after, fired, ask } = start()
    const stops = [after(100), after(100)]
    stops[0]?.()
    const { asking, resolve } = ask()
    stops[1]?.()
    resolve('')
    await asking
    await runtime.advance(5_000)
    expect([fired, runtime.timers]).toEqual([[], 0])
  })

  test.each<[AuthOptions, number]>([
    [{}, 1_000],
    [{ personMs: 500 }, 1_000],
    [{ personMs: 3_000 }, 3_000],
  ])('with %j goes on after a person had %d ms', async (options, ms) => {
    const { runtime, after, fired, ask } = start(options)
    after(100)
    const { asking, resolve } = ask()
    await runtime.advance(ms + 99)
    expect(fired).toEqual([])
    await runtime.advance(1)
    expect(fired).toEqual([ms + 100])
    resolve('')
    await asking
    expect(runtime.timers).toBe(0)
  })
})

test('who is asked for credentials pauses requests as a question of the server does', async () => {
  const { inputHandlers, ask, runtime } = start()
  const seen: unknown[] = []
  inputHandlers.openRequests.listen({
    onOpen: ({ cause }) => seen.push(['open', cause]),
    onClose: ({ cause }) => seen.push(['closed', cause]),
  })
  const { asking, resolve } = ask()
  expect(seen).toEqual([['open', undefined]])
  resolve('')
  await asking
  await settled()
  expect([seen, runtime.timers]).toEqual([
    [
      ['open', undefined],
      ['closed', undefined],
    ],
    0,
  ])
})
