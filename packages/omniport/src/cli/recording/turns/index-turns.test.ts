import { describe, expect, test } from 'vitest'
import { answer, indexOf, piped, posted, request, turnsOf } from '../fixtures/memory-recording.js'
import { httpKey } from './index-turns.js'

const initialize = request(1, 'initialize', { protocolVersion: '2025-11-25' })

describe('over a pipe', () => {
  test('an answer, notifications and questions are steps of the request that they follow from', async () => {
    const lines = [
      piped('client', request(1)),
      piped('server', { method: 'notifications/message' }),
      piped('server', request('q', 'roots/list')),
      piped('client', answer('q')),
      piped('server', answer(1)),
    ]
    expect(await turnsOf(lines)).toEqual(['tools/call: notification 3, request 4, answer 5, response 6'])
  })

  test('each answer is of the request with its id and the type of it', async () => {
    const lines = [
      piped('client', request(1, 'a')),
      piped('client', request('1', 'b')),
      piped('server', answer('1')),
      piped('server', answer(1)),
    ]
    expect(await turnsOf(lines)).toEqual(['a: response 5', 'b: response 4'])
  })

  test('progress belongs to the request with its token, whatever was said last', async () => {
    const lines = [
      piped('client', request(1, 'a', { _meta: { progressToken: 7 } })),
      piped('client', request(2, 'b')),
      piped('server', { method: 'notifications/progress', params: { progressToken: 7 } }),
      piped('server', { method: 'notifications/progress', params: { progressToken: '7' } }),
    ]
    expect(await turnsOf(lines)).toEqual(['a: notification 4', 'b: notification 5'])
  })

  test('a question belongs to the newest open request, a notification to the last message', async () => {
    const lines = [
      piped('client', request(1, 'a')),
      piped('client', request(2, 'b')),
      piped('server', answer(2)),
      piped('client', { method: 'notifications/initialized' }),
      piped('server', request('q', 'roots/list')),
      piped('server', { method: 'notifications/message' }),
    ]
    expect(await turnsOf(lines)).toEqual(['a: request 6', 'b: response 4', 'notifications/initialized: notification 7'])
  })

  test('a question belongs to the last message where no request is open but a subscription', async () => {
    const lines = [
      piped('client', request(1, 'subscriptions/listen')),
      piped('client', { method: 'notifications/initialized' }),
      piped('server', request('q', 'roots/list')),
    ]
    expect(await turnsOf(lines)).toEqual(['subscriptions/listen: ', 'notifications/initialized: request 4'])
  })

  test('what has the id of a subscription is in its stream, and what it follows from is said', async () => {
    const stream = { 'io.modelcontextprotocol/subscriptionId': 1 }
    const { turns } = await indexOf([
      piped('client', request(1, 'subscriptions/listen')),
      piped('client', request(2)),
      piped('server', { method: 'notifications/tools/list_changed', params: { _meta: stream } }),
      piped('server', answer(2)),
      piped('server', { method: 'notifications/tools/list_changed', params: { _meta: stream } }),
    ])
    const [listen, call] = turns
    expect(listen?.steps.map(({ number, after }) => [number, after])).toEqual([
      [4, call],
      [6, call],
    ])
    expect(call?.steps.map(({ type, number, stream: of }) => [type, number, of?.turn, of?.index])).toEqual([
      ['inStream', 4, listen, 0],
      ['response', 5, undefined, undefined],
    ])
  })

  test('a message in a stream comes before the response, whatever else came before it', async () => {
    const stream = { 'io.modelcontextprotocol/subscriptionId': 1 }
    const { turns } = await indexOf([
      piped('client', request(1, 'subscriptions/listen')),
      piped('client', request(2)),
      piped('server', { method: 'notifications/message' }),
      piped('server', { method: 'a', params: { _meta: stream } }),
    ])
    expect(turns[1]?.steps.map(({ type }) => type)).toEqual(['notification', 'inStream'])
  })

  test('a notification does not stand in a stream of the request before it', async () => {
    const stream = { 'io.modelcontextprotocol/subscriptionId': 1 }
    const { turns } = await indexOf([
      piped('client', request(1, 'subscriptions/listen')),
      piped('client', { method: 'notifications/initialized' }),
      piped('server', { method: 'a', params: { _meta: stream } }),
    ])
    expect(turns.map(({ steps }) => steps.length)).toEqual([1, 0])
    expect(turns[0]?.steps[0]?.after).toBe(turns[1])
  })

  test('an open request can be cancelled once, one that was answered cannot', async () => {
    const cancel = (requestId: unknown) => ({ method: 'notifications/cancelled', params: { requestId } })
    const lines = [
      piped('client', request(1, 'a')),
      piped('client', request(2, 'b')),
      piped('server', answer(1)),
      ...[1, 2, 2, 9].map((id) => piped('client', cancel(id))),
    ]
    const { turns } = await indexOf(lines)
    expect(turns.slice(0, 2).map(({ steps, isCancelled }) => [steps.map(({ type }) => type), isCancelled])).toEqual([
      [['response'], false],
      [['cancel'], true],
    ])
    expect(turns.slice(2).map(({ method }) => method)).toEqual(Array(4).fill('notifications/cancelled'))
  })

  test('a batch is one turn, and its responses one step', async () => {
    const { turns } = await indexOf([
      piped('client', [request(1, 'a'), { method: 'notifications/x' }, request(2, 'b')]),
      piped('server', [answer(2), { method: 'notifications/message' }, answer(1)]),
    ])
    expect(turns.map(({ method, ids, steps }) => [method, ids, steps.map(({ type }) => type)])).toEqual([
      ['a', [1, 2], ['notification', 'response']],
    ])
  })

  test('what the server says first belongs to nothing', async () => {
    expect(await turnsOf([piped('server', { method: 'a' }), piped('client', request(1, 'b'))])).toEqual(['b: '])
  })

  test('an answer of the client to nothing is no turn', async () => {
    expect(await turnsOf([piped('client', answer('q')), piped('client', 'x')])).toEqual([])
  })
})

