import { describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { connect } from '../../client/connect.js'
import { capital, connectFake, nameForm } from '../../client/fixtures/connect-fake.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { scriptedSample } from '../../testing/scripted-sample.js'
import type { Sample } from '../sampling/sample.js'
import { setUp } from './fixtures/set-up.js'
import type { InputHandlerOptions } from './input-handler-options.js'
import { createInputHandlers } from './input-handlers.js'

const handlers: Required<InputHandlerOptions['handlers']> = {
  elicit: () => ({ action: 'accept', content: { name: 'ann' } }),
  elicitUrl: async () => 'accept',
  sample: () => ({ role: 'assistant', content: [{ type: 'text', text: 'Oslo' }], model: 'm' }),
}

describe('exactly what there is a handler for is declared', () => {
  test.each<[string, Partial<InputHandlerOptions>, object]>([
    ['nothing', { handlers: {} }, {}],
    ['nothing that is undefined', { handlers: { elicit: undefined, sample: undefined }, roots: undefined }, {}],
    ['forms', { handlers: { elicit: handlers.elicit } }, { elicitation: { form: {} } }],
    ['pages', { handlers: { elicitUrl: handlers.elicitUrl } }, { elicitation: { url: {} } }],
    ['a model', { handlers: { sample: handlers.sample } }, { sampling: { tools: {} } }],
    ['roots', { handlers: {}, roots: () => [] }, { roots: { listChanged: true } }],
    [
      'all of it',
      { handlers, roots: () => [] },
      { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: { listChanged: true } },
    ],
  ])('%s', async (_name, over, capabilities) => {
    verifies('ELI-01', 'SAMP-01', 'ROOT-01')
    const { options } = setUp()
    const { client, hello } = await connectFake('2025-11-25', {}, createInputHandlers({ ...options, ...over }))
    expect(hello?.params?.['capabilities']).toEqual(capabilities)
    await client.close()
  })
})

describe('a legacy server', () => {
  const roots = () => [{ uri: 'file:///work' }]

  test('is answered what was decided on', async () => {
    const { options, audited } = setUp()
    const { client, server } = await connectFake('2025-11-25', {}, createInputHandlers({ ...options, handlers, roots }))
    server.send({ id: 'form', ...nameForm })
    server.send({ id: 'model', ...capital })
    server.send({ id: 'roots', method: 'roots/list' })
    await settled()
    expect(Object.fromEntries(server.received.map(({ id, result }) => [id, result]))).toEqual({
      form: { action: 'accept', content: { name: 'ann' } },
      model: { role: 'assistant', content: { type: 'text', text: 'Oslo' }, model: 'm' },
      roots: { roots: [{ uri: 'file:///work' }] },
    })
    expect(audited.map(({ type }) => type).sort()).toEqual(['elicit', 'roots', 'sample'])
    await client.close()
  })

  test('is told that the user refused, and nothing else', async () => {
    verifies('HOST-01', 'SAMP-17')
    const { options } = setUp({ decide: () => ({ answer: 'deny' }) })
    const { client, server } = await connectFake('2025-11-25', {}, createInputHandlers({ ...options, handlers, roots }))
    server.send({ id: 'form', ...nameForm })
    server.send({ id: 'model', ...capital })
    server.send({ id: 'roots', method: 'roots/list' })
    await settled()
    expect(Object.fromEntries(server.received.map(({ id, result, error }) => [id, result ?? error]))).toEqual({
      form: { action: 'decline' },
      model: { code: -1, message: 'User rejected sampling request' },
      roots: { roots: [] },
    })
    await client.close()
  })

  test('learns no more of what it has used up', async () => {
    verifies('SAMP-21')
    const { options } = setUp({ sampleBudget: { totalTokens: 5 } })
    const { client, server } = await connectFake('2025-11-25', {}, createInputHandlers({ ...options, handlers }))
    server.send({ id: 'model', ...capital })
    await settled()
    expect(server.received).toMatchObject([{ error: { code: -1, message: 'User rejected sampling request' } }])
    await client.close()
  })

  test('learns nothing of why a model failed', async () => {
    verifies('SAMP-22')
    const { options } = setUp()
    const sample = scriptedSample([new Error('401 for key sk-123')])
    const { client, server } = await connectFake(
      '2025-11-25',
      {},
      createInputHandlers({ ...options, handlers: { sample } }),
    )
    server.send({ id: 'model', ...capital })
    await settled()
    expect(server.received).toMatchObject([{ error: { code: -32603 } }])
    expect(JSON.stringify(server.received)).not.toContain('sk-123')
    await client.close()
  })
})

/** A server that asks what it is told to. */
const asking = (word: string) =>
  createServer({
    name: word,
    version: '1',
    tools: {
      ask: tool({
        async run(_args, ctx) {
          const { content } = await ctx.sample({ messages: [{ role: 'user', content: word }], maxTokens: 9 })
          return JSON.stringify(content)
        },
      }),
    },
  })

test('a call of a modern server rejects with why its question was refused', async () => {
  const { options } = setUp({ decide: () => ({ answer: 'deny' }) })
  const client = await connect(asking('x'), createInputHandlers({ ...options, handlers }))
  await expect(client.callTool('ask', {})).rejects.toMatchObject({ code: 'denied', name: 'AbortError' })
  await client.close()
})

test('two servers share a model, and nothing else', async () => {
  verifies('HOST-05', 'SAMP-20', 'SAMP-22')
  const sample = vi.fn<Sample>(({ messages }) => ({
    role: 'assistant',
    content: [{ type: 'text', text: `echo ${JSON.stringify(messages)}` }],
    model: 'm',
  }))
  const [a, b] = ['alpha', 'beta'].map((server) => setUp({ server, sampleBudget: { requestsPerMinute: 1 } }))
  if (a === undefined || b === undefined) throw new Error('there are two')
  const clients = await Promise.all([
    connect(asking('of alpha'), createInputHandlers({ ...a.options, handlers: { sample } })),
    connect(asking('of beta'), createInputHandlers({ ...b.options, handlers: { sample } })),
  ])
  const results = await Promise.all(clients.map((client) => client.callTool('ask', {})))
  expect(
    results.map(({ content }) => JSON.stringify(content)).map((text) => /of (alpha|beta)/g.exec(text)?.[1]),
  ).toEqual(['alpha', 'beta'])
  for (const [set, own, other] of [
    [a, 'alpha', 'beta'],
    [b, 'beta', 'alpha'],
  ] as const) {
    expect(set.questions.map(({ server }) => server)).toEqual([own, own])
    expect(JSON.stringify(set.questions)).not.toContain(other)
    expect(JSON.stringify(set.audited)).not.toContain(other)
  }
  expect(
    sample.mock.calls.map(([params, { server }]) => [server, JSON.stringify(params).includes(`of ${server}`)]),
  ).toEqual(
    expect.arrayContaining([
      ['alpha', true],
      ['beta', true],
    ]),
  )
  await Promise.all(clients.map((client) => client.close()))
})
