import { describe, expect, test } from 'vitest'
import { answer, type LineOf, piped, posted, recordingOf, replied, request } from '../fixtures/memory-recording.js'
import { indexTurns } from '../turns/index-turns.js'
import { compareRecordings } from './compare-recordings.js'
import { compareTurns } from './compare-turns.js'

async function firstTurn(lines: readonly LineOf[]) {
  const file = recordingOf(lines)
  const [turn] = (await indexTurns(file)).turns
  if (turn === undefined) throw new Error('there is no turn')
  return { file, turn }
}

async function compare(first: readonly LineOf[], second: readonly LineOf[], isIgnored = (_path: string) => false) {
  const differences = await compareTurns(await firstTurn(first), await firstTurn(second), isIgnored)
  return differences.map(({ message, path, before, after }) => [message, path, before, after])
}

const progress = (value: number) =>
  piped('server', { method: 'notifications/progress', params: { progressToken: 'p', n: value } })
const log = piped('server', { method: 'notifications/message', params: { data: 'x' } })
const call = piped('client', request(1, 'tools/call', { _meta: { progressToken: 'p' } }))
const ask = (id: string, name: string) => piped('server', request(id, 'sampling/createMessage', { name }))
const replyTo = (id: string, text: string) => piped('client', answer(id, { text }))

describe('what followed from a message', () => {
  test('is the same whatever else was announced, and in whatever stream it came', async () => {
    expect(await compare([call, log, piped('server', answer(1))], [call, piped('server', answer(1)), log])).toEqual([])
    const status = (code: number) => [posted(1, request(1)), replied(1, answer(1), { status: code })]
    expect(await compare(status(200), [posted(1, request(1)), replied(1, answer(1))])).toEqual([])
    expect(await compare(status(202), status(200))).toEqual([])
    expect(await compare(status(200), status(202))).toEqual([])
    expect(await compare(status(202), status(404))).toEqual([['status', '', 202, 404]])
  })

  test('differs in the progress that was made, each by its number', async () => {
    expect(await compare([call, progress(1), progress(2)], [call, progress(1)])).toEqual([
      [
        'notifications/progress',
        '',
        { method: 'notifications/progress', params: { progressToken: '…', n: 2 } },
        undefined,
      ],
    ])
    expect(await compare([call, progress(1), progress(2)], [call, progress(1), progress(3)])).toEqual([
      ['notifications/progress', '/params/n', 2, 3],
    ])
  })

  test('differs in the questions of the server, and in what the client said to each', async () => {
    const lines = (first: string, second: string) => [
      ...[
        call,
        ask('q', 'one'),
        ask('r', 'two'),
        replyTo('r', second),
        replyTo('q', first),
        piped('server', answer(1)),
      ],
    ]
    expect(await compare(lines('a', 'b'), lines('a', 'b'))).toEqual([])
    expect(await compare(lines('a', 'b'), lines('c', 'b'))).toEqual([
      ['answer 1 of the client', '/result/text', 'a', 'c'],
    ])
    expect(await compare(lines('a', 'b'), lines('a', 'c'))).toEqual([
      ['answer 2 of the client', '/result/text', 'b', 'c'],
    ])
    expect(await compare(lines('a', 'b'), [call, ask('x', 'other'), piped('server', answer(1))])).toEqual([
      ['sampling/createMessage', '/params/name', 'one', 'other'],
      ['sampling/createMessage', '', { method: 'sampling/createMessage', params: { name: 'two' } }, undefined],
      ['answer 2 of the client', '', { result: { text: 'b' } }, undefined],
      ['answer 1 of the client', '', { result: { text: 'a' } }, undefined],
    ])
  })

  test('differs in an answer, but for what is ignored or made up', async () => {
    const lines = (result: object) => [call, piped('server', answer(1, result))]
    expect(await compare(lines({ a: 1, taskId: 'x' }), lines({ a: 2, taskId: 'y' }))).toEqual([
      ['response', '/result/a', 1, 2],
    ])
    expect(await compare(lines({ a: 1 }), lines({ a: 2 }), (path) => path === '/result/a')).toEqual([])
    expect(await compare(lines({ a: 1 }), [call])).toEqual([['response', '', { result: { a: 1 } }, undefined]])
    expect(await compare([call], lines({ a: 1 }))).toEqual([['response', '', undefined, { result: { a: 1 } }]])
  })

  test('is a list for a batch', async () => {
    const lines = (value: number) => [
      piped('client', [request(1, 'a'), request(2, 'b')]),
      piped('server', [answer(1, { n: 1 }), answer(2, { n: value })]),
    ]
    expect(await compare(lines(2), lines(3))).toEqual([['response', '/1/result/n', 2, 3]])
  })

  test('is not how it was cancelled', async () => {
    const cancelled = piped('client', { method: 'notifications/cancelled', params: { requestId: 1 } })
    expect(await compare([call, cancelled], [call])).toEqual([])
  })
})

describe('announcements', () => {
  /** What is said elsewhere does not count. */
  const differencesOf = async (first: readonly LineOf[], second: readonly LineOf[]) => {
    const found: unknown[] = []
    for await (const each of compareRecordings(recordingOf(first), recordingOf(second), () => true)) found.push(each)
    return found
  }
  const changed = { method: 'notifications/tools/list_changed' }
  const question = request('q', 'roots/list')

  test('in a batch are those that are no requests', async () => {
    const apart = [call, piped('server', changed), piped('server', question)]
    expect(await differencesOf([call, piped('server', [changed, question])], apart)).toEqual([])
  })

  test('of different content are different, each with the line of its last one', async () => {
    const updated = (uri: string) => piped('server', { method: 'notifications/resources/updated', params: { uri } })
    const method = 'notifications/resources/updated'
    expect(
      await differencesOf(
        [call, updated('a'), updated('a'), updated('c')],
        [call, updated('b'), updated('a'), updated('c')],
      ),
    ).toEqual([
      { type: 'only', in: 'first', method, line: 4, times: 1 },
      { type: 'only', in: 'second', method, line: 3, times: 1 },
    ])
  })
})