describe('a turn', () => {
  test('says where its message is, what it asks for, and in which revision', async () => {
    const { turns } = await indexOf([
      piped('client', initialize, { ms: 3 }),
      piped('server', answer(1, { protocolVersion: '2025-06-18' })),
      piped('client', request(2, 'tools/call', { name: 'add', taskId: 'x', _meta: { progressToken: 'p' } }), { ms: 9 }),
    ])
    const [, call] = turns
    expect(call).toMatchObject({
      key: '2025-06-18 tools/call {"name":"add","taskId":"x"}',
      looseKey: 'undefined tools/call {"name":"add","taskId":"…"}',
      subject: 'add',
      revision: '2025-06-18',
      transport: 'stdio',
      connection: 1,
      exchange: undefined,
      ids: [2],
      progressTokens: ['p'],
      number: 4,
      ms: 9,
      steps: [],
      isCancelled: false,
    })
    expect(turns[0]).toMatchObject({ key: ' initialize 2025-11-25', revision: '2025-11-25' })
  })

  test('has the revision of its message, of the connection, or of a header', async () => {
    const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
    const headers = { 'mcp-protocol-version': '2025-03-26' }
    const { turns } = await indexOf([
      posted(1, request(1, 'a'), { headers }),
      posted(2, request(2, 'b', meta), { headers }),
      posted(3, request(3, 'c'), { headers }),
      posted(4, request(4, 'd'), { connection: 2 }),
    ])
    expect(turns.map(({ revision }) => revision)).toEqual(['2025-03-26', '2026-07-28', '2026-07-28', undefined])
  })

  test('is agreed on by initialize alone', async () => {
    const { connections } = await indexOf([
      piped('client', initialize),
      piped('server', answer(1, { protocolVersion: 7 })),
      piped('client', request(2)),
      piped('server', answer(2, { protocolVersion: '2024-11-05' })),
    ])
    expect(connections.get(1)).toEqual({ number: 1, transport: 'stdio', revision: '2025-11-25', hasSession: false })
  })

  test('has steps that say when and where', async () => {
    const file = [piped('client', request(1)), piped('server', request('q', 'roots/list'), { ms: 40 })]
    const { turns } = await indexOf(file)
    const [step] = turns[0]?.steps ?? []
    expect([step?.ms, step?.id, step?.exchange, step?.after]).toEqual([40, 'q', undefined, undefined])
    expect(step?.start).toBe((turns[0]?.start ?? 0) + (turns[0]?.length ?? 0) + 1)
  })
})

test('messages are counted, and what is on stderr is not there', async () => {
  const { messages, isHidden, turns } = await indexOf([
    piped('client', request(1)),
    piped('server', 'not for us', { stream: 'stderr' }),
    { from: 'server', end: 'exit', code: 0 },
    piped('server', answer(1)),
  ])
  expect([messages, isHidden, turns.length]).toEqual([2, false, 1])
})

test('a recording that hides values says so', async () => {
  expect((await indexOf([{ from: 'client', hidden: true }])).isHidden).toBe(true)
})

test('the key of a request without a message has the event that it goes on after', () => {
  expect([httpKey('GET', undefined), httpKey('GET', '5'), httpKey('DELETE', undefined)]).toEqual([
    'HTTP GET',
    'HTTP GET 5',
    'HTTP DELETE',
  ])
})
