import { describe, expect, test } from 'vitest'
import type { RpcNotification, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import { RateLimited } from '../../../protocol/errors/rate-limited.js'
import { ServerFull } from '../../../protocol/errors/server-full.js'
import { RawJson } from '../../../values/json/raw-json.js'
import { type ContextSettings, openContext } from '../requests/fixtures/http-context.js'
import { PostResponse, type PostResponseOptions, type ResponseWriter } from './post-response.js'

const answer = (id: number, result: unknown = { ok: true }): RpcResponse => ({ jsonrpc: '2.0', id, result })
const note: RpcNotification = { jsonrpc: '2.0', method: 'notifications/message' }
const question = { jsonrpc: '2.0', id: 'q', method: 'ping' } as const
const json = { 'content-type': 'application/json' }
const eventsOf = (...messages: unknown[]) => messages.map((message) => `data: ${JSON.stringify(message)}\n\n`)

/** The response to a POST with the default limits: a stream begins after 2 s. */
function open(options: PostResponseOptions = {}, settings: ContextSettings = {}) {
  const opened = openContext(settings)
  return { ...opened, response: new PostResponse(opened.context, options) }
}

/** A writer that logs what it is told. */
function createWriter() {
  const log: unknown[] = []
  const writer: ResponseWriter = {
    open: () => {
      log.push('open')
      return {
        write: (message) => void log.push(message),
        end: () => void log.push('end'),
        suspend: (retryMs) => void log.push(['suspend', retryMs]),
      }
    },
    sendComplete: (_context, data) => void log.push(['complete', JSON.parse(data)]),
  }
  return { log, writer }
}

describe('a response that is there at once', () => {
  test('is one JSON reply, with status 200 unless told otherwise', () => {
    const plain = open()
    plain.response.respond(answer(1))
    expect(plain.sent).toEqual([{ status: 200, headers: json, body: JSON.stringify(answer(1)) }])
    const refused = open({ statusOf: ({ error }) => (error === undefined ? 200 : 404) })
    refused.response.respond({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } })
    expect(refused.sent).toMatchObject([{ status: 404 }])
  })

  test('counts once', () => {
    const { response, sent } = open()
    expect(response.complete).toBe(false)
    response.respond(answer(1))
    expect(response.complete).toBe(true)
    response.respond(answer(2))
    response.skip()
    response.notify(note)
    response.send(question)
    response.suspend(5)
    response.startStreamTimer()
    expect(sent.map(({ body }) => body)).toEqual([JSON.stringify(answer(1))])
  })

  test('that JSON cannot carry is not taken, and another one is', () => {
    const { response, sent } = open()
    expect(() => response.respond(answer(1, 1n))).toThrow(TypeError)
    expect([response.complete, sent]).toEqual([false, []])
    response.respond(answer(1))
    expect(sent).toHaveLength(1)
  })

  test('is a whole stream where streams are wanted', () => {
    const { response, sent } = open({}, { answers: 'sse' })
    response.startStreamTimer()
    response.respond(answer(1))
    expect(sent).toMatchObject([{ status: 200, headers: { 'content-type': 'text/event-stream' } }])
    expect([sent[0]?.body]).toEqual(eventsOf(answer(1)))
  })

  test('whose caller asked too much, or whose server is full, says when to come back', () => {
    const statusOf = () => 400
    const [limited, full] = [open({ statusOf }), open({ statusOf })]
    limited.response.respond({ jsonrpc: '2.0', id: 1, error: new RateLimited('callsPerMinute', 5, 7).toObject() })
    full.response.respond({ jsonrpc: '2.0', id: 1, error: new ServerFull('inFlightBytes', 5).toObject() })
    expect([...limited.sent, ...full.sent]).toMatchObject([
      { status: 429, headers: { ...json, 'retry-after': '7' } },
      { status: 503, headers: { ...json, 'retry-after': '1' } },
    ])
  })
})

test('a request that was cancelled has no response', () => {
  const { response, sent } = open()
  response.skip()
  expect([response.complete, sent]).toEqual([true, [{ status: 202, headers: {}, body: undefined }]])
})

