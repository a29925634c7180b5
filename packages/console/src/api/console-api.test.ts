import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiError, createConsoleApi } from './console-api.js'
import type { StreamLine } from './contract.js'

/** What was asked of the server. */
interface Asked {
  readonly path: string
  readonly init: RequestInit
}

let asked: Asked[]
let answer: () => Response

beforeEach(() => {
  asked = []
  answer = () => Response.json({})
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init = {}) => {
    asked.push({ path: String(path), init })
    return answer()
  })
})
afterEach(() => vi.restoreAllMocks())

const api = createConsoleApi('secret')
const { signal } = new AbortController()

describe('a request', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['the state', () => api.state(signal), '/api/1/state'],
    ['messages', () => api.messages(41, 2_000), '/api/1/messages?before=41&limit=2000'],
    ['a message', () => api.detail(7, false), '/api/1/messages/7'],
    ['a message in full', () => api.detail(7, true), '/api/1/messages/7?whole=1'],
    ['an operation', () => api.operation('a/b?'), '/api/1/operations/a%2Fb%3F'],
  ])('for %s returns what came', async (_name, ask, path) => {
    answer = () => Response.json({ some: 'value' })
    expect(await ask()).toEqual({ some: 'value' })
    expect(asked.map((each) => each.path)).toEqual([path])
  })

  test('has the token, and takes nothing out of a cache', async () => {
    await api.state(signal)
    expect(asked[0]?.init).toEqual({ signal, headers: { 'x-omniport-token': 'secret' }, cache: 'no-store' })
  })

  test('without a token says so', async () => {
    await createConsoleApi(undefined).messages(1, 1)
    expect(asked[0]?.init.headers).toEqual({ 'x-omniport-token': '' })
  })
})

describe('an action', () => {
  test('is posted as JSON, and returns its value', async () => {
    answer = () => Response.json({ ok: true, value: { id: 't' } })
    expect(await api.act('save-test', { operation: 'op', name: 'n' })).toEqual({ id: 't' })
    expect(asked).toEqual([
      {
        path: '/api/1/actions/save-test',
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-omniport-token': 'secret' },
          body: '{"operation":"op","name":"n"}',
          cache: 'no-store',
        },
      },
    ])
  })

  test('that is refused throws why, also with the status of success', async () => {
    const error = { code: 'usage', message: 'It is busy', advice: ['Wait'] }
    for (const status of [200, 400]) {
      answer = () => Response.json({ ok: false, error }, { status })
      await expect(api.act('clear-timeline', {})).rejects.toMatchObject({
        message: 'It is busy',
        code: 'usage',
        failure: error,
      })
    }
  })
})

describe('an answer that is none', () => {
  test.each<[string, () => Response, Partial<ApiError>]>([
    [
      'of a token that is not valid',
      () => new Response('', { status: 401 }),
      { code: 'unauthorized', message: 'The token is not valid' },
    ],
    [
      'with a status and no JSON',
      () => new Response('x', { status: 502 }),
      { code: 'unreachable', message: 'The command answered with 502' },
    ],
    [
      'with a status and other JSON',
      () => Response.json({ ok: true }, { status: 500 }),
      { code: 'unreachable', message: 'The command answered with 500' },
    ],
    [
      'with a status and null',
      () => Response.json(null, { status: 404 }),
      { code: 'unreachable', message: 'The command answered with 404' },
    ],
  ])('%s throws', async (_name, response, error) => {
    answer = response
    await expect(api.messages(1, 1)).rejects.toMatchObject(error)
  })

  test.each([
    ['the error', new TypeError('fetch failed'), 'fetch failed'],
    ['what was thrown', 'offline', 'offline'],
  ])('since the command is not there has the words of %s', async (_name, reason, message) => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(reason)
    await expect(api.messages(1, 1)).rejects.toMatchObject({ code: 'unreachable', message })
  })
})

describe('the stream of events', () => {
  const encode = (text: string) => new TextEncoder().encode(text)
  const beat = (cursor: number): StreamLine => ({ type: 'beat', cursor })
  const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`

  /** Answers with these pieces. `cancelled` tells if the page gave the stream up. */
  function streamOf(...pieces: readonly Uint8Array[]): { cancelled: boolean } {
    const seen = { cancelled: false }
    const rest = [...pieces]
    answer = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            const piece = rest.shift()
            if (piece === undefined) controller.close()
            else controller.enqueue(piece)
          },
          cancel() {
            seen.cancelled = true
          },
        }),
      )
    return seen
  }

  async function linesOf(after = 0): Promise<readonly StreamLine[]> {
    const lines: StreamLine[] = []
    for await (const line of api.events(after, signal)) lines.push(line)
    return lines
  }

  test('has a value in each line, however its bytes arrive', async () => {
    const bytes = encode(`${lineOf({ type: 'beat', text: 'ä🙂' })}\n${lineOf(beat(2))}`)
    for (let at = 0; at <= bytes.length; at += 1) {
      streamOf(bytes.slice(0, at), bytes.slice(at))
      expect(await linesOf()).toEqual([{ type: 'beat', text: 'ä🙂' }, beat(2)])
    }
  })

  test('begins after the cursor, and ends with the signal', async () => {
    streamOf()
    expect(await linesOf(41)).toEqual([])
    expect([asked[0]?.path, asked[0]?.init.signal]).toEqual(['/api/1/events?after=41', signal])
  })

  test('of no body has no lines', async () => {
    answer = () => new Response(null)
    expect(await linesOf()).toEqual([])
  })

  test('leaves out a line that was cut', async () => {
    streamOf(encode(`${lineOf(beat(1))}{"type":"be`))
    expect(await linesOf()).toEqual([beat(1)])
  })

  test('is given up where nobody reads on', async () => {
    const seen = streamOf(encode(lineOf(beat(1))), encode(lineOf(beat(2))), encode(lineOf(beat(3))))
    for await (const line of api.events(0, signal)) {
      if (line.cursor === 1) break
    }
    await vi.waitFor(() => expect(seen.cancelled).toBe(true))
  })

  test('ends with what breaks it', async () => {
    answer = () =>
      new Response(new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('reset')) }))
    await expect(linesOf()).rejects.toThrow(new Error('reset'))
  })

  test('ends with a line that has no end', async () => {
    const most = 16 * 1024 * 1024
    streamOf(encode(`"${'x'.repeat(most - 1)}`), encode('"\n'))
    expect(await linesOf()).toHaveLength(1)
    streamOf(encode(`"${'x'.repeat(most)}`), encode('"\n'))
    await expect(linesOf()).rejects.toThrow(new Error('The server sent a line that has no end'))
  })
})
