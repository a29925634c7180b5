import { describe, expect, test } from 'vitest'
import type { RecordedLine } from '../../../entries/protocol.js'
import { type LineOf, piped, posted, recordingOf, replied } from '../fixtures/memory-recording.js'
import type { Inbox } from './inbox.js'
import { parse } from './program-connection.js'
import { type ReplayOptions, replayRecording } from './replay-recording.js'

type Server = (message: unknown, inbox: Inbox, line: RecordedLine) => void

/** Sends a recording to a server, with a log of what came to each connection. */
function replay(lines: readonly (LineOf | string)[], server: Server = () => {}, given: Partial<ReplayOptions> = {}) {
  const texts: string[][] = []
  let closed = 0
  const replaying = replayRecording(recordingOf(lines), {
    open: async (inbox) => {
      const own: string[] = []
      texts.push(own)
      return {
        send: async (text, line) => {
          own.push(text)
          server(parse(text), inbox, line)
        },
        close: async () => {
          closed += 1
        },
      }
    },
    ...{ isHttp: false, sessions: new Set<number>(), timeoutMs: 20, signal: new AbortController().signal },
    ...given,
  })
  const messages = () => texts.map((own) => own.map((text) => JSON.parse(text)))
  return { replaying, texts, messages, closed: () => closed }
}

const request = (id: unknown, method: string, params: object = {}) => ({ id, method, params })

test('what the client said is sent with the text that it had, and counted', async () => {
  const text = '{"ms":0,"transport":"stdio","connection":1,"from":"client","message":{"id":1,  "method":"a"}}'
  const { replaying, texts, closed } = replay([
    text,
    piped('server', { id: 1, result: {} }),
    piped('client', { method: 'b' }),
  ])
  expect([await replaying, texts, closed()]).toEqual([2, [['{"id":1,  "method":"a"}', '{"method":"b"}']], 1])
})

test('a message before other members of its line is sent too', async () => {
  const text = '{"ms":0,"transport":"stdio","connection":1,"from":"client","message":{"id":1,"method":"a"},"bytes":5}'
  const { replaying, messages } = replay([text])
  await replaying
  expect(messages()).toEqual([[{ id: 1, method: 'a' }]])
})

test('each message waits for what the server had said before it', async () => {
  const order: string[] = []
  const { replaying } = replay(
    [
      piped('client', request(1, 'a')),
      piped('server', { method: 'notifications/x' }),
      piped('server', request('q', 'roots/list')),
      piped('server', { id: 1, result: {} }),
      piped('client', { method: 'b' }),
    ],
    (message, inbox) => {
      const { method } = message as { readonly method: string }
      order.push(method)
      if (method !== 'a') return
      for (const each of [{ method: 'notifications/x' }, request('r', 'roots/list'), { id: 1, result: {} }]) {
        setImmediate(() => {
          order.push('server')
          inbox.receive(each)
        })
      }
    },
    { timeoutMs: 60_000 },
  )
  await replaying
  expect(order).toEqual(['a', 'server', 'server', 'server', 'b'])
})

test('the ids and made-up values of the server are those of now', async () => {
  const { replaying, messages } = replay(
    [
      piped('client', request(1, 'a')),
      piped('server', request('q', 'elicitation/create', { elicitationId: 'e-old' })),
      piped('client', { id: 'q', result: {} }),
      piped('server', { id: 1, result: { taskId: 't-old' } }),
      piped('client', [request(2, 'tasks/get', { taskId: 't-old' }), { id: 'q', result: {} }]),
      piped('client', { id: 'z', result: { elicitationId: 'e-old' } }),
    ],
    (message, inbox) => {
      const { method } = message as { readonly method?: string }
      if (method !== 'a') return
      inbox.receive(request('live', 'elicitation/create', { elicitationId: 'e-new' }))
      inbox.receive({ id: 1, result: { taskId: 't-new' } })
      inbox.receive({ id: 2, result: {} })
    },
  )
  await replaying
  expect(messages()[0]?.slice(1)).toEqual([
    { id: 'live', result: {} },
    [request(2, 'tasks/get', { taskId: 't-new' }), { id: 'live', result: {} }],
    { id: 'z', result: { elicitationId: 'e-new' } },
  ])
})

