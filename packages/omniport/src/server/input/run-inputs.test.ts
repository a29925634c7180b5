import { describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import type { AnySchema } from '../../schema/schema.js'
import type { Context } from '../requests/context.js'
import { tool } from '../tools/tool.js'

const everything = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} }

/** The first question that a handler asks, and how its call ends where there is none. */
async function firstQuestion(
  run: (ctx: Context) => Promise<unknown>,
  revision: '2025-11-25' | '2026-07-28',
  capabilities: object = everything,
) {
  const { server, logger } = defineServer({ tools: { t: tool({ run: async (_args, ctx) => String(await run(ctx)) }) } })
  const { request, messages, settle, close } = await connectRaw(server, { revision, capabilities: { ...capabilities } })
  const answered = request('tools/call', { name: 't' })
  if (revision === '2026-07-28') {
    const { result } = await answered
    close()
    const [asked] = Object.values((result?.['inputRequests'] ?? {}) as object)
    return { asked, result, logger }
  }
  await settle()
  const [asked] = messages.filter(({ id }) => id !== undefined)
  close()
  const result = asked === undefined ? (await answered).result : undefined
  return { asked: asked && { method: asked.method, params: asked.params }, result, logger }
}

const fields = (properties: object) => ({ type: 'object', properties }) as AnySchema & { type: 'object' }
const name = fields({ name: { type: 'string' } })