describe('a response that takes its time', () => {
  test.each([
    ['auto', false],
    ['sse', true],
  ] as const)('becomes a stream after jsonMs: %s, begins late: %s', (answers, beginsLate) => {
    const { response, sent, runtime } = open({ beginsLate }, { answers })
    response.startStreamTimer()
    response.startStreamTimer()
    runtime.advance(1_999)
    expect([sent, runtime.timers]).toEqual([[], 1])
    runtime.advance(1)
    expect(sent).toMatchObject([{ status: 200, headers: { 'content-type': 'text/event-stream' }, pieces: [] }])
    response.startStreamTimer()
    response.respond(answer(1))
    expect(sent).toMatchObject([{ pieces: eventsOf(answer(1)), isEnded: true }])
  })

  test('has no timer any more when it is there', () => {
    const { response, sent, runtime } = open()
    response.startStreamTimer()
    response.respond(answer(1))
    expect([runtime.timers, sent.length]).toEqual([0, 1])
  })

  test('becomes a stream in the next turn where streams are wanted', async () => {
    const { response, sent } = open({}, { answers: 'sse' })
    response.startStreamTimer()
    response.startStreamTimer()
    expect(sent).toEqual([])
    await Promise.resolve()
    expect(sent).toMatchObject([{ pieces: [] }])
    response.respond(answer(1))
    expect(sent).toMatchObject([{ pieces: eventsOf(answer(1)), isEnded: true }])
  })

  test('does not become one in the next turn where it was there before', async () => {
    const { log, writer } = createWriter()
    const { response } = open({ writer }, { answers: 'sse' })
    response.startStreamTimer()
    response.respond(answer(1))
    await Promise.resolve()
    expect(log).toEqual([['complete', answer(1)]])
  })

  test.each(['json', 'late'] as const)('never becomes a stream as %s', (form) => {
    const { response, runtime, sent } = open({ form })
    response.startStreamTimer()
    expect([runtime.timers, sent]).toEqual([0, []])
  })
})

describe('what is sent before the response', () => {
  test.each(['auto', 'sse'] as const)('makes it a stream: %s', (answers) => {
    const { response, sent, runtime } = open({}, { answers })
    response.startStreamTimer()
    response.notify(note)
    response.send(question)
    response.respond(answer(1))
    expect(sent).toMatchObject([{ status: 200, pieces: eventsOf(note, question, answer(1)), isEnded: true }])
    expect(runtime.timers).toBe(0)
  })

  test('ends with a request that was cancelled', () => {
    const { log, writer } = createWriter()
    const { response } = open({ writer })
    response.notify(note)
    response.skip()
    expect(log).toEqual(['open', note, 'end'])
  })

  test.each(['json', 'late'] as const)('is left out as %s, unless it is a question', (form) => {
    const { log, writer } = createWriter()
    const { response } = open({ form, writer })
    response.notify(note)
    expect(log).toEqual([])
    response.send(question)
    response.notify(note)
    response.respond(answer(1))
    expect(log).toEqual(['open', question, note, answer(1), 'end'])
  })
})

test('a late response is a stream of its own', () => {
  const { log, writer } = createWriter()
  const { response } = open({ form: 'late', writer })
  response.respond(answer(1))
  expect(log).toEqual(['open', answer(1), 'end'])
})

test('a stream that was cancelled before it began has nothing in it', () => {
  const { log, writer } = createWriter()
  open({ writer }, { answers: 'sse' }).response.skip()
  expect(log).toEqual(['open', 'end'])
})

describe('closing the connection of a stream', () => {
  test('is left to its writer', () => {
    const { log, writer } = createWriter()
    const { response } = open({ writer })
    response.suspend(5)
    response.suspend(undefined)
    expect(log).toEqual(['open', ['suspend', 5], ['suspend', undefined]])
  })

  test('does nothing where it cannot be resumed', () => {
    const { response, sent } = open()
    response.suspend(5)
    expect(sent).toMatchObject([{ pieces: [] }])
    expect(sent[0]?.isEnded).toBeUndefined()
  })
})

describe('the responses of a batch', () => {
  const raw = { jsonrpc: '2.0', id: 2, result: new RawJson(new TextEncoder().encode('{"raw":1}')) } as const

  test('come together when the last is there, with 200', () => {
    const { response, sent } = open({ batch: 3, statusOf: () => 400 })
    response.respond(answer(1))
    response.skip()
    expect([sent, response.complete]).toEqual([[], false])
    response.respond(raw)
    const body = JSON.stringify([answer(1), answer(2, { raw: 1 })])
    expect(sent).toEqual([{ status: 200, headers: json, body }])
  })

  test('are none where all were cancelled', () => {
    const { response, sent } = open({ batch: 2 })
    response.skip()
    response.skip()
    expect(sent).toMatchObject([{ status: 202 }])
  })

  test('that are there when a stream begins are its first events', () => {
    const { log, writer } = createWriter()
    const { response } = open({ batch: 2, writer })
    response.respond(raw)
    response.notify(note)
    response.respond(answer(1))
    expect(log).toEqual(['open', answer(2, { raw: 1 }), note, answer(1), 'end'])
  })
})
