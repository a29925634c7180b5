import { describe, expect, test } from 'vitest'
import { connect } from '../../packages/omniport/src/client/connect.js'
import type { ConnectOptions } from '../../packages/omniport/src/client/connect-options.js'
import { discovered, FakeServer, initialized } from '../../packages/omniport/src/client/fixtures/fake-server.js'
import { chooseModel } from '../../packages/omniport/src/host/sampling/choose-model.js'
import type { Root } from '../../packages/omniport/src/protocol/model/roots.js'
import type { SampleMessage } from '../../packages/omniport/src/protocol/model/sampling.js'
import { type Revision, revisions } from '../../packages/omniport/src/protocol/revisions/revision.js'
import type { Context } from '../../packages/omniport/src/server/requests/context.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { verifiesIn } from '../requirements/verifies.js'
import { connectRaw } from '../support/connect-raw.js'
import { defineServer } from '../support/define-server.js'

/** Calls a tool that asks the client something: what comes of it, and what the server sees of the client. */
async function callAsking(revision: Revision, ask: (ctx: Context) => Promise<unknown>, options: ConnectOptions) {
  const seen: unknown[] = []
  const reported: string[] = []
  const run = async (_args: unknown, ctx: Context) => {
    const answer = await ask(ctx).catch((reason: unknown) => {
      seen.push(String(reason))
      throw reason
    })
    return JSON.stringify(answer)
  }
  const { server } = defineServer({ tools: { ask: tool({ run }) } })
  server.use((next) => (message, exchange) => {
    seen.push(message)
    return next(message, exchange)
  })
  const client = await connect(server, { revision, onError: ({ message }) => reported.push(message), ...options })
  expect(client.revision).toBe(revision)
  const { content, isError } = await client.callTool('ask', {}).catch(({ message }: Error) => {
    reported.push(message)
    return { content: [], isError: true }
  })
  await client.close()
  return { content, isError, seen: JSON.stringify(seen), reported }
}

const text = (value: unknown) => [{ type: 'text', text: JSON.stringify(value) }]
const work: Root = { uri: 'file:///work/a%20b', name: 'Work' }

describe.each(revisions)('%s: a client', (revision) => {
  test('exposes the roots that it was given, and no other', async () => {
    verifiesIn(revision, 'ROOT-05', 'ROOT-07')
    const { content, isError } = await callAsking(revision, (ctx) => ctx.roots(), { roots: [work] })
    expect([content, isError]).toEqual([text([work]), undefined])
  })

  test.each(['https://example.com/', '/work', 'file:///work/../etc', 'file:///work%2f..%2fetc'])(
    'exposes no root at %s',
    async (uri) => {
      verifiesIn(revision, 'ROOT-05', 'ROOT-07')
      await expect(connect(defineServer().server, { revision, roots: [{ uri }] })).rejects.toThrow(
        /^connect: roots\[0\]\.uri must be /,
      )
      const { isError, seen, reported } = await callAsking(revision, (ctx) => ctx.roots(), { roots: () => [{ uri }] })
      expect([isError, seen.includes('tools/call'), seen.includes(uri)]).toEqual([true, true, false])
      expect(reported).toEqual([expect.stringContaining('roots[0].uri must be ')])
    },
  )

  test('takes the first of several hints that fits a model', async () => {
    verifiesIn(revision, 'SAMP-15')
    const models = [{ id: 'small-1' }, { id: 'sonnet-4' }, { id: 'opus-4' }]
    const hints = [{ name: 'gpt' }, { name: 'opus' }, { name: 'sonnet' }]
    const question = { messages: [{ role: 'user', content: 'Hi' }], maxTokens: 5, modelPreferences: { hints } } as const
    const ask = async (ctx: Context) => (await ctx.sample(question)).model
    const { content } = await callAsking(revision, ask, {
      sample: ({ modelPreferences }) => {
        return { role: 'assistant', content: [], model: chooseModel(models, modelPreferences).id }
      },
    })
    expect(content).toEqual(text('opus-4'))
  })

  test('tells a server nothing of what fails in the model', async () => {
    verifiesIn(revision, 'SAMP-22')
    const messages = [{ role: 'user', content: 'Hi' }] as const
    const { isError, seen, reported } = await callAsking(revision, (ctx) => ctx.sample({ messages, maxTokens: 5 }), {
      sample: () => {
        throw new Error('no such key: sk-hunter2')
      },
    })
    expect([isError, seen.includes('tools/call'), seen.includes('hunter2')]).toEqual([true, true, false])
    expect(reported).toEqual([expect.stringContaining('sk-hunter2')])
  })
})

