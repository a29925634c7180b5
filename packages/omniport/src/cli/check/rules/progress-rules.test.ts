import { describe, expect, test } from 'vitest'
import { connectTo, describeRule, problemOf } from '../fixtures/scripted-wire.js'
import { progressRules, terminalStatuses } from './progress-rules.js'

test('the checks of progress, and where they are meant', () => {
  expect(progressRules.map(describeRule)).toEqual([
    'must progress-token: a request with a progress token, a string or an integer, is answered (PRO-01, PRO-06) all',
    'must known-progress: progress has the token of a request that was sent, with its type (PRO-01, PRO-04) all',
    'must progress-rises: progress rises with each notification (PRO-02) all',
    'must progress-ends: no progress comes after the response, or after the end of the task (PRO-05, PRO-08) all',
  ])
})

test('a task is over when it is completed, failed or cancelled', () => {
  expect([...terminalStatuses]).toEqual(['completed', 'failed', 'cancelled'])
})

describe('a request with a token', () => {
  test('is sent with a string and with an integer', async () => {
    const { connection, sent } = connectTo(() => ({ result: {} }))
    expect(await problemOf(progressRules, 'progress-token', connection)).toBe(undefined)
    expect(sent.map(({ method, params }) => [method, params])).toEqual([
      ['ping', { _meta: { progressToken: 'omniport-check' } }],
      ['ping', { _meta: { progressToken: 0 } }],
    ])
  })

  test.each([
    ['omniport-check', 'with the token "omniport-check": expected a result; got error -32602'],
    [0, 'with the token 0: expected a result; got error -32602'],
  ])('is refused with %j', async (token, problem) => {
    const { connection } = connectTo(({ params }) => {
      const { progressToken } = params['_meta'] as { readonly progressToken: unknown }
      return progressToken === token ? { error: -32602 } : { result: {} }
    })
    expect(await problemOf(progressRules, 'progress-token', connection)).toBe(problem)
  })
})

const ask = (id: unknown, progressToken: unknown) => [
  'client',
  { id, method: 'a', params: { _meta: { progressToken } } },
]
const report = (progressToken: unknown, progress: unknown) => [
  'server',
  { method: 'notifications/progress', params: { progressToken, progress } },
]
const answer = (id: unknown, result: object = {}) => ['server', { id, result }]
const fail = (id: unknown) => ['server', { id, error: { code: 1 } }]
const state = (taskId: unknown, status: string) => [
  'server',
  { method: 'notifications/tasks/status', params: { taskId, status } },
]

/** What the rule finds in messages of both sides. */
function find(name: string, lines: readonly (readonly unknown[])[]) {
  const { connection, wire } = connectTo(() => ({}))
  for (const [from, message] of lines) {
    if (from === 'client') wire.log.send(message)
    else wire.log.receive(JSON.stringify(message))
  }
  return problemOf(progressRules, name, connection)
}

describe('the token of progress', () => {
  const stranger = (token: string, progress = '1') =>
    `it reported ${progress} of the token ${token}, which no request had`

  test.each([
    ['is that of a request', [ask(1, 'a'), report('a', 1)], undefined],
    ['is a number as in the request', [ask(1, 0), report(0, 1)], undefined],
    ['came before the request', [report('a', 1), ask(1, 'a')], stranger('"a"')],
    ['has another type', [ask(1, 5), report('5', 1)], stranger('"5"')],
    ['is missing, as in the request', [ask(1, undefined), report(undefined, 1)], stranger('undefined')],
    ['is a fraction', [ask(1, 1.5), report(1.5, 1)], stranger('1.5')],
    [
      'is that of a notification',
      [['client', { method: 'a', params: { _meta: { progressToken: 'a' } } }], report('a', 1)],
      stranger('"a"'),
    ],
    ['is wrong once', [report('x', 1), report('y', 2)], stranger('"x"')],
    [
      'is in a batch',
      [
        ['client', [ask(1, 'a')[1], ask(2, 'b')[1]]],
        ['server', [report('a', 1)[1], report('b', 1)[1]]],
      ],
      undefined,
    ],
    ['is unknown in a batch', [ask(1, 'a'), ['server', [report('a', 1)[1], report('c', 2)[1]]]], stranger('"c"', '2')],
    ['is in no message at all', [], undefined],
  ])('%s', async (_name, lines, problem) => {
    expect(await find('known-progress', lines)).toBe(problem)
  })
})

describe('progress', () => {
  const flat = (progress: number) => `it reported ${progress} of the token "a", which does not rise`

  test.each([
    ['rises', [ask(1, 'a'), report('a', 0), report('a', 0.5), report('a', 7)], undefined],
    ['stays', [ask(1, 'a'), report('a', 1), report('a', 1)], flat(1)],
    ['falls', [ask(1, 'a'), report('a', 3), report('a', 2), report('a', 1)], flat(2)],
    ['is that of two requests', [ask(1, 'a'), ask(2, 'b'), report('a', 5), report('b', 1), report('a', 6)], undefined],
    [
      'begins anew with the token of a later request',
      [ask(1, 'a'), report('a', 5), answer(1), ask(2, 'a'), report('a', 1)],
      undefined,
    ],
    ['of no request', [report('a', 5), report('a', 1)], undefined],
  ])('%s', async (_name, lines, problem) => {
    expect(await find('progress-rises', lines)).toBe(problem)
  })
})

describe('the end of progress', () => {
  const late = 'it reported 2 of the token "a", after its end'
  const task = { task: { taskId: 't' } }

  test.each([
    ['comes before the response', [ask(1, 'a'), report('a', 1), answer(1)], undefined],
    ['comes after the response', [ask(1, 'a'), answer(1), report('a', 2)], late],
    ['comes after an error', [ask(1, 'a'), fail(1), report('a', 2)], late],
    ['comes after the response of another', [ask(1, 'a'), ask(2, 'b'), answer(2), report('a', 2)], undefined],
    [
      'comes after a request of the server with the same id',
      [ask(1, 'a'), ['server', { id: 1, method: 'roots/list' }], report('a', 2)],
      undefined,
    ],
    ['comes while the task works', [ask(1, 'a'), answer(1, task), report('a', 2)], undefined],
    [
      'comes while another task is over',
      [ask(1, 'a'), answer(1, task), state('u', 'completed'), report('a', 2)],
      undefined,
    ],
    [
      'comes after the task is completed',
      [ask(1, 'a'), answer(1, task), state('t', 'completed'), report('a', 2)],
      late,
    ],
    ['comes after the task has failed', [ask(1, 'a'), answer(1, task), state('t', 'failed'), report('a', 2)], late],
    [
      'comes after the task was asked for its state',
      [
        ask(1, 'a'),
        answer(1, task),
        ask(2, undefined),
        answer(2, { taskId: 't', status: 'cancelled' }),
        report('a', 2),
      ],
      late,
    ],
    [
      'comes while the task needs input',
      [ask(1, 'a'), answer(1, task), state('t', 'input_required'), report('a', 2)],
      undefined,
    ],
    [
      'comes after a state without a task',
      [ask(1, 'a'), ask(2, 'b'), answer(2), state(undefined, 'completed'), report('a', 2)],
      undefined,
    ],
    [
      'comes after the second use of an id',
      [ask(1, 'a'), answer(1), ask(1, 'b'), answer(1), report('b', 2)],
      'it reported 2 of the token "b", after its end',
    ],
    ['comes after a task that was told of twice', [ask(1, 'a'), answer(1, task), answer(1), report('a', 2)], undefined],
  ])('%s', async (_name, lines, problem) => {
    expect(await find('progress-ends', lines)).toBe(problem)
  })
})
