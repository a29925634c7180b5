import { describe, expect, test } from 'vitest'
import type { HttpSend, HttpSendResponse, InterceptedRequest } from '../../entries/client.js'
import { createRecorder, type RecordedLine } from '../../entries/protocol.js'
import type { FaultChange } from '../contract.js'
import { FaultSwitches } from './fault-switches.js'
import { interceptHttp } from './intercept-http.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

interface Exchange {
  readonly chunks?: readonly string[]
  readonly type?: string
  readonly status?: number
  readonly faults?: FaultChange
  readonly request?: Partial<InterceptedRequest>
  /** What the connection breaks with after the chunks. */
  readonly breaks?: unknown
}

function responseOf({ chunks = [], type = 'application/json', status = 200, breaks }: Exchange): HttpSendResponse {
  const headers = [['content-type', type]] as const
  return {
    status,
    header: (name) => (name === 'content-type' ? type : undefined),
    headers: () => headers,
    body: (async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk)
      if (breaks !== undefined) throw breaks
    })(),
  }
}

/** A request through the console, with what is recorded of it. */
function create(exchange: Exchange = {}) {
  const faults = new FaultSwitches(() => {})
  faults.change(exchange.faults ?? {})
  const lines: RecordedLine[] = []
  const recorder = createRecorder({
    ...{ target: { url: 'http://x.test/mcp' }, write: () => {}, onLine: (line: RecordedLine) => lines.push(line) },
  })
  const abort = new AbortController()
  const request: InterceptedRequest = {
    ...{ method: 'POST', url: 'http://x.test/mcp?a=1', headers: { accept: 'application/json' }, body: '{"id":1}' },
    signal: abort.signal,
    ...exchange.request,
  }
  const sent: InterceptedRequest[] = []
  const send: HttpSend = async (given) => {
    sent.push(given)
    return responseOf(exchange)
  }
  const start = (next: HttpSend = send) => interceptHttp(request, next, { recorder, faults })
  return { faults, lines, abort, request, sent, start, last: () => lines.at(-1) }
}

async function textsOf({ body }: HttpSendResponse): Promise<readonly string[]> {
  const texts: string[] = []
  for await (const bytes of body) texts.push(Buffer.from(bytes).toString())
  return texts
}

const stream = 'text/event-stream; charset=utf-8'
const cut = new Error('A fault switch of the console cut the connection')

