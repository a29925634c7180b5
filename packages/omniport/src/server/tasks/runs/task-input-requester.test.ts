import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import type { InputRequest } from '../../../protocol/model/input-request.js'
import type { KeyedInputRequest, ParsedAnswer } from '../../input/input-requester.js'
import { createLiveRecord } from '../records/fixtures/live-record.js'
import type { LiveRecord, TaskJob, TaskQuestion } from '../records/task-record.js'
import { TaskInputRequester } from './task-input-requester.js'
import type { TaskWriter } from './task-writer.js'

const form = (message = 'Who?'): InputRequest => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties: {} } },
})
const roots: InputRequest = { method: 'roots/list' }
const accepted = { action: 'accept', content: {} }
const error = { code: 7, message: 'no', data: { a: 1 } }

interface Setting {
  readonly job?: Partial<TaskJob>
  readonly limits?: { readonly questions?: number }
  readonly failing?: Error
}

/** A requester whose task is in the hands of the test. */
function setUp({ job, limits, failing }: Setting = {}) {
  let record = createLiveRecord({}, job)
  const abort = new AbortController()
  const done: string[] = []
  const writer = {
    write: async (change: (before: LiveRecord) => LiveRecord) => {
      if (failing !== undefined) throw failing
      record = change(record)
      done.push('written')
    },
  } as unknown as TaskWriter // all that a requester uses
  const assertLeased = async () => void done.push('leased')
  const options = {
    job: record.job,
    writer,
    limits: { ...defaultLimits, ...limits },
    signal: abort.signal,
    assertLeased,
  }
  const requester = new TaskInputRequester(options)
  const ask = (key: string, request: InputRequest = form(), more: Partial<KeyedInputRequest<unknown>> = {}) => {
    const read = async (answer: unknown): Promise<ParsedAnswer<unknown>> => ({
      type: 'value',
      value: answer,
      stored: answer,
    })
    const outcome = requester.request({ key, request, read, ...more })
    outcome.catch(() => {})
    return outcome
  }
  const accept = (...questions: readonly TaskQuestion[]) => requester.acceptAnswers(questions)
  return { requester, ask, accept, abort, done, status: () => record.status, job: () => record.job }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const open = (key: string, request = form()): TaskQuestion => ({ key, request, state: 'open' })
const answered = (key: string, answer: unknown = accepted, request = form()): TaskQuestion => ({
  key,
  request,
  state: 'answered',
  answer,
})
const refused = (key: string): TaskQuestion => ({ key, request: form(), state: 'refused', error })

describe('a question', () => {
  test('is stored, and waits for the answer', async () => {
    const { ask, accept, job, status } = setUp()
    const outcome = ask('a')
    await turn()
    expect([job().questions, status()]).toEqual([[open('a')], 'input_required'])
    accept(open('a'), answered('b'))
    accept(answered('a'))
    expect(await outcome).toEqual(accepted)
  })

  test('is refused with the error of its client', async () => {
    const { ask, accept } = setUp()
    const outcome = ask('a')
    await turn()
    accept(refused('a'))
    await expect(outcome).rejects.toMatchObject({ name: 'RpcError', ...error })
  })

  test('has its first answer, whatever comes after it', async () => {
    const { ask, accept } = setUp()
    const outcome = ask('a')
    await turn()
    accept(answered('a', 1))
    accept(answered('a', 2))
    expect(await outcome).toBe(1)
    expect(await ask('a')).toBe(1)
  })

  test('that is not stored does not count', async () => {
    const failing = new Error('full')
    const { ask, requester } = setUp({ failing, limits: { questions: 1 } })
    await expect(ask('a')).rejects.toBe(failing)
    await expect(ask('b')).rejects.toBe(failing)
    expect(requester.isReplaying).toBe(false)
  })

  test('is one of as many as the limit says', async () => {
    const { ask, job } = setUp({ limits: { questions: 1 } })
    void ask('a')
    await expect(ask('b')).rejects.toMatchObject({ code: 'limit', message: 'At most 1 questions per task (questions)' })
    expect(job().questions).toEqual([open('a')])
  })

  test('is stored with its id, whatever the newest revision sends', async () => {
    const { ask, job } = setUp()
    const params = { mode: 'url', message: 'm', url: 'https://a.example/', elicitationId: 'e' }
    void ask('a', { method: 'elicitation/create', params })
    await turn()
    expect(job().questions).toEqual([open('a', { method: 'elicitation/create', params })])
  })
})

describe('an answer that does not do', () => {
  test('is asked for again, with what is wrong', async () => {
    const { ask, accept, job } = setUp()
    const problems: string[] = []
    const read = async (answer: unknown): Promise<ParsedAnswer<unknown>> =>
      answer === 2 ? { type: 'value', value: 'two', stored: 2 } : { type: 'insufficient', problem: `not ${answer}` }
    const again = (problem: string) => {
      problems.push(problem)
      return form(problem)
    }
    const outcome = ask('a', form(), { read, again })
    await turn()
    accept(answered('a', 1))
    await turn()
    expect(job().questions.map(({ key, request, state }) => [key, request.params?.['message'], state])).toEqual([
      ['a', 'Who?', 'open'],
      ['a~2', 'not 1', 'open'],
    ])
    accept(answered('a~2', 2))
    expect([await outcome, problems]).toEqual(['two', ['not 1']])
  })

  test('is asked for as before where it is malformed, or no other question is known', async () => {
    for (const type of ['malformed', 'insufficient'] as const) {
      const { ask, accept, job } = setUp()
      const again = type === 'malformed' ? { again: () => roots } : {}
      void ask('a', form(), { read: async () => ({ type, problem: 'no' }), ...again })
      await turn()
      accept(answered('a', 1))
      await turn()
      expect(job().questions.map(({ key, request }) => [key, request])).toEqual([
        ['a', form()],
        ['a~2', form()],
      ])
    }
  })
})

describe('a later run', () => {
  test('has the answers and the errors of the one before, and replays until it has read them', async () => {
    const { ask, requester, done } = setUp({ job: { questions: [answered('a', 1), refused('b'), open('c')] } })
    expect(requester.isReplaying).toBe(true)
    expect([await ask('a'), requester.isReplaying]).toEqual([1, true])
    await expect(ask('b')).rejects.toMatchObject(error)
    expect([requester.isReplaying, done]).toEqual([false, []])
  })

  test('waits for what was open, and stores it no second time', async () => {
    const { ask, accept, done, requester } = setUp({ job: { questions: [answered('a', 1), open('c')] } })
    const outcome = ask('c')
    await turn()
    expect([done, requester.isReplaying]).toEqual([[], false])
    accept(answered('c', 3))
    expect(await outcome).toBe(3)
  })

  test('does not replay any more where it asks something new', async () => {
    const { ask, requester } = setUp({ job: { questions: [answered('a', 1)] } })
    void ask('b')
    await turn()
    expect(requester.isReplaying).toBe(false)
  })

  test('asks another question under a key of its own, and drops the one that nobody waits for', async () => {
    const { ask, job, requester, status } = setUp({ job: { questions: [open('a'), answered('b', 1)] } })
    void ask('a', form('Where?'))
    void ask('b', form('When?'))
    await turn()
    await turn()
    expect(job().questions.map(({ key, state }) => `${key} ${state}`)).toEqual([
      'a dropped',
      'b answered',
      'b~2 open',
      'a~2 open',
    ])
    expect([status(), requester.isReplaying]).toEqual(['input_required', false])
  })

  test('does not take up what was dropped', async () => {
    const { ask, job, done } = setUp({ job: { questions: [{ ...open('a'), state: 'dropped' }] } })
    void ask('a')
    await turn()
    expect(job().questions.map(({ key, state }) => `${key} ${state}`)).toEqual(['a dropped', 'a~2 open'])
    expect(done).toEqual(['written'])
  })
})

test.each([
  ['a', 'a'],
  ['a~1', 'a~1~1'],
  ['a~12', 'a~12~1'],
  ['a~b', 'a~b'],
  ['~1a', '~1a'],
])('the question %j is stored as %j', async (key, stored) => {
  const { ask, job } = setUp()
  void ask(key)
  await turn()
  expect(job().questions.map((question) => question.key)).toEqual([stored])
})

describe('a side effect', () => {
  test('happens under the lease, with the id of the task, and its value is stored', async () => {
    const { requester, job, done } = setUp({ job: { onces: [['x', [1]]] } })
    const ids: string[] = []
    const run = async (id: string) => {
      ids.push(id)
      done.push('ran')
      return { a: 1 }
    }
    expect([await requester.once('k', run), await requester.once('k', run)]).toEqual([{ a: 1 }, { a: 1 }])
    expect([ids, done, job().onces]).toEqual([
      ['secret'],
      ['leased', 'ran', 'written'],
      [
        ['x', [1]],
        ['k', [{ a: 1 }]],
      ],
    ])
    expect(requester.isReplaying).toBe(false)
  })

  test('may have no value', async () => {
    const { requester, job } = setUp()
    expect(await requester.once('k', async () => undefined)).toBeUndefined()
    expect(job().onces).toEqual([['k', []]])
  })

  test('does not happen again in a later run', async () => {
    const { requester, done } = setUp({
      job: {
        onces: [
          ['k', [5]],
          ['n', []],
        ],
      },
    })
    expect(requester.isReplaying).toBe(true)
    expect(await requester.once('k', () => Promise.reject(new Error('again')))).toBe(5)
    expect(requester.isReplaying).toBe(true)
    expect(await requester.once('n', () => Promise.reject(new Error('again')))).toBeUndefined()
    expect([requester.isReplaying, done]).toEqual([false, []])
  })
})

describe('the end of a run', () => {
  const over = { code: 'closed', message: 'The task is over: nothing more can be asked' }

  test('ends what waits, and nothing more can be asked or done', async () => {
    const { ask, requester, done } = setUp()
    const outcome = ask('a')
    await turn()
    requester.finish()
    await expect(outcome).rejects.toMatchObject(over)
    await expect(ask('b')).rejects.toMatchObject(over)
    await expect(requester.once('k', async () => 1)).rejects.toMatchObject(over)
    expect(done).toEqual(['written'])
  })

  test('has the reason of the signal, if that came first', async () => {
    const { ask, requester, abort } = setUp()
    const outcome = ask('a')
    await turn()
    abort.abort('gone')
    await expect(outcome).rejects.toBe('gone')
    requester.finish()
    await expect(ask('b')).rejects.toBe('gone')
    expect(getEventListeners(abort.signal, 'abort')).toEqual([])
  })

  test('may come while the question is stored', async () => {
    const { ask, requester } = setUp()
    const outcome = ask('a')
    requester.finish()
    await expect(outcome).rejects.toMatchObject(over)
  })
})