describe.each(['2025-11-25', '2026-07-28'] as const)('a question at %s', (revision) => {
  test('of a form says its mode and message', async () => {
    verifiesIn(revision, 'ELI-04', 'MRTR-05')
    const { asked } = await firstQuestion((ctx) => ctx.elicit('Who?', name), revision)
    expect(asked).toEqual({
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'Who?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
      },
    })
  })

  test('of a page has an address, and an id where the revision has them', async () => {
    verifiesIn(revision, 'ELI-04', 'ELI-16', 'ELI-38')
    const { asked } = await firstQuestion((ctx) => ctx.elicitUrl('Pay', (id) => `https://pay.example/${id}`), revision)
    const id = asked?.params?.url.slice('https://pay.example/'.length)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    const params = { mode: 'url', message: 'Pay', url: `https://pay.example/${id}` }
    expect(asked).toEqual({
      method: 'elicitation/create',
      params: revision === '2025-11-25' ? { ...params, elicitationId: id } : params,
    })
  })

  test.each([
    ['a field of that name', { password: { type: 'string' } }],
    ['a name spelled otherwise', { API_key: { type: 'string' } }],
    ['a format', { code: { type: 'string', format: 'password' } }],
    ['a field that is only written', { code: { type: 'string', writeOnly: true } }],
  ])('never asks for a secret in a form: %s', async (_name, properties) => {
    verifiesIn(revision, 'ELI-06', 'ELI-07')
    const { asked, result, logger } = await firstQuestion((ctx) => ctx.elicit('?', fields(properties)), revision)
    expect(asked).toBeUndefined()
    expect(result).toMatchObject({ isError: true })
    expect(String(logger.errors[0]?.error)).toContain('a form must not ask for secrets; use elicitUrl')
  })

  test.each([
    ['javascript:alert(1)'],
    ['file:///etc/passwd'],
    ['/pay'],
    ['https://ann:secret@pay.example/'],
    ['https://pay.example/ x'],
  ])('never sends a person to %s', async (url) => {
    verifiesIn(revision, 'ELI-16', 'ELI-27')
    const { asked, result, logger } = await firstQuestion((ctx) => ctx.elicitUrl('Open', url), revision)
    expect(asked).toBeUndefined()
    expect(result).toMatchObject({ isError: true })
    expect(logger.errors.map(({ error }) => error)).toEqual([
      new TypeError('ctx.elicitUrl: url must be an http or https address, without a user in it'),
    ])
  })

  const warned = async (run: (ctx: Context) => Promise<unknown>) => {
    const { asked, logger } = await firstQuestion(run, revision)
    return [asked?.method, logger.warnings]
  }
  const field = (of: object) => fields({ name: { type: 'string', ...of } })
  const useUrl = 'send people to pages with elicitUrl'

  test.each<[string, AnySchema, string]>([
    ['description', field({ description: 'See https://a.example' }), 'The field "name" of a form'],
    ['title', field({ title: 'HTTP://a.example' }), 'The field "name" of a form'],
    ['default', field({ default: 'http://a.example' }), 'The field "name" of a form'],
  ])('warns of an address in a form, in a %s', async (_where, schema, what) => {
    verifies('ELI-28')
    expect(await warned((ctx) => ctx.elicit('Who?', schema as typeof name))).toEqual([
      'elicitation/create',
      [`${what} holds an address: ${useUrl}`],
    ])
  })

  test('warns of an address in the message of a form', async () => {
    verifies('ELI-28')
    expect(await warned((ctx) => ctx.elicit('Who? https://a.example', name))).toEqual([
      'elicitation/create',
      [`ctx.elicit: the message holds an address: ${useUrl}`],
    ])
  })

  test.each([
    ['http://pay.example/a?b', ['ctx.elicitUrl: use https: http://pay.example can be read on the way']],
    [
      'http://localhost.pay.example/',
      ['ctx.elicitUrl: use https: http://localhost.pay.example can be read on the way'],
    ],
    ['https://pay.example/', []],
    ['http://localhost:3000/', []],
    ['http://127.0.0.1/', []],
    ['http://[::1]:8080/', []],
    ['http://app.localhost/', []],
    ['http://127.1.2.3/', []],
    ['http://localhost.evil/', ['ctx.elicitUrl: use https: http://localhost.evil can be read on the way']],
    ['http://evillocalhost/', ['ctx.elicitUrl: use https: http://evillocalhost can be read on the way']],
    ['http://127.0.0.1.evil/', ['ctx.elicitUrl: use https: http://127.0.0.1.evil can be read on the way']],
    ['http://x127.0.0.1.evil/', ['ctx.elicitUrl: use https: http://x127.0.0.1.evil can be read on the way']],
    ['http://[2001:db8::1]/', ['ctx.elicitUrl: use https: http://[2001:db8::1] can be read on the way']],
  ])('warns of a page that is read on the way: %s', async (url, warnings) => {
    verifies('ELI-28')
    expect(await warned((ctx) => ctx.elicitUrl('Pay', url))).toEqual(['elicitation/create', warnings])
  })

  test.each([
    ['a form without text', (ctx: Context) => ctx.elicit('', name), 'ctx.elicit: message must be a text'],
    [
      'a form in the form of other libraries',
      (ctx: Context) => ctx.elicit({ message: 'Who?', requestedSchema: name } as never, undefined as never),
      'ctx.elicit: the message is an argument of its own; write ctx.elicit("…", schema)',
    ],
    [
      'a form without fields',
      (ctx: Context) => ctx.elicit('Who?', undefined as never),
      'ctx.elicit: schema must be a Standard Schema or a JSON Schema object, got undefined',
    ],
    ['a step without a name', (ctx: Context) => ctx.once('', () => 1), 'ctx.once: name must be a text'],
  ])('that makes no sense is a TypeError: %s', async (_name, run, text) => {
    const { asked, logger } = await firstQuestion(run, revision)
    expect([asked, logger.errors.map(({ error }) => error)]).toEqual([undefined, [new TypeError(text)]])
  })

  test('and its answer are in no log', async () => {
    verifiesIn(revision, 'SAMP-22')
    const ask = (ctx: Context) =>
      ctx.sample({ messages: [{ role: 'user', content: 'My illness' }], maxTokens: 5, systemPrompt: 'A doctor' })
    const { asked, logger } = await firstQuestion(ask, revision)
    expect(asked?.method).toBe('sampling/createMessage')
    expect([logger.errors, logger.warnings]).toEqual([[], []])
  })

  const messages = [{ role: 'user', content: 'Hi' }] as const
  const tools = [{ name: 'search', inputSchema: { type: 'object' } }] as const

  test.each<[string, object, (ctx: Context) => Promise<unknown>]>([
    ['sampling.tools', { sampling: {} }, (ctx) => ctx.sample({ messages, maxTokens: 5, tools })],
    ['sampling.tools', { sampling: {} }, (ctx) => ctx.sample({ messages, maxTokens: 5, toolChoice: { mode: 'none' } })],
    [
      'sampling.context',
      { sampling: {} },
      (ctx) => ctx.sample({ messages, maxTokens: 5, includeContext: 'allServers' }),
    ],
    ['elicitation.url', { elicitation: { form: {} } }, (ctx) => ctx.elicitUrl('Pay', 'https://pay.example/')],
    ['elicitation.form', { elicitation: { url: {} } }, (ctx) => ctx.elicit('Who?', name)],
    ['roots', {}, (ctx) => ctx.roots()],
  ])('is not asked of a client that did not declare %s', async (capability, declared, run) => {
    verifiesIn(revision, 'SAMP-04', 'SAMP-12', 'ELI-03', 'MRTR-06', 'ROOT-10')
    const caught = (ctx: Context) => run(ctx).catch((reason: Error) => reason.message)
    const { asked, result } = await firstQuestion(caught, revision, declared)
    expect(asked).toBeUndefined()
    expect(result).toMatchObject({
      content: [{ type: 'text', text: `The client did not declare the capability ${capability}` }],
    })
  })
})