const withModels = ['2025-11-25', '2026-07-28'] as const
const use = { type: 'tool_use', id: 'a', name: 't', input: {} } as const
const outcome = { type: 'tool_result', toolUseId: 'a', content: [] } as const
const hello = { type: 'text', text: 'hi' } as const

describe.each(withModels)('%s: a server', (revision) => {
  /** The questions that a client gets, and what the server logs. */
  async function asked(messages: readonly SampleMessage[]) {
    const capabilities = { sampling: { tools: {} } }
    const run = async (_args: unknown, ctx: Context) => (await ctx.sample({ messages, maxTokens: 5, tools: [] })).model
    const { server, logger } = defineServer({ tools: { ask: tool({ run }) } })
    const { request, messages: received, close } = await connectRaw(server, { revision, capabilities })
    const { result } = await request('tools/call', { name: 'ask' })
    close()
    return { asked: [...received, ...Object.values(result?.['inputRequests'] ?? {})], result, logger }
  }

  test('sends no message that has more than the results of tools', async () => {
    verifiesIn(revision, 'SAMP-06')
    const { asked: questions, logger } = await asked([
      { role: 'assistant', content: [use] },
      { role: 'user', content: [outcome, hello] },
    ])
    expect([questions, logger.errors.map(({ error }) => error)]).toEqual([
      [],
      [new TypeError('sample: messages[1].content must hold nothing else beside tool results')],
    ])
  })

  test.each<[string, readonly SampleMessage[], string]>([
    [
      'before something else',
      [
        { role: 'assistant', content: [use] },
        { role: 'user', content: 'hi' },
        { role: 'user', content: [outcome] },
      ],
      'messages[1].content must have a result of every tool that the message before used',
    ],
    ['at the end', [{ role: 'assistant', content: [use] }], 'messages[0].content uses a tool, and no result follows'],
  ])('sends no use of a tool without its result, %s', async (_where, messages, problem) => {
    verifiesIn(revision, 'SAMP-07')
    const { asked: questions, logger } = await asked(messages)
    expect([questions, logger.errors.map(({ error }) => error)]).toEqual([[], [new TypeError(`sample: ${problem}`)]])
  })

  test('reads the schema of a tool that names no dialect as 2020-12', async () => {
    verifiesIn(revision, 'JSCH-01', 'JSCH-02')
    const pair = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false } as const
    const input = { type: 'object', properties: { pair } } as const
    const { server } = defineServer({ tools: { t: tool({ input, run: () => 'fits' }) } })
    const { request, close } = await connectRaw(server, { revision })
    const call = async (value: unknown) => {
      const { result } = await request('tools/call', { name: 't', arguments: { pair: value } })
      return result?.['isError'] ?? false
    }
    expect([await call(['a', 1]), await call([1, 'a']), await call(['a', 1, 2])]).toEqual([false, true, true])
    close()
  })

  test.each([
    ['names no dialect', {}, 'invalid_result', 'n[0]'],
    ['names 2020-12', { $schema: 'https://json-schema.org/draft/2020-12/schema' }, 'invalid_result', 'n[0]'],
    [
      'names an unknown one',
      { $schema: 'https://example.com/dialect' },
      'unsupported',
      'output schema cannot be checked',
    ],
  ])('whose output schema %s is held to it by a client', async (_name, dialect, code, words) => {
    verifiesIn(revision, 'JSCH-01', 'JSCH-02')
    const n = { type: 'array', prefixItems: [{ type: 'string' }] }
    const outputSchema = { ...dialect, type: 'object', properties: { n } }
    const listed = { tools: [{ name: 't', inputSchema: { type: 'object' }, outputSchema }] }
    const target = new FakeServer({
      'server/discover': () => discovered({ tools: {} }),
      initialize: () => initialized({ tools: {} }, revision),
      'tools/list': () => ({ result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...listed } }),
      'tools/call': () => ({ result: { resultType: 'complete', content: [], structuredContent: { n: [1] } } }),
    })
    const client = await connect(target.target, { revision })
    await client.listTools()
    await expect(client.callTool('t', {})).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    })
    await client.close()
  })
})