test('an answer that does not come is waited for no longer than said', async () => {
  const { replaying, messages } = replay(
    [
      piped('client', request(1, 'a')),
      piped('server', { id: 1, result: {} }),
      piped('server', request('q', 'b')),
      piped('client', { id: 'q', result: {} }),
    ],
    undefined,
    { timeoutMs: 1 },
  )
  expect([await replaying, messages()]).toEqual([2, [[request(1, 'a'), { id: 'q', result: {} }]]])
})

test('requests whose answer was not recorded may still be answered, but for a subscription', async () => {
  const awaited: unknown[] = []
  const { replaying } = replay(
    [
      piped('client', request(1, 'a')),
      piped('client', request(2, 'subscriptions/listen')),
      piped('client', { method: 'b' }),
    ],
    (_message, inbox) => {
      inbox.answer = async (id, timeoutMs) => void awaited.push([id, timeoutMs])
    },
    { timeoutMs: 700 },
  )
  await replaying
  expect(awaited).toEqual([[1, 500]])
})

test('progress is not waited for, and other notifications three times in vain', async () => {
  const awaited: string[] = []
  const { replaying } = replay(
    [
      piped('client', { method: 'a' }),
      piped('server', { method: 'notifications/progress' }),
      ...Array.from({ length: 5 }, () => piped('server', { method: 'notifications/x' })),
      piped('server', { method: 'notifications/y' }),
    ],
    (_message, inbox) => {
      inbox.notification = async (method, timeoutMs) => {
        awaited.push(`${method} ${timeoutMs}`)
        return method === 'notifications/y'
      }
    },
  )
  await replaying
  expect(awaited).toEqual([...Array(3).fill('notifications/x 500'), 'notifications/y 500'])
})

describe('connections', () => {
  const a = posted(1, request(1, 'a'), { connection: 1 })
  const b = posted(2, request(2, 'b'), { connection: 2 })
  const methods = async (lines: readonly LineOf[], given: Partial<ReplayOptions>) => {
    const { replaying, messages, closed } = replay(lines, (_message, inbox) => inbox.end(), given)
    await replaying
    return [messages().map((own) => own.map(({ method }) => method)), closed()]
  }

  test('over HTTP are those that were recorded', async () => {
    expect(await methods([a, b], { isHttp: true })).toEqual([[['a'], ['b']], 2])
  })

  test('over a pipe are one for all requests without a session', async () => {
    expect(await methods([a, b], {})).toEqual([[['a', 'b']], 1])
    expect(await methods([a, b], { sessions: new Set([2]) })).toEqual([[['a'], ['b']], 2])
    expect(await methods([a, piped('client', request(1, 'c'), { connection: 3 })], {})).toEqual([[['a'], ['c']], 2])
  })

  test('begin with the client', async () => {
    expect(await methods([replied(9, { id: 9, result: {} }, { connection: 7 }), a], { isHttp: true })).toEqual([
      [['a']],
      1,
    ])
  })

  test('are closed when one fails', async () => {
    const { replaying, closed } = replay(
      [a, b],
      (message) => {
        if ((message as { readonly method: string }).method === 'b') throw new Error('broken')
      },
      { isHttp: true },
    )
    await expect(replaying).rejects.toThrow('broken')
    expect(closed()).toBe(2)
  })
})

test('an interruption ends it', async () => {
  const { replaying } = replay([piped('client', request(1, 'a'))], undefined, {
    signal: AbortSignal.abort(new Error('stop')),
  })
  await expect(replaying).rejects.toThrow('stop')
})

describe('lines without a message', () => {
  test('are sent where they are requests or have content, and not what was cut', async () => {
    const of = { from: 'client', transport: 'http', exchange: 1 } as const
    const sent: unknown[] = []
    const { replaying, texts } = replay(
      [
        { ...of, request: { method: 'GET', path: '/' } },
        { ...of, text: 'no JSON' },
        { ...of, text: '  ' },
        { ...of, end: 'aborted' },
        { ...of, text: '{"id":', cut: true },
        { from: 'server', transport: 'http', exchange: 1, status: 200 },
        { from: 'server', message: { id: 5, result: {} }, stream: 'stderr' },
      ],
      (_message, _inbox, line) => sent.push(line.request?.method),
      { isHttp: true },
    )
    expect([await replaying, texts, sent]).toEqual([2, [['', 'no JSON']], ['GET', undefined]])
  })
})
