import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { params } from './fixtures/ask-fake-open-ai.js'
import { delta, toEvents } from './fixtures/fake-open-ai.js'
import type { OpenAiOptions } from './open-ai-options.js'
import { createOpenAiSample } from './open-ai-sample.js'

type Fetch = NonNullable<OpenAiOptions['fetch']>

const url = 'https://provider.example/v1'
const json = { 'content-type': 'application/json' }
const message = { choices: [{ message: { content: 'Oslo' } }] }
const whole = JSON.stringify(message)

/** Asks a provider that is a function. */
async function ask(fetch: Fetch, options: Partial<OpenAiOptions> = {}) {
  const sample = createOpenAiSample({ url, models: ['m'], fetch, ...options })
  return sample(params, { signal: new AbortController().signal, server: 's', progress() {} })
}

const replies =
  (body: BodyInit | null, init: ResponseInit = { headers: json }): Fetch =>
  async () =>
    new Response(body, init)

describe('a status', () => {
  test.each([200, 201, 299])('of %i is an answer', async (status) => {
    const { content, model } = await ask(replies(whole, { status, headers: json }))
    expect([content, model]).toEqual([[{ type: 'text', text: 'Oslo' }], 'm'])
  })

  test.each([300, 307, 399])('of %i leads elsewhere, which is not followed', async (status) => {
    const answer = `${url}/chat/completions answered HTTP ${status}: redirects are not followed`
    await expect(ask(replies(whole, { status, headers: json }))).rejects.toMatchObject({
      code: 'invalid_result',
      status,
      message: answer,
    })
  })

  test('of 0 is a redirect, as browsers tell it', async () => {
    await expect(ask(async () => Response.error())).rejects.toMatchObject({
      code: 'invalid_result',
      message: `${url}/chat/completions answered HTTP 0: redirects are not followed`,
    })
  })

  test('of 400 has what the provider says, and no query of the address', async () => {
    const refused = ask(replies('{"error":{"message":"no"}}', { status: 400 }), { url: `${url}?key=1` })
    await expect(refused).rejects.toThrow(`${url}/chat/completions answered HTTP 400: no`)
  })

  test('of a refusal whose text breaks off has what came of it', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('part'))
        controller.error(new Error('broken'))
      },
    })
    await expect(ask(replies(broken, { status: 500 }))).rejects.toMatchObject({ code: 'unreachable', status: 500 })
  })
})

describe('a request', () => {
  test('is sent once, without redirects, and ends with the answer', async () => {
    const sent: [string, RequestInit | undefined][] = []
    await ask(async (input, init) => {
      sent.push([String(input), init])
      return new Response(whole, { headers: json })
    })
    const [[address, init] = []] = sent
    expect([sent.length, address, init?.method, init?.redirect]).toEqual([
      1,
      `${url}/chat/completions`,
      'POST',
      'manual',
    ])
    expect(init?.signal?.reason).toMatchObject({ name: 'AbortError', message: 'The sampling request is over' })
  })

  test('has the key in place of a header of that name, and its own headers in place of others', async () => {
    let headers: unknown
    const given = { Authorization: 'Basic x', Accept: 'x', 'Content-Type': 'y', 'X-Other': 'z' }
    await ask(
      async (_input, init) => {
        headers = init?.headers
        return new Response(whole, { headers: json })
      },
      { headers: given, apiKey: 'key-123456' },
    )
    expect(headers).toEqual({
      authorization: 'Bearer key-123456',
      accept: 'text/event-stream, application/json',
      'content-type': 'application/json',
      'x-other': 'z',
    })
  })

  test('whose tool has no id gets one that is random', async () => {
    const call = { function: { name: 'f', arguments: '{}' } }
    const body = JSON.stringify({ choices: [{ message: { tool_calls: [call] } }] })
    const { content } = await ask(replies(body), { runtime: new VirtualRuntime() })
    expect(content).toEqual([{ type: 'tool_use', id: `call_${'80'.repeat(8)}`, name: 'f', input: {} }])
  })
})

describe('an answer', () => {
  const events = toEvents(delta({ content: 'Oslo' }), delta({}, 'stop'))

  test('without a type is a stream of events', async () => {
    expect((await ask(replies(new TextEncoder().encode(events), {}))).content).toEqual([{ type: 'text', text: 'Oslo' }])
  })

  test('as JSON needs no reason to stop', async () => {
    expect(await ask(replies(whole))).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'Oslo' }],
      model: 'm',
    })
  })

  test.each([
    ['JSON', whole, json],
    ['events', events, { 'content-type': 'text/event-stream' }],
  ])('as %s may be as long as maxBytes', async (_, body, headers) => {
    const maxBytes = new TextEncoder().encode(body).length
    expect((await ask(replies(body, { headers }), { maxBytes })).content).toEqual([{ type: 'text', text: 'Oslo' }])
    const less = maxBytes - 1
    await expect(ask(replies(body, { headers }), { maxBytes: less })).rejects.toMatchObject({
      code: 'limit',
      message: `The answer of the model is longer than maxBytes: ${less}`,
    })
  })

  test('has 4 MiB unless more is allowed', async () => {
    const long = whole.padEnd(4 * 1024 * 1024)
    expect((await ask(replies(long))).model).toBe('m')
    await expect(ask(replies(`${long} `))).rejects.toMatchObject({
      message: `The answer of the model is longer than maxBytes: ${4 * 1024 * 1024}`,
    })
  })

  test('that is not UTF-8 is none', async () => {
    const bytes = Uint8Array.of(...new TextEncoder().encode('data: '), 0xff, 0x0a, 0x0a)
    const asked = ask(replies(bytes, { headers: { 'content-type': 'text/event-stream' } }))
    await expect(asked).rejects.toMatchObject({
      code: 'invalid_result',
      message: 'The answer of the model is not UTF-8',
    })
  })

  test('with a long error has 512 characters of it', async () => {
    const asked = ask(replies(JSON.stringify({ error: 'x'.repeat(1_000) })))
    const begin = 'The answer of the model ended with an error: '
    await expect(asked).rejects.toMatchObject({ message: `${begin.padEnd(512, 'x')}…` })
  })
})

describe('a connection that fails', () => {
  test.each<[string, unknown, string]>([
    ['an error', new Error('no route'), 'no route'],
    ['an error with a cause', new TypeError('fetch failed', { cause: new Error('reset') }), 'reset'],
    ['an error with a text as cause', new TypeError('fetch failed', { cause: 'gone' }), 'gone'],
    ['text', 'gone', 'gone'],
    ['nothing', undefined, 'undefined'],
    ['an error with much to say', new Error('x'.repeat(513)), `${'x'.repeat(512)}…`],
  ])('with %s is unreachable', async (_, reason, detail) => {
    await expect(ask(() => Promise.reject(reason))).rejects.toMatchObject({
      name: 'OmniportError',
      code: 'unreachable',
      message: `The connection to ${url}/chat/completions failed: ${detail}`,
    })
  })
})

test('an answer has ten minutes unless another time is given', async () => {
  const runtime = new VirtualRuntime()
  const over: unknown[] = []
  const asking = ask(() => new Promise(() => {}), { runtime }).catch((reason: unknown) => over.push(reason))
  await runtime.advance(599_999)
  await settled()
  expect(over).toEqual([])
  await runtime.advance(1)
  await asking
  expect(over).toMatchObject([{ code: 'timeout', message: 'No answer within 600000 ms' }])
})
