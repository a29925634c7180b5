import { afterEach, describe, expect, test } from 'vitest'
import type { ConsoleParts } from '../console-parts.js'
import { EventLog } from '../events/event-log.js'
import { type Listener, listen } from './listen.js'
import { serveApi } from './serve-api.js'

const listeners: Listener[] = []

afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close()
})

/** The interface over parts of a console, and what its functions were called with. */
async function serve(parts: object = {}) {
  const facts = { release: '1', session: 'x', startedAt: 0, sandboxUrl: undefined, isTour: false, configFiles: [] }
  const context = { parts: parts as unknown as ConsoleParts, facts: () => facts }
  const listener = await listen(0, (request, response) => void serveApi(request, response, context))
  listeners.push(listener)
  const ask = (path: string, init: RequestInit = {}) => fetch(`${listener.origin}/api/1/${path}`, init)
  const answerOf = async (path: string, init?: RequestInit) => {
    const response = await ask(path, init)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return { ask, answerOf }
}

const failure = (status: number, code: string, message: string) => ({
  status,
  body: { ok: false, error: { code, message } },
})
const notFound = failure(404, 'not_found', 'It is not there, or not any more')

/** A timeline that says what it was asked for. */
const timeline = {
  page: (range: object) => ({ range }),
  detail: (seq: number, isWhole: boolean) => (seq === 9 ? undefined : { seq, isWhole }),
}

describe('an answer', () => {
  test('of what breaks is an error of the server', async () => {
    const { answerOf } = await serve({
      operations: {
        get: () => {
          throw new Error('Broken')
        },
      },
    })
    expect(await answerOf('operations/o')).toEqual(failure(500, 'internal', 'Broken'))
  })

  test('that breaks after its start is cut', async () => {
    function* lines() {
      yield 'one\n'
      throw new Error('Broken')
    }
    const servers = { assertKnown: () => undefined, recordingHeader: () => 'header\n' }
    const { ask } = await serve({ servers, timeline: { lines } })
    await expect(ask('export?format=recording&server=s').then((response) => response.text())).rejects.toMatchObject({
      name: 'TypeError',
    })
  })

  test.each(['POST', 'DELETE', 'HEAD'])('is only there for the method of its resource, not for %s', async (method) => {
    const { ask } = await serve({ timeline })
    expect([(await ask('messages', { method })).status, (await ask('actions', { method })).status]).toEqual([404, 404])
  })

  test('has a path of two parts at most', async () => {
    const { answerOf } = await serve({ timeline })
    expect(await answerOf('messages/1/2')).toEqual(notFound)
    expect(await answerOf('messages/9')).toEqual(notFound)
    expect(await answerOf('messages/%31')).toEqual({ status: 200, body: { seq: 1, isWhole: false } })
    expect(await answerOf('messages/1?whole=0')).toEqual({ status: 200, body: { seq: 1, isWhole: false } })
  })
})

describe('a page of messages', () => {
  test.each([
    ['limit=1', { limit: 1 }],
    ['limit=5000', { limit: 5_000 }],
    ['limit=5001', { limit: 5_000 }],
    ['after=0&before=0', { limit: 1_000, after: 0, before: 0 }],
    ['after=999999999999999', { limit: 1_000, after: 999_999_999_999_999 }],
  ])('may be asked for with %s', async (query, range) => {
    const { answerOf } = await serve({ timeline })
    expect(await answerOf(`messages?${query}`)).toEqual({ status: 200, body: { range } })
  })

  test.each(['after=1000000000000000', 'before=', 'limit=1x', 'limit=x1', 'after=1.5'])(
    'may not be asked for with %s',
    async (query) => {
      const { answerOf } = await serve({ timeline })
      const [name] = query.split('=')
      expect(await answerOf(`messages?${query}`)).toEqual(failure(400, 'usage', `${name} must be a number`))
    },
  )
})

describe('a span', () => {
  test.each([
    ['to its last message', { firstSeq: 3, lastSeq: 40 }, [3, 40]],
    ['to 5,000 after its first', { firstSeq: 3, lastSeq: 5_003 }, [3, 5_003]],
    ['no farther than that', { firstSeq: 3, lastSeq: 5_004 }, [3, 5_003]],
    ['to its first, where it has no last', { firstSeq: 3 }, [3, 3]],
  ])('is looked for %s', async (_what, more, expected) => {
    const asked: unknown[] = []
    const { answerOf } = await serve({
      spans: { get: (id: string) => ({ id, server: 's', ...more }), childrenOf: () => [] },
      timeline: {
        records: (...range: unknown[]) => {
          asked.push(range)
          return []
        },
      },
    })
    const span = { id: 's1', server: 's', ...more }
    expect(await answerOf('spans/s1')).toEqual({ status: 200, body: { span, children: [], messages: [] } })
    expect(asked).toEqual([expected])
  })
})

describe('the events', () => {
  async function firstLines(path: string, count: number) {
    const log = new EventLog()
    for (const id of ['a', 'b']) log.add({ type: 'operations-dropped', ids: [id] })
    const { ask } = await serve({ log })
    const { body } = await ask(path)
    let text = ''
    for await (const bytes of body ?? []) {
      text += new TextDecoder().decode(bytes)
      if (text.split('\n').length > count) break
    }
    return text
      .trimEnd()
      .split('\n')
      .map((each) => JSON.parse(each) as { cursor: number; type: string })
  }

  test('go on after the one that is named', async () => {
    expect((await firstLines('events?after=1', 2)).map(({ type, cursor }) => [type, cursor])).toEqual([
      ['hello', 2],
      ['event', 2],
    ])
  })

  test('begin with the next where none is named', async () => {
    expect((await firstLines('events', 1)).map(({ type, cursor }) => [type, cursor])).toEqual([['hello', 2]])
  })
})

describe('an action', () => {
  const post = (body: string, type = 'application/json') => ({
    ...{ method: 'POST', body, headers: { 'content-type': type } },
  })

  /** Takes notices away, and remembers which. */
  async function serveNotices() {
    const dismissed: unknown[] = []
    const served = await serve({ notices: { dismiss: (id: unknown) => dismissed.push(id) } })
    return { ...served, dismissed }
  }

  test('gets its input', async () => {
    const { answerOf, dismissed } = await serveNotices()
    expect(await answerOf('actions/dismiss-notice', post('{"id":"n1"}'))).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    expect(dismissed).toEqual(['n1'])
  })

  test('has at most 16 MiB', async () => {
    const { answerOf, dismissed } = await serveNotices()
    const most = '{"id":"n1"}'.padEnd(16_777_216)
    expect((await answerOf('actions/dismiss-notice', post(most))).status).toBe(200)
    expect(await answerOf('actions/dismiss-notice', post(`${most} `))).toEqual(
      failure(400, 'usage', 'The request must have at most 16777216 bytes'),
    )
    expect(dismissed).toEqual(['n1'])
  })

  test.each(['text/application/json', 'application/jsonp', ''])('is JSON, not %j', async (type) => {
    const { answerOf } = await serveNotices()
    expect(await answerOf('actions/dismiss-notice', post('{"id":"n1"}', type))).toEqual(
      failure(400, 'usage', 'content-type must be application/json'),
    )
  })

  test('that has another name is not there', async () => {
    const { answerOf } = await serveNotices()
    expect(await answerOf('actions/gone', post('{}'))).toEqual(notFound)
    expect(await answerOf('actions/dismiss-notice')).toEqual(notFound)
    expect(await answerOf('notices/dismiss-notice', post('{"id":"n1"}'))).toEqual(notFound)
  })
})
