import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { apiKey, completeAnswer, params, type Reply, repliesWith, setUp } from './fixtures/ask-fake-open-ai.js'
import { delta, startFakeOpenAi, streams, toEvents } from './fixtures/fake-open-ai.js'
import { createOpenAiSample } from './open-ai-sample.js'

describe('what is no answer rejects', () => {
  const events = { 'content-type': 'text/event-stream' }
  test.each<[string, Reply, string]>([
    ['broken JSON', repliesWith('{"choices": ['), 'The answer of the model is not a JSON object'],
    [
      'a broken chunk',
      repliesWith('data: {"choices"\n\n', 200, events),
      'The answer of the model is not a JSON object',
    ],
    [
      'a chunk that nests',
      repliesWith(`data: ${'['.repeat(99)}${']'.repeat(99)}\n\n`, 200, events),
      'is not a JSON object',
    ],
    ['no message', repliesWith('{"choices":[]}'), 'The answer of the model has no message'],
    ['an end at once', repliesWith('data: [DONE]\n\n', 200, events), 'The answer of the model has no message'],
    ['nothing', repliesWith('', 200, events), 'The answer of the model is incomplete'],
    [
      'half a stream',
      repliesWith(completeAnswer.slice(0, completeAnswer.indexOf('stop')), 200, events),
      'The answer of the model is incomplete',
    ],
    ['a page', repliesWith('<html>', 200, { 'content-type': 'text/html' }), 'The answer of the model is incomplete'],
    ['a redirect', repliesWith('', 307, { location: 'http://127.0.0.1:1/' }), 'HTTP 307: redirects are not followed'],
    [
      'an error in the stream',
      repliesWith(toEvents(delta({ content: 'Os' }), { error: { message: 'Overloaded', code: 529 } }), 200, events),
      'The answer of the model ended with an error: Overloaded',
    ],
  ])('%s', async (_name, reply, message) => {
    const { ask } = await setUp(reply)
    await expect(ask()).rejects.toMatchObject({ code: 'invalid_result', message: expect.stringContaining(message) })
  })
})

test.each<[number, string, string, string]>([
  [401, 'unauthorized', '{"error":{"message":"Incorrect API key provided"}}', ': Incorrect API key provided'],
  [403, 'unauthorized', '{"error":"Not allowed"}', ': Not allowed'],
  [400, 'invalid_result', '{"message":"max_tokens is\\nunknown"}', ': max_tokens is unknown'],
  [404, 'invalid_result', '{"detail":"no such model"}', ': no such model'],
  [422, 'invalid_result', '{"detail":[{"loc":[]}]}', ': {"detail":[{"loc":[]}]}'],
  [408, 'unreachable', '', ''],
  [429, 'unreachable', 'slow down', ': slow down'],
  [500, 'unreachable', '<html>\n\n<p>oops', ': <html> <p>oops'],
  [503, 'unreachable', 'x'.repeat(1_000), `: ${'x'.repeat(256)}…`],
])('HTTP %i is %s, with what the provider says', async (status, code, body, providerMessage) => {
  const { provider, ask } = await setUp(repliesWith(body, status))
  await expect(ask()).rejects.toMatchObject({
    name: 'OmniportError',
    code,
    status,
    message: `${provider.url}/chat/completions answered HTTP ${status}${providerMessage}`,
  })
})

