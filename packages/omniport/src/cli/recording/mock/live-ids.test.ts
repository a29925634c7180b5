import { describe, expect, test } from 'vitest'
import { piped, recordingOf } from '../fixtures/memory-recording.js'
import { indexTurns } from '../turns/index-turns.js'
import { LiveIds, type LiveRequest } from './live-ids.js'
import { MockConnection } from './mock-connection.js'
import { TurnPool } from './turn-pool.js'

const asked = { id: 1, method: 'tools/call', params: { _meta: { progressToken: 'p' } } }

/** The text of recorded lines for a client whose request has these ids. */
async function toLive(live: LiveRequest, ...recorded: readonly (string | object)[]) {
  const lines = recorded.map((message) => (typeof message === 'string' ? message : piped('server', message)))
  const file = recordingOf([piped('client', asked), ...lines])
  const { turns } = await indexTurns(file)
  const [turn] = turns
  if (turn === undefined) throw new TypeError('there is a request')
  const ids = new LiveIds(turn, live, new MockConnection(new TurnPool([]), true))
  const texts: string[] = []
  for await (const line of file.lines()) if (line.number > 2) texts.push(ids.toLiveJson(line))
  return { ids, texts, messages: texts.map((text) => JSON.parse(text)) }
}

const same = { ids: [1], progressTokens: ['p'] }
const other = { ids: ['x'], progressTokens: [7] }
const progress = { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } }
const inStream = (id: unknown) => ({
  method: 'a',
  params: { _meta: { 'io.modelcontextprotocol/subscriptionId': id, b: 1 }, c: 2 },
})

describe('a message', () => {
  const line = (message: string) => `{"ms":0,"transport":"stdio","connection":1,"from":"server","message":${message}}`

  test.each([
    ['an answer', '{ "id":1,"result":{"a":1.50} }'],
    ['a notification', '{"method":"a",  "params":{}}'],
    ['progress', '{"method":"notifications/progress","params":{"progressToken":"p" } }'],
    ['a batch', '[{"id":1, "result":{}}]'],
  ])('keeps its text where nothing has to be replaced: %s', async (_name, text) => {
    expect((await toLive(same, line(text))).texts).toEqual([text])
  })

  test('keeps its text with white space after the line', async () => {
    expect((await toLive(same, `${line('{"id":1, "result":{}}')}`)).texts).toEqual(['{"id":1, "result":{}}'])
  })

  test('is written anew where its line has the word elsewhere', async () => {
    const text =
      '{"ms":0,"transport":"stdio","connection":1,"from":"server","text":"\\"message\\":","message":{"id":1, "result":{}},"bytes":5}'
    expect((await toLive(same, text)).texts).toEqual(['{"id":1,"result":{}}'])
  })

  test.each([
    ['an answer', { id: 1, result: {} }, { id: 'x', result: {} }],
    ['the answer to another request', { id: 2, result: {} }, { id: 2, result: {} }],
    ['progress', progress, { ...progress, params: { progressToken: 7, progress: 1 } }],
    [
      'progress of another',
      { ...progress, params: { progressToken: 'q' } },
      { ...progress, params: { progressToken: 'q' } },
    ],
    ['one in a stream', inStream(1), inStream('x')],
    ['one in the stream of another', inStream('1'), inStream('1')],
    [
      'a batch',
      [{ id: 1, result: {} }, progress],
      [
        { id: 'x', result: {} },
        { ...progress, params: { progressToken: 7, progress: 1 } },
      ],
    ],
    ['one without members', {}, {}],
  ])('has the ids of now: %s', async (_name, recorded, message) => {
    expect((await toLive(other, recorded)).messages).toEqual([message])
  })

  test('keeps its ids where the live request has fewer', async () => {
    expect((await toLive({ ids: [], progressTokens: [] }, { id: 1, result: {} }, progress)).messages).toEqual([
      { id: 1, result: {} },
      progress,
    ])
  })
})

describe('a question', () => {
  const question = { id: 'q', method: 'roots/list' }
  const cancel = (requestId: unknown, method = 'notifications/cancelled') => ({ method, params: { requestId } })

  test('gets another id while its own is in use, and its answer is awaited with that', async () => {
    const { ids, messages } = await toLive(same, question, question)
    expect(messages).toEqual([question, { ...question, id: '1-q' }])
    expect([ids.askedAs('q'), ids.askedAs('r')]).toEqual(['1-q', 'r'])
  })

  test('is cancelled with the id it was sent with', async () => {
    const { messages } = await toLive(
      same,
      question,
      question,
      cancel('q'),
      cancel('r'),
      cancel('q', 'notifications/x'),
    )
    expect(messages.slice(2)).toEqual([cancel('1-q'), cancel('r'), cancel('q', 'notifications/x')])
  })
})