describe('without faults', () => {
  test('a request and its response pass, and are recorded', async () => {
    const { start, lines, sent, request } = create({ chunks: ['{"id":1,', '"result":{}}'], status: 201 })
    const response = await start()
    expect([response.status, response.header('content-type'), await textsOf(response)]).toEqual([
      ...[201, 'application/json'],
      ['{"id":1,', '"result":{}}'],
    ])
    expect(sent).toEqual([request])
    expect(lines).toMatchObject([
      {
        from: 'client',
        request: { method: 'POST', path: '/mcp?a=1' },
        headers: { accept: 'application/json' },
        message: { id: 1 },
      },
      { from: 'server', status: 201, headers: { 'content-type': 'application/json' }, message: { id: 1, result: {} } },
    ])
    expect(lines).toHaveLength(2)
  })

  test('a request may have no body', async () => {
    const { start, lines } = create({ request: { method: 'GET', body: undefined } })
    await textsOf(await start())
    expect(lines).toMatchObject([{ request: { method: 'GET' } }, { status: 200 }])
    expect(lines[0]).not.toHaveProperty('bytes')
  })

  test.each([
    ['line feeds', '\n\n'],
    ['returns and line feeds', '\r\n\r\n'],
  ])('events pass whole, which end with %s', async (_what, end) => {
    const chunks = ['data: 1', `${end}data: 2${end}dat`, `a: 3${end}`, 'data: 4']
    const response = await create({ type: stream, chunks }).start()
    expect(await textsOf(response)).toEqual([`data: 1${end}data: 2${end}`, `data: 3${end}`, 'data: 4'])
  })

  test.each([
    ['line feeds', '\n\n'],
    ['returns and line feeds', '\r\n\r\n'],
  ])('events pass whole that come byte by byte, and end with %s', async (_what, end) => {
    const events = [`data: 1${end}`, `id: 2\r\ndata: 2${end}`, end, 'data: 3']
    const response = await create({ type: stream, chunks: [...events.join('')] }).start()
    expect(await textsOf(response)).toEqual(events)
  })

  test.each<[string, readonly string[], readonly string[]]>([
    ['behind an event', ['a\n\nb\n', '\nc'], ['a\n\n', 'b\n\n', 'c']],
    ['over four chunks', ['a\r', '\n', '\r', '\nb'], ['a\r\n\r\n', 'b']],
    ['of both kinds', ['a\r\n\r\nb\n\nc'], ['a\r\n\r\nb\n\n', 'c']],
    ['that is none', ['a\r\n', '\r', 'b\n\r\n'], ['a\r\n\rb\n\r\n']],
    ['around nothing', ['a\n', '', '\nb', ''], ['a\n\n', 'b']],
  ])('a blank line %s is found', async (_what, chunks, expected) => {
    expect(await textsOf(await create({ type: stream, chunks }).start())).toEqual(expected)
  })

  test('an empty line at the start passes by itself', async () => {
    expect(await textsOf(await create({ type: stream, chunks: ['\n\n', 'a', 'b\n\n'] }).start())).toEqual([
      '\n\n',
      'ab\n\n',
    ])
  })

  test('the start of an event behind an empty line waits for its end', async () => {
    const { start } = create({ type: stream, chunks: ['\n\nd', 'ata: 1\n\n'] })
    expect(await textsOf(await start())).toEqual(['\n\n', 'data: 1\n\n'])
  })

  test('an event that is too long to wait for passes in pieces', async () => {
    const chunks = ['x'.repeat(1_048_576), 'y', 'z\n\n']
    expect(await textsOf(await create({ type: stream, chunks }).start())).toEqual([`${chunks[0]}y`, 'z\n\n'])
  })

  test('a blank line that was cut where an event was too long ends nothing', async () => {
    const long = `${'x'.repeat(1_048_576)}\n`
    const { start } = create({ type: stream, chunks: [long, '\ny', '\n\nz'] })
    expect(await textsOf(await start())).toEqual([long, '\ny\n\n', 'z'])
  })

  test('a connection that breaks is recorded as broken by the server', async () => {
    const { start, last } = create({ chunks: ['{'], breaks: new Error('reset') })
    const response = await start()
    await expect(textsOf(response)).rejects.toThrow(new Error('reset'))
    expect(last()).toMatchObject({ from: 'server', end: 'aborted', error: 'reset' })
  })

  test('a client that reads no further breaks it off', async () => {
    const { start, last } = create({ type: stream, chunks: ['a\n\n', 'b\n\n'] })
    for await (const _ of (await start()).body) break
    expect(last()).toMatchObject({ from: 'client', end: 'aborted' })
    expect(last()).not.toHaveProperty('error')
  })

  test.each<[string, unknown, string]>([
    ['an error', new Error('refused'), 'refused'],
    ['another thing', 'no', 'no'],
  ])('a request that cannot be sent is recorded with its reason: %s', async (_what, reason, error) => {
    const { start, last } = create()
    await expect(start(() => Promise.reject(reason))).rejects.toBe(reason)
    expect(last()).toMatchObject({ from: 'server', end: 'aborted', error })
  })

  test('a request that nobody waits for any more is broken off by the client', async () => {
    const { start, last, abort } = create()
    const reason = new Error('given up')
    const failing: HttpSend = () => {
      abort.abort(reason)
      return Promise.reject(reason)
    }
    await expect(start(failing)).rejects.toBe(reason)
    expect(last()).toMatchObject({ from: 'client', end: 'aborted', error: 'given up' })
  })
})

describe('a cut', () => {
  test('ends a stream after so many of its events', async () => {
    const { start, last, faults } = create({
      type: stream,
      chunks: ['data: a\n\n', 'data: b\n\n', 'data: c\n\n'],
      faults: { cutAfter: 2 },
    })
    const read: string[] = []
    const reading = (async () => {
      for await (const bytes of (await start()).body) read.push(Buffer.from(bytes).toString())
    })()
    await expect(reading).rejects.toThrow(cut)
    expect([read, faults.current.cutAfter]).toEqual([['data: a\n\n', 'data: b\n\n'], undefined])
    expect(last()).toMatchObject({ from: 'server', end: 'aborted', error: cut.message })
  })

  test.each([
    [200, 'cuts', 1],
    [202, 'does not count', 2],
  ])('a response with status %i %s', async (status, _what, left) => {
    const { start, faults } = create({ chunks: ['{}'], status, faults: { cutAfter: 2 } })
    await textsOf(await start())
    expect(faults.current.cutAfter).toBe(left)
  })

  test('ends a response behind its body', async () => {
    const { start, last } = create({ chunks: ['{', '}'], faults: { cutAfter: 1 } })
    const response = await start()
    await expect(textsOf(response)).rejects.toThrow(cut)
    expect(last()).toMatchObject({ from: 'server', end: 'aborted', error: cut.message })
  })
})

