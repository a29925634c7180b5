import { describe, expect, test } from 'vitest'
import type { Message } from '#test/support/connect-raw.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { legacyRevisions, revisions } from '../../protocol/revisions/revision.js'
import { resource } from '../../server/resources/resource.js'
import { allow } from './allow.js'
import { connectBehind, listed } from './fixtures/connect-behind.js'

const notSecret = allow({
  tools: { block: ['sec*'] },
  prompts: ['hello'],
  resources: ['notes:open', 'notes:of/*', 'skill://guide/*'],
})

const isAda = (_name: string, { principal }: Exchange) => principal?.id === 'ada'
const forAda = allow({ tools: isAda, prompts: isAda, resources: isAda })

const uri = 'notes:secret'
const ref = (name: string) => ({ ref: { type: 'ref/prompt', name }, argument: { name: 'who', value: '' } })
const refTo = (template: string) => ({
  ref: { type: 'ref/resource', uri: template },
  argument: { name: 'id', value: '' },
})

/** The answers to a request for what is hidden, and for what does not exist, with its name replaced. */
type Pair = readonly [hidden: Message, missing: Message]

function withoutName({ error, result }: Message, name: string): unknown {
  return JSON.parse(JSON.stringify({ error, result }).replaceAll(name, '<name>'))
}

describe.each(revisions)('at %s', (revision) => {
  test('lists have what is allowed', async () => {
    const { request, close } = await connectBehind([notSecret], { revision })
    expect(listed(await request('tools/list'), 'tools')).toEqual(['add'])
    expect(listed(await request('prompts/list'), 'prompts')).toEqual(['hello'])
    expect(listed(await request('resources/list'), 'resources', 'uri')).toEqual([
      'notes:open',
      'skill://guide/SKILL.md',
    ])
    const templates = await request('resources/templates/list')
    expect(listed(templates, 'resourceTemplates', 'uriTemplate')).toEqual(['notes:of/{id}'])
    close()
  })

  test('what is allowed works', async () => {
    const { request, close } = await connectBehind([notSecret], { revision })
    expect((await request('tools/call', { name: 'add' })).result?.['content']).toMatchObject([{ text: 'added' }])
    expect((await request('prompts/get', { name: 'hello' })).result?.['messages']).toHaveLength(1)
    expect((await request('resources/read', { uri: 'notes:of/1' })).result?.['contents']).toMatchObject([
      { text: 'note 1' },
    ])
    expect((await request('completion/complete', ref('hello'))).result?.['completion']).toMatchObject({ values: [] })
    const completed = await request('completion/complete', refTo('notes:of/{id}'))
    expect(completed.result?.['completion']).toMatchObject({ values: ['1', '2'] })
    close()
  })

  test.each<[string, string, (name: string) => Readonly<Record<string, unknown>>, string, string]>([
    ['a tool', 'tools/call', (name) => ({ name }), 'secret', 'secreT'],
    ['a prompt', 'prompts/get', (name) => ({ name }), 'secret', 'secreT'],
    ['a resource', 'resources/read', (name) => ({ uri: name }), uri, 'notes:absent'],
    ['a resource of a template', 'resources/read', (name) => ({ uri: name }), 'hidden:1', 'absent:1'],
    ['completion of a prompt', 'completion/complete', ref, 'secret', 'secreT'],
    ['completion of a template', 'completion/complete', refTo, 'hidden:{id}', 'absent:{id}'],
  ])('%s that is hidden is answered as one that does not exist', async (_name, method, params, hidden, missing) => {
    const { request, close } = await connectBehind([notSecret], { revision })
    const pair: Pair = [await request(method, params(hidden)), await request(method, params(missing))]
    expect(pair[0].error?.code).toBeLessThan(-32000)
    expect(withoutName(pair[0], hidden)).toEqual(withoutName(pair[1], missing))
    close()
  })

  test('a function decides for each caller', async () => {
    const ada = await connectBehind([forAda], { revision, principal: 'ada' })
    const bob = await connectBehind([forAda], { revision, principal: 'bob' })
    const nobody = await connectBehind([forAda], { revision })
    const names = async ({ request }: typeof ada) => listed(await request('tools/list'), 'tools')
    expect(await Promise.all([ada, bob, nobody].map(names))).toEqual([['add', 'secret'], [], []])
    const call = async ({ request }: typeof ada) => (await request('tools/call', { name: 'add' })).error?.message
    expect(await Promise.all([ada, bob, nobody].map(call))).toEqual([
      undefined,
      'Unknown tool: add',
      'Unknown tool: add',
    ])
    for (const { close } of [ada, bob, nobody]) close()
  })
})