describe('secrets are in no message', () => {
  const headers = { 'x-key': 'another-secret' }
  /** With its causes, as it would stand in a log. */
  const leaks = (reason: unknown) =>
    [apiKey, 'sk-a', 'another-', 'query-secret'].filter((secret) => inspect(reason).includes(secret))
  const providerMessage = `Bad keys ${apiKey}, another-secret, query-secret`

  test.each<[string, Reply]>([
    ['of a refusal', repliesWith(JSON.stringify({ error: { message: providerMessage } }), 401)],
    ['of a refusal that is cut', repliesWith(`${'x'.repeat(235)} ${providerMessage}`, 500)],
    ['of a stream', (response) => streams(response, toEvents({ error: { message: providerMessage } }))],
  ])('%s', async (_name, reply) => {
    verifies('SAMP-22')
    const provider = await startFakeOpenAi(reply)
    onTestFinished(provider.close)
    const sample = createOpenAiSample({ url: `${provider.url}?key=query-secret`, models: ['m'], apiKey, headers })
    const asked = Promise.resolve(sample(params, { signal: new AbortController().signal, server: 's', progress() {} }))
    const reason = await asked.catch((thrown: unknown) => thrown)
    expect(reason).toMatchObject({ name: 'OmniportError', message: expect.stringContaining('Bad keys') })
    expect(leaks(reason)).toEqual([])
  })

  test('of a fetch that fails', async () => {
    verifies('SAMP-22')
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: new Error(providerMessage) }))
    const { ask } = await setUp(() => {}, { fetch, apiKey, headers })
    const reason = await ask().catch((thrown: unknown) => thrown)
    expect(reason).toMatchObject({ code: 'unreachable', message: expect.stringContaining('failed: Bad keys ***, ***') })
    expect(leaks(reason).filter((secret) => secret !== 'query-secret')).toEqual([])
  })
})

describe('a provider that does not behave', () => {
  test('that is not there is unreachable', async () => {
    const { provider, ask } = await setUp(() => {})
    await provider.close()
    await expect(ask()).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining(
        `The connection to ${provider.url}/chat/completions failed: connect ECONNREFUSED`,
      ),
    })
  })

  test('that hangs up is unreachable', async () => {
    const { ask } = await setUp((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(toEvents(delta({ content: 'Os' })).replace('data: [DONE]\n\n', ''), () => response.destroy())
    })
    await expect(ask()).rejects.toMatchObject({ code: 'unreachable' })
  })

  test.each([
    ['streams', 'text/event-stream'],
    ['does not', 'application/json'],
  ])('whose answer has no end is left where it is too long, whether it %s', async (_name, type) => {
    const { provider, ask } = await setUp(
      (response) => {
        response.writeHead(200, { 'content-type': type })
        const chunk = toEvents(delta({ content: 'a'.repeat(1_000) })).replace('data: [DONE]\n\n', '')
        const more = () => response.destroyed || response.write(chunk, () => setImmediate(more))
        more()
      },
      { maxBytes: 20_000 },
    )
    await expect(ask()).rejects.toMatchObject({
      code: 'limit',
      message: 'The answer of the model is longer than maxBytes: 20000',
    })
    await expect.poll(() => provider.gone).toBe(1)
  })

  test('that says nothing more is left when the time is over', async () => {
    const runtime = new VirtualRuntime()
    let answered = () => {}
    const started = new Promise<void>((resolve) => {
      answered = resolve
    })
    const { provider, ask } = await setUp(
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': wait\n\n', answered)
      },
      { runtime, timeoutMs: 5_000 },
    )
    const asked = expect(ask()).rejects.toMatchObject({ code: 'timeout', message: 'No answer within 5000 ms' })
    await started
    await runtime.advance(5_000)
    await asked
    await expect.poll(() => provider.gone).toBe(1)
    expect(runtime.timers).toBe(0)
  })

  test('is left when nobody waits any more', async () => {
    const gone = new Error('gone')
    const { provider, controller, ask } = await setUp(() => {})
    const asked = expect(ask()).rejects.toBe(gone)
    await expect.poll(() => provider.requests.length).toBe(1)
    controller.abort(gone)
    await asked
    await expect.poll(() => provider.gone).toBe(1)
  })

  test('is not asked where nobody waits from the start', async () => {
    let count = 0
    const fetch = () => {
      count += 1
      return new Promise<Response>(() => {})
    }
    const { controller, ask } = await setUp(() => {}, { fetch })
    controller.abort(new Error('gone'))
    await expect(ask()).rejects.toThrow('gone')
    expect(count).toBe(0)
  })

  test('that refuses without end is left once it said enough', async () => {
    const { provider, ask } = await setUp((response) => {
      response.writeHead(500)
      const more = () => response.destroyed || response.write('x'.repeat(10_000), () => setImmediate(more))
      more()
    })
    await expect(ask()).rejects.toMatchObject({ code: 'unreachable', status: 500 })
    await expect.poll(() => provider.gone).toBe(1)
  })
})