test('events come twice, and other responses once', async () => {
  const faults = { duplicate: true }
  expect(await textsOf(await create({ type: stream, chunks: ['a\n\n'], faults }).start())).toEqual(['a\n\n', 'a\n\n'])
  expect(await textsOf(await create({ chunks: ['{}'], faults }).start())).toEqual(['{}'])
})

describe('a refusal of the console', () => {
  const text = 'A fault switch of the console answered in the place of the server'

  test('says that a token is not valid', async () => {
    const { start, sent, faults, lines } = create({ faults: { unauthorized: true } })
    const response = await start()
    expect([response.status, await textsOf(response), sent]).toEqual([401, [text], []])
    expect([...response.headers()]).toEqual([
      ['www-authenticate', 'Bearer error="invalid_token"'],
      ['content-type', 'text/plain'],
    ])
    expect(response.header('WWW-Authenticate')).toBe('Bearer error="invalid_token"')
    expect([response.header('x'), faults.current.unauthorized]).toEqual([undefined, true])
    expect(lines.at(-1)).toMatchObject({ from: 'server', status: 401, text })
  })

  test('says that a session has expired, once', async () => {
    const { start, sent, faults } = create({
      faults: { expiredSession: true },
      request: { headers: { 'mcp-session-id': 's' } },
    })
    const response = await start()
    expect([response.status, [...response.headers()], sent]).toEqual([404, [['content-type', 'text/plain']], []])
    expect(await textsOf(response)).toEqual([text])
    expect([(await start()).status, faults.current.expiredSession]).toEqual([200, false])
  })

  test('is not for a request without a session', async () => {
    const { start, faults } = create({ faults: { expiredSession: true } })
    expect([(await start()).status, faults.current.expiredSession]).toEqual([200, true])
  })
})

describe('a stall', () => {
  test('holds a request until it is switched off', async () => {
    const { start, sent, faults } = create({ faults: { stall: true } })
    const waiting = start()
    await turn()
    expect(sent).toEqual([])
    faults.change({ stall: null })
    expect((await waiting).status).toBe(200)
  })

  test('holds what the server says', async () => {
    const { start, faults } = create({ chunks: ['a', 'b'] })
    const response = await start()
    faults.change({ stall: true })
    let isRead = false
    const reading = textsOf(response).then((texts) => {
      isRead = true
      return texts
    })
    await turn()
    expect(isRead).toBe(false)
    faults.change({ stall: null })
    expect(await reading).toEqual(['a', 'b'])
  })

  test('is left when nobody waits any more', async () => {
    const { start, abort, last, sent } = create({ faults: { stall: true } })
    const waiting = start()
    await turn()
    const reason = new Error('given up')
    abort.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    expect(last()).toMatchObject({ from: 'client', end: 'aborted', error: 'given up' })
    await expect(start()).rejects.toBe(reason)
    expect(sent).toEqual([])
  })

  test('of a response is left too', async () => {
    const { start, abort, last, faults } = create({ chunks: ['a'] })
    const response = await start()
    faults.change({ stall: true })
    const reading = textsOf(response)
    await turn()
    const reason = new Error('given up')
    abort.abort(reason)
    await expect(reading).rejects.toBe(reason)
    expect(last()).toMatchObject({ from: 'client', end: 'aborted', error: 'given up' })
  })
})

test('a delay holds a request and each part of its response', async () => {
  const { start } = create({ chunks: ['a', 'b'], faults: { delayMs: 10 } })
  const begin = performance.now()
  const response = await start()
  const sentAfter = performance.now() - begin
  await textsOf(response)
  expect(sentAfter).toBeGreaterThan(8)
  expect(performance.now() - begin).toBeGreaterThan(26)
})
