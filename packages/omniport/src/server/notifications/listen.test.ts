import { describe, expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { prompt } from '../prompts/prompt.js'
import { resource } from '../resources/resource.js'
import { tool } from '../tools/tool.js'

const run = () => ''
const mark = { [metaKeys.subscriptionId]: 'L' }
const everything = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['a:b'],
}
const all: DefineOptions = {
  tools: { t: tool({ run }) },
  prompts: { p: prompt({ get: run }) },
  resources: { r: resource({ uri: 'a:b', read: run }) },
}

async function open(options: DefineOptions = all, capabilities: object = {}) {
  const { server } = defineServer(options)
  const connection = await connectRaw(server, { revision: '2026-07-28', capabilities: { ...capabilities } })
  const listen = async (notifications: object, id = 'L') => {
    const answer = connection.request('subscriptions/listen', { notifications }, id)
    await connection.settle()
    return { answer, sent: connection.messages.splice(0) }
  }
  return { server, connection, listen }
}

describe('a subscription', () => {
  test.each<[string, DefineOptions, object]>([
    ['all that there is', all, everything],
    ['tools alone', { tools: { t: tool({ run }) } }, { toolsListChanged: true }],
    ['prompts alone', { prompts: { p: prompt({ get: run }) } }, { promptsListChanged: true }],
    [
      'resources alone',
      { resources: { r: resource({ uri: 'x:y', read: run }) } },
      { resourcesListChanged: true, resourceSubscriptions: [] },
    ],
    ['nothing', {}, {}],
    [
      'what is not left out',
      { ...all, capabilities: { tools: { listChanged: false }, resources: { subscribe: false } } },
      { promptsListChanged: true, resourcesListChanged: true },
    ],
  ])('is honoured as far as the server has it: %s', async (_name, options, honoured) => {
    const { connection, listen } = await open(options)
    expect((await listen(everything)).sent).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: honoured, _meta: mark },
      },
    ])
    connection.close()
  })

  test.each([{ toolsListChanged: false }, { promptsListChanged: false }, { resourcesListChanged: false }])(
    'is to what it asks for: %j',
    async (asked) => {
      const { connection, listen } = await open()
      expect((await listen(asked)).sent.map(({ params }) => params?.['notifications'])).toEqual([{}])
      connection.close()
    },
  )

  test('follows the resources that its caller may see', async () => {
    const forAnn = resource({ uri: 'a:secret', visible: (caller) => caller?.id === 'ann', read: run })
    const city = resource({ uri: 'city:{name}', read: run })
    const { server } = defineServer({ resources: { forAnn, city } as never })
    const asked = { resourceSubscriptions: ['a:secret', 'city:oslo', 'x:y'] }
    const honoured: unknown[] = []
    for (const id of ['ann', 'bob']) {
      const connection = await connectRaw(asPrincipal(server, id), { revision: '2026-07-28' })
      void connection.request('subscriptions/listen', { notifications: asked }, 'L')
      await connection.settle()
      honoured.push(connection.messages[0]?.params?.['notifications'])
      connection.close()
    }
    expect(honoured).toEqual([
      { resourceSubscriptions: ['a:secret', 'city:oslo'] },
      { resourceSubscriptions: ['city:oslo'] },
    ])
  })

  test('ends with a result that carries its id', async () => {
    const { server, listen } = await open()
    const { answer } = await listen({})
    void server.close()
    expect((await answer).result).toMatchObject({ _meta: mark, resultType: 'complete' })
  })
})

describe('limits', () => {
  test('are for the resources of one subscription', async () => {
    const { connection, listen } = await open({ ...all, limits: { subscriptions: 2 } })
    const uris = (count: number) => ({ resourceSubscriptions: Array<string>(count).fill('a:b') })
    expect((await listen(uris(2))).sent.length).toBe(1)
    const { answer, sent } = await listen(uris(3), 'M')
    expect([(await answer).error, sent]).toEqual([
      { code: -32602, message: 'At most 2 resources per subscription' },
      [],
    ])
    connection.close()
  })

  test('are for the subscriptions of a server, until one has ended', async () => {
    const { connection, listen } = await open({ ...all, limits: { subscriptions: 2 } })
    await listen({}, 'L1')
    await listen({}, 'L2')
    const { answer } = await listen({}, 'L3')
    expect((await answer).error).toEqual({ code: -32603, message: 'Too many subscriptions' })
    connection.notify('notifications/cancelled', { requestId: 'L1' })
    await connection.settle()
    expect((await listen({}, 'L4')).sent.length).toBe(1)
    connection.close()
  })
})

describe('a filter of an extension', () => {
  const id = 'com.example/search'
  const declared = { extensions: { [id]: {} } }

  test('is honoured beside the others, and ends with the subscription', async () => {
    const signals: AbortSignal[] = []
    const given: unknown[] = []
    const places = {
      honour: (asked: unknown) => [asked],
      deliver: (granted: unknown, ctx: { readonly signal: AbortSignal }) => {
        given.push(granted)
        signals.push(ctx.signal)
      },
    }
    const nothing = { honour: () => undefined, deliver: () => void given.push('nothing') }
    const extensions = { [id]: { listen: { places, nothing } } } as never
    const { server, connection, listen } = await open({ ...all, extensions }, declared)
    const { answer, sent } = await listen({ toolsListChanged: true, places: 'a', nothing: 1 })
    expect(sent.map(({ params }) => params?.['notifications'])).toEqual([{ toolsListChanged: true, places: ['a'] }])
    server.tools.set('t', tool({ run }))
    await connection.settle()
    expect([connection.messages.length, given, signals[0]?.aborted]).toEqual([1, [['a']], false])
    void server.close()
    expect((await answer).result).toMatchObject({ _meta: mark })
    expect(signals[0]?.aborted).toBe(true)
  })

  test('that fails ends the subscription, and its place is free again', async () => {
    const failing = { honour: () => true, deliver: () => Promise.reject(new Error('secret')) }
    const extensions = { [id]: { listen: { failing } } }
    const { connection, listen } = await open({ ...all, extensions, limits: { subscriptions: 1 } }, declared)
    const { answer } = await listen({ failing: 1 })
    expect((await answer).error?.code).toBe(-32603)
    expect((await listen({}, 'M')).sent.length).toBe(1)
    connection.close()
  })

  test('that has nothing more to deliver lets the subscription go on', async () => {
    const done = { honour: () => true, deliver: () => {} }
    const { server, connection, listen } = await open({ ...all, extensions: { [id]: { listen: { done } } } }, declared)
    await listen({ toolsListChanged: true, done: 1 })
    server.tools.set('t', tool({ run }))
    await connection.settle()
    expect(connection.messages.map(({ method }) => method)).toEqual(['notifications/tools/list_changed'])
    connection.close()
  })
})