test('results that depend on the caller are private, others stay as they are', async () => {
  const scopes = async (use: ReturnType<typeof allow>) => {
    const { request, close } = await connectBehind([use], { revision: '2026-07-28', principal: 'ada' })
    const responses = [
      await request('tools/list'),
      await request('resources/read', { uri: 'notes:open' }),
      await request('prompts/list'),
    ]
    close()
    return responses.map(({ result }) => result?.['cacheScope'])
  }
  expect(await scopes(allow({ tools: ['*'], resources: ['*'] }))).toEqual(['public', 'public', 'public'])
  expect(await scopes(allow({ tools: isAda, resources: isAda }))).toEqual(['private', 'private', 'public'])
})

test.each(legacyRevisions)('%s: what is hidden cannot be subscribed to', async (revision) => {
  const { request, close } = await connectBehind([notSecret], { revision })
  const missing = await request('resources/subscribe', { uri: 'absent:x' })
  expect((await request('resources/subscribe', { uri })).error).toEqual({
    ...missing.error,
    message: `Resource not found: ${uri}`,
    data: { uri },
  })
  expect((await request('resources/unsubscribe', { uri })).result).toEqual({})
  expect((await request('resources/subscribe', { uri: 'notes:open' })).result).toEqual({})
  close()
})

test('a subscription is acknowledged without what is hidden', async () => {
  const { request, messages, settle, close } = await connectBehind([notSecret], { revision: '2026-07-28' })
  const uris = [uri, 'notes:open', 'absent:x']
  void request('subscriptions/listen', { notifications: { toolsListChanged: true, resourceSubscriptions: uris } })
  await settle()
  expect(messages[0]?.params?.['notifications']).toEqual({
    toolsListChanged: true,
    resourceSubscriptions: ['notes:open'],
  })
  close()
})

test('skills are resources', async () => {
  const { request, close } = await connectBehind([notSecret], { revision: '2026-07-28' })
  expect(listed(await request('skills/list'), 'skills', 'uri')).toEqual(['skill://guide/SKILL.md'])
  const ask = async (name: string) => (await request('skills/get', { uri: `skill://${name}/SKILL.md` })).error
  expect(await ask('guide')).toBeUndefined()
  expect([await ask('confidential'), await ask('absent')]).toEqual(
    ['confidential', 'absent'].map((name) => ({
      code: -32602,
      message: `No skill is served at skill://${name}/SKILL.md`,
    })),
  )
  close()
})

test.each(['notes:secret', 'notes:%73ecret', 'notes:secre%74', 'NOTES:secret'])(
  'a blocked resource is hidden as %s, too',
  async (uri) => {
    const { request, close } = await connectBehind([allow({ resources: { block: ['notes:secret'] } })], {
      define: { resources: { each: resource({ uri: 'notes:{id}', read: ({ id }) => `note ${id}` }) } },
    })
    expect((await request('resources/read', { uri })).error).toMatchObject({ code: -32002, data: { uri } })
    expect((await request('resources/read', { uri: 'notes:%78' })).result?.['contents']).toMatchObject([
      { text: 'note x' },
    ])
    close()
  },
)

test('a name that is like a hidden one is not led to it', async () => {
  const { request, close } = await connectBehind([notSecret])
  expect((await request('tools/call', { name: 'secre' })).error?.message).toBe('Unknown tool: secre')
  close()
})

test('a notification that names what is hidden goes nowhere', async () => {
  const seen: string[] = []
  const { notify, settle, close } = await connectBehind([
    notSecret,
    (next) => (message, exchange) => {
      seen.push(message.method)
      return next(message, exchange)
    },
  ])
  seen.splice(0)
  notify('tools/call', { name: 'secret' })
  notify('tools/call', { name: 'add' })
  await settle()
  expect(seen).toEqual(['tools/call'])
  close()
})

test('a rule that throws allows nothing', async () => {
  const { request, close } = await connectBehind([
    allow({
      tools: () => {
        throw new Error('database of rights: down')
      },
    }),
  ])
  const { error } = await request('tools/call', { name: 'add' })
  expect(error).toEqual({ code: -32603, message: 'Internal error' })
  close()
})

test('what a function returns must be true', async () => {
  const { request, close } = await connectBehind([allow({ tools: () => 'yes' as never })])
  expect(listed(await request('tools/list'), 'tools')).toEqual([])
  close()
})

test.each([
  [{ tool: [] }, 'allow: there is no option "tool"; did you mean "tools"?'],
  [{ tools: 'add' }, 'allow: tools must be a list of names, { allow, block } or a function, got "add"'],
  [{ tools: { deny: [] } }, 'allow: tools: there is no option "deny"'],
  [{ prompts: { allow: 'x' } }, 'allow: prompts.allow must be an array of strings'],
])('the options %j are refused', (options, message) => {
  expect(() => allow(options as never)).toThrow(message)
})
