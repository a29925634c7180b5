import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { realRandomBytes, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { defaultRuntime, type Runtime } from '../../../async/runtime/runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import type { KeyedInputRequest } from '../input-requester.js'
import { isSuspended } from '../suspended.js'
import { emptyHistory, type RetryHistory } from './request-state.js'
import {
  type RoundTrip,
  RoundTripInputRequester,
  type RoundTripInputRequesterOptions,
} from './round-trip-input-requester.js'

/** A promise, and what settles it. */
function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

interface Given {
  readonly history?: Partial<RetryHistory>
  readonly responses?: Readonly<Record<string, unknown>>
  readonly runtime?: Runtime
  readonly limits?: Partial<typeof defaultLimits>
  readonly options?: Partial<RoundTripInputRequesterOptions>
}

function open({ history, responses = {}, runtime, limits, options }: Given = {}) {
  const rounds: RoundTrip[] = []
  const failures: RpcError[] = []
  const defer = (fn: () => void) => void setImmediate(fn)
  const requester = new RoundTripInputRequester({
    history: { ...emptyHistory, ...history },
    responses: new Map(Object.entries(responses)),
    correlationId: 'chain',
    limits: { ...defaultLimits, ...limits },
    runtime: runtime ?? { ...defaultRuntime, defer },
    isLast: false,
    signals: () => [],
    consume: async () => true,
    prepare: async (round) => void rounds.push(round),
    onSuspended: () => {},
    onFailure: (error) => void failures.push(error),
    onEndless: () => {},
    ...options,
  })
  return { requester, rounds, failures }
}

/** A question whose answer is a text; a number does not suffice, and null is no answer at all. */
const question = (key: string): KeyedInputRequest<string> => ({
  key,
  request: { method: 'elicitation/create', params: { message: key } },
  async read(answer) {
    if (typeof answer === 'string') return { type: 'value', value: answer, stored: answer }
    return { type: answer === null ? 'malformed' : 'insufficient', problem: 'no text' }
  },
})

/** What became of a promise so far. */
function watch<T>(promise: Promise<T>) {
  const seen: { value?: T; reason?: unknown } = {}
  promise.then(
    (value) => {
      seen.value = value
    },
    (reason: unknown) => {
      seen.reason = reason
    },
  )
  return seen
}

const turns = async (count: number) => {
  for (let index = 0; index < count; index += 1) await turn()
}

const keysOf = ({ questions }: RoundTrip | undefined = { questions: new Map(), history: emptyHistory }) => [
  ...questions.keys(),
]

describe('a round', () => {
  test('takes the questions of one turn along, and ends the run', async () => {
    const { requester, rounds } = open()
    const first = watch(requester.request(question('a')))
    await Promise.resolve()
    const second = watch(requester.request(question('b')))
    expect(rounds).toEqual([])
    await turns(3)
    expect(rounds.map(keysOf)).toEqual([['a', 'b']])
    expect(rounds[0]?.history).toEqual({ answers: [], onces: [], asked: ['a', 'b'] })
    expect([first, second].map(({ reason }) => isSuspended(reason))).toEqual([true, true])
    expect(first.reason).toBe(second.reason)
    expect(requester.signal.reason).toBe(first.reason)
    await expect(requester.request(question('c'))).rejects.toBe(first.reason)
    await expect(requester.once('x', async () => 1)).rejects.toBe(first.reason)
  })

  test('waits for side effects that run, and takes their values along', async () => {
    const { requester, rounds } = open()
    const { promise, resolve } = deferred()
    const once = watch(requester.once('pay', (correlationId) => promise.then(() => correlationId)))
    watch(requester.once('nothing', async () => undefined))
    watch(requester.request(question('a')))
    await turns(5)
    expect(rounds).toEqual([])
    resolve()
    await turns(3)
    expect(once.value).toBe('chain')
    expect(rounds[0]?.history.onces).toEqual([
      ['nothing', []],
      ['pay', ['chain']],
    ])
  })

  test('keeps nothing of a side effect that fails', async () => {
    const { requester, rounds } = open()
    const reason = new Error('declined')
    const once = watch(requester.once('pay', () => Promise.reject(reason)))
    watch(requester.request(question('a')))
    await turns(3)
    expect(once.reason).toBe(reason)
    expect(rounds[0]?.history.onces).toEqual([])
  })

  test('gives answers and values of earlier rounds at once, and never runs what ran', async () => {
    const { requester, rounds } = open({
      history: {
        answers: [['a', 'A']],
        onces: [
          ['x', [1]],
          ['y', []],
        ],
        asked: ['b'],
      },
      responses: { b: 'B' },
    })
    const run = vi.fn()
    expect([
      await requester.request(question('a')),
      await requester.once('x', run),
      await requester.once('y', run),
    ]).toEqual(['A', 1, undefined])
    expect(await requester.request(question('b'))).toBe('B')
    expect(run).not.toHaveBeenCalled()
    watch(requester.request(question('c')))
    await turns(3)
    expect(rounds[0]?.history).toEqual({
      answers: [
        ['a', 'A'],
        ['b', 'B'],
      ],
      onces: [
        ['x', [1]],
        ['y', []],
      ],
      asked: ['c'],
    })
  })

  test('takes along what was returned and answered, not what the handler makes of it', async () => {
    let history: RetryHistory = emptyHistory
    let responses: Record<string, unknown> = {}
    const list = (key: string): KeyedInputRequest<string[]> => ({
      ...question(key),
      read: async (answer) => ({ type: 'value', value: answer as string[], stored: answer }),
    })
    for (const key of ['first', 'second', 'third']) {
      const { requester, rounds } = open({ history, responses })
      const paid = (await requester.once('pay', async () => ['paid'])) as string[]
      const answers = [paid]
      for (const earlier of history.asked) answers.push(await requester.request(list(earlier)))
      for (const [earlier] of history.answers) answers.push(await requester.request(list(earlier)))
      expect(answers).toEqual(answers.map(() => ['paid']))
      for (const value of answers) value.push('changed')
      watch(requester.request(list(key)))
      await turns(3)
      history = { ...(rounds[0] as RoundTrip).history }
      responses = { [key]: ['paid'] }
    }
    expect(history).toEqual({
      answers: [
        ['first', ['paid']],
        ['second', ['paid']],
      ],
      onces: [['pay', [['paid']]]],
      asked: ['third'],
    })
  })

  test('is replaying until every answer was read', async () => {
    const { requester } = open({ history: { answers: [['a', 'A']], asked: ['b', 'missing'] }, responses: { b: 'B' } })
    expect(requester.isReplaying).toBe(true)
    await requester.request(question('a'))
    expect(requester.isReplaying).toBe(true)
    await requester.request(question('b'))
    expect(requester.isReplaying).toBe(false)
  })

  test('waits for answers that the handler reads later', async () => {
    const { requester, rounds } = open({ history: { answers: [['a', 'A']] } })
    watch(requester.request(question('new')))
    await turns(5)
    expect(rounds).toEqual([])
    await requester.request(question('a'))
    watch(requester.request(question('after a')))
    await turns(3)
    expect(rounds.map(keysOf)).toEqual([['new', 'after a']])
  })

  test('asks again for what is missing or does not suffice', async () => {
    verifies('MRTR-23')
    const { requester, rounds } = open({ history: { asked: ['a', 'b'] }, responses: { b: 5 } })
    watch(requester.request(question('a')))
    watch(requester.request(question('b')))
    await turns(3)
    expect(rounds.map(keysOf)).toEqual([['a', 'b']])
    expect(rounds[0]?.history.answers).toEqual([])
  })

  test('refuses what has no shape of an answer', async () => {
    verifies('MRTR-21')
    const { requester, rounds, failures } = open({ responses: { a: null } })
    await expect(requester.request(question('a'))).rejects.toThrow('inputResponses: no text')
    await turns(3)
    expect(failures.map(({ code, message }) => [code, message])).toEqual([[-32602, 'inputResponses: no text']])
    expect(rounds).toEqual([])
  })

  test('takes answers that come without a state, and ignores those that nobody asked for', async () => {
    verifies('MRTR-22')
    const { requester, rounds } = open({ responses: { a: 'A', other: 'x' } })
    expect(requester.isReplaying).toBe(false)
    expect(await requester.request(question('a'))).toBe('A')
    watch(requester.request(question('b')))
    await turns(3)
    expect(rounds[0]?.history.answers).toEqual([['a', 'A']])
  })

  test('that cannot close because the handler took another way is an error that says so', async () => {
    const runtime = new VirtualRuntime({ startMs: 0, randomBytes: realRandomBytes })
    const { requester, rounds, failures } = open({ history: { answers: [['a', 'A']] }, runtime })
    const asked = watch(requester.request(question('b')))
    await runtime.advance(defaultLimits.replayMs - 1)
    expect(failures).toEqual([])
    await runtime.advance(1)
    expect(failures.map(({ message }) => message)).toEqual([
      'The handler asks "b" where it read the answer "a" before: with the same answers it must take the same path. Wrap ' +
        'what varies in ctx.once',
    ])
    expect([asked.reason, rounds, runtime.timers]).toEqual([failures[0], [], 0])
    expect(isSuspended(asked.reason)).toBe(false)
  })

  test('does not go out when the handler ends first', async () => {
    const runtime = new VirtualRuntime({ startMs: 0, randomBytes: realRandomBytes })
    const { requester, rounds } = open({ runtime })
    const asked = watch(requester.request(question('a')))
    requester.finish()
    await turns(3)
    expect(asked.reason).toMatchObject({ message: 'The call is over: nothing more can be asked' })
    expect([isSuspended(asked.reason), requester.signal.aborted, rounds, runtime.timers]).toEqual([true, false, [], 0])
  })

  test('is refused to a handler that asks too much', async () => {
    verifies('SAMP-09')
    const { requester } = open({ limits: { questions: 2 } })
    watch(requester.request(question('a')))
    watch(requester.request(question('b')))
    await expect(requester.request(question('c'))).rejects.toMatchObject({ code: 'limit' })
  })

  test('does not close for lateness while a side effect runs, but after it', async () => {
    const runtime = new VirtualRuntime({ startMs: 0, randomBytes: realRandomBytes })
    const { promise, resolve } = deferred()
    const { requester, failures } = open({ history: { answers: [['a', 'A']] }, runtime })
    const once = watch(requester.once('slow', () => promise))
    watch(requester.request(question('b')))
    await runtime.advance(defaultLimits.replayMs)
    expect(failures).toEqual([])
    resolve()
    await turns(3)
    expect('value' in once).toBe(true)
    await runtime.advance(defaultLimits.replayMs)
    expect(failures).toHaveLength(1)
  })

  test('that cannot be sent is the reason that whoever waits is given', async () => {
    const reason = RpcError.internal('too large')
    const { requester, failures } = open({ options: { prepare: () => Promise.reject(reason) } })
    const asked = watch(requester.request(question('a')))
    await turns(3)
    expect([asked.reason, requester.signal.reason, failures]).toEqual([reason, reason, [reason]])
  })

  test('that is one too many is refused to the handler, which may go another way', async () => {
    verifies('SAMP-09')
    const { requester, failures } = open({ options: { isLast: true } })
    await expect(requester.request(question('a'))).rejects.toMatchObject({
      code: 'limit',
      message: 'At most 16 rounds per request (rounds)',
    })
    expect([failures, requester.signal.aborted]).toEqual([[], false])
  })

  test('is not sent when nobody waits for the call any more', async () => {
    const runtime = new VirtualRuntime({ startMs: 0, randomBytes: realRandomBytes })
    const caller = new AbortController()
    const { requester, rounds } = open({ runtime, options: { signals: () => [caller.signal] } })
    const asked = watch(requester.request(question('a')))
    caller.abort(new Error('cancelled'))
    await turns(3)
    expect([asked.reason, requester.signal.reason]).toEqual([caller.signal.reason, caller.signal.reason])
    expect([rounds, runtime.timers]).toEqual([[], 0])
  })

  test('spends its answers once, before the first of them is accepted', async () => {
    const consume = vi.fn(async () => true)
    const { requester } = open({ responses: { a: 'A', b: 'B' }, options: { consume } })
    await Promise.all([requester.request(question('a')), requester.request(question('b'))])
    expect(consume).toHaveBeenCalledTimes(1)
    const other = open({ responses: { a: 'A', b: 5 }, options: { consume: async () => false } })
    watch(other.requester.request(question('b')))
    await expect(other.requester.request(question('a'))).rejects.toThrow('requestState was used before')
    expect(other.failures.map(({ code }) => code)).toEqual([-32602])
  })

  test('asks again in the words of the question, with the reason', async () => {
    const again = (problem: string) => ({ method: 'roots/list' as const, params: { problem } })
    const { requester, rounds } = open({ responses: { a: 5 } })
    watch(requester.request({ ...question('a'), again }))
    await turns(3)
    expect(rounds[0]?.questions.get('a')).toEqual({ method: 'roots/list', params: { problem: 'no text' } })
  })

  test('keeps what an answer said, not what a handler makes of it', async () => {
    const { requester, rounds } = open({ responses: { a: 'A' } })
    const stored = { list: ['A'] }
    const read = async () => ({ type: 'value' as const, value: stored, stored })
    const value = await requester.request({ ...question('a'), read })
    value.list.push('B')
    watch(requester.request(question('b')))
    await turns(3)
    expect(rounds[0]?.history.answers).toEqual([['a', { list: ['A'] }]])
  })
})

describe('a run that is over', () => {
  test('stays so when its round has been prepared after all', async () => {
    const { promise, resolve } = deferred()
    const caller = new AbortController()
    const { requester } = open({ options: { prepare: () => promise, signals: () => [caller.signal] } })
    const asked = watch(requester.request(question('a')))
    await turns(3)
    expect(asked).toEqual({})
    caller.abort(new Error('cancelled'))
    resolve()
    await turns(3)
    expect([asked.reason, requester.signal.reason]).toEqual([caller.signal.reason, caller.signal.reason])
    await expect(requester.request(question('b'))).rejects.toBe(caller.signal.reason)
  })

  test('does not fail because of an answer that was being read', async () => {
    const { promise, resolve } = deferred()
    const { requester, failures } = open({ responses: { a: null } })
    const read: KeyedInputRequest<string>['read'] = () =>
      promise.then(() => ({ type: 'malformed' as const, problem: 'no text' }))
    const asked = watch(requester.request({ ...question('a'), read }))
    requester.finish()
    resolve()
    await turns(3)
    expect(asked.reason).toEqual(RpcError.invalidParams('inputResponses: no text'))
    expect(failures).toEqual([])
  })
})
