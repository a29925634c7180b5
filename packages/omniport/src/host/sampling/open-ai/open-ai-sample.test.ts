import { expect, onTestFinished, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { apiKey, completeAnswer, params, repliesWith, setUp } from './fixtures/ask-fake-open-ai.js'
import { delta, startFakeOpenAi, streams, toEvents } from './fixtures/fake-open-ai.js'
import { createOpenAiSample } from './open-ai-sample.js'

const oslo = {
  role: 'assistant',
  content: [{ type: 'text', text: 'Oslo' }],
  model: 'gpt-x-2026',
  stopReason: 'endTurn',
}

test('an answer comes as a stream', async () => {
  const { provider, ask } = await setUp((response) => streams(response, completeAnswer), { apiKey })
  expect(await ask()).toEqual(oslo)
  const [request] = provider.requests
  expect([request?.method, request?.path, request?.headers['authorization'], request?.headers['content-type']]).toEqual(
    ['POST', '/v1/chat/completions', `Bearer ${apiKey}`, 'application/json'],
  )
  expect(request?.body).toEqual({
    model: 'gpt-x',
    messages: [{ role: 'user', content: 'The capital of Norway?' }],
    stream: true,
    max_tokens: 100,
  })
})

test('without a key none is sent; headers of the user are', async () => {
  const headers = { 'API-Key': 'abcdef', accept: 'text/html' }
  const { provider, ask } = await setUp((response) => streams(response, completeAnswer), { headers })
  await ask()
  const sent = provider.requests[0]?.headers
  expect([sent?.['authorization'], sent?.['api-key'], sent?.accept]).toEqual([
    undefined,
    'abcdef',
    'text/event-stream, application/json',
  ])
})

test('the query of an address is kept, and a slash at its end is one', async () => {
  const provider = await startFakeOpenAi((response) => streams(response, completeAnswer))
  onTestFinished(provider.close)
  const sample = createOpenAiSample({ url: `${provider.url}//?api-version=3`, models: ['m'] })
  await sample(params, { signal: new AbortController().signal, server: 's', progress() {} })
  expect(provider.requests[0]?.path).toBe('/v1/chat/completions?api-version=3')
})

test('the model is the one that the server prefers', async () => {
  verifies('SAMP-15', 'SAMP-21')
  const { provider, ask } = await setUp((response) => streams(response, completeAnswer), {
    models: ['small', { id: 'large', intelligence: 1 }],
    tokensField: 'max_completion_tokens',
  })
  await ask({ ...params, modelPreferences: { intelligencePriority: 1 } })
  await ask({ ...params, modelPreferences: { hints: [{ name: 'small' }], intelligencePriority: 1 } })
  expect(
    provider.requests.map(({ body }) => [body['model'], body['max_tokens'], body['max_completion_tokens']]),
  ).toEqual([
    ['large', undefined, 100],
    ['small', undefined, 100],
  ])
})

test('nothing of one question is in the next', async () => {
  verifies('SAMP-20')
  const { provider, ask } = await setUp((response) => streams(response, completeAnswer))
  await ask({ ...params, systemPrompt: 'Be brief', temperature: 1 })
  await ask({ messages: [{ role: 'user', content: 'And?' }], maxTokens: 1 })
  expect(provider.requests[1]?.body).toEqual({
    model: 'gpt-x',
    messages: [{ role: 'user', content: 'And?' }],
    stream: true,
    max_tokens: 1,
  })
})

test('a stream may come byte by byte', async () => {
  const events = toEvents(delta({ content: 'Tromsø 🎉' }), delta({}, 'stop'))
  const { ask } = await setUp(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const byte of Buffer.from(events)) {
      response.write(Buffer.of(byte))
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  })
  expect((await ask()).content).toEqual([{ type: 'text', text: 'Tromsø 🎉' }])
})

function inTwo(bytes: Uint8Array, at: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, at))
      controller.enqueue(bytes.subarray(at))
      controller.close()
    },
  })
}

test.each(['\n', '\r\n', '\r'])('wherever a stream is split, it says the same, with %j', async (end) => {
  const call = { index: 0, id: 'c1', function: { name: 'f', arguments: '{"å":' } }
  const events = toEvents(
    delta({ content: 'Å 🎉' }),
    delta({ tool_calls: [call] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] }),
    delta({}, 'tool_calls'),
  )
  const bytes = new TextEncoder().encode(`: hello\n\n${events}`.replaceAll('\n', end))
  let at = 0
  const fetch = async () => new Response(inTwo(bytes, at))
  const sample = createOpenAiSample({ url: 'http://provider.test/v1', models: ['m'], fetch })
  const detail = new Set<string>()
  for (at = 0; at <= bytes.length; at += 1) {
    detail.add(
      JSON.stringify(await sample(params, { signal: new AbortController().signal, server: 's', progress() {} })),
    )
  }
  expect([...detail].map((text) => JSON.parse(text))).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Å 🎉' },
        { type: 'tool_use', id: 'c1', name: 'f', input: { å: 1 } },
      ],
      model: 'gpt-x-2026',
      stopReason: 'toolUse',
    },
  ])
})

test('a provider that does not stream is understood', async () => {
  const message = { role: 'assistant', content: 'Oslo' }
  const body = { model: 'gpt-x-2026', choices: [{ index: 0, message, finish_reason: 'stop' }], usage: {} }
  const { ask } = await setUp(repliesWith(JSON.stringify(body), 200, { 'content-type': 'application/json; v=1' }))
  expect(await ask()).toEqual(oslo)
})

test('a stream may end without saying so, once the model said why it stopped', async () => {
  const { ask } = await setUp((response) => streams(response, completeAnswer.replace('data: [DONE]\n\n', '')))
  expect(await ask()).toEqual(oslo)
})

test('what follows the end is not read', async () => {
  const { ask } = await setUp((response) => streams(response, `${completeAnswer}data: rubbish\n\n`))
  expect(await ask()).toEqual(oslo)
})
