import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { LimitOptions } from '../../protocol/limits/limit-options.js'
import type { Client } from '../client.js'
import { connect } from '../connect.js'
import { discovered, FakeServer, initialized, type Received, type Replies } from '../fixtures/fake-server.js'

const capabilities = { tools: { listChanged: true }, resources: { listChanged: true, subscribe: true }, prompts: {} }

async function start(answers: Replies, options: { readonly limits?: LimitOptions } = {}) {
  const runtime = new VirtualRuntime()
  const server = new FakeServer({ 'server/discover': () => discovered(capabilities), ...answers })
  const client = await connect(server.target, { runtime, ...options })
  return { server, client, runtime }
}

const prompt = (name: string) => ({ name })
const page = (names: readonly string[], more: object = {}) => ({
  result: { resultType: 'complete', prompts: names.map(prompt), ttlMs: 0, cacheScope: 'private', ...more },
})
const cursorOf = ({ params }: Received) => params?.['cursor']
/** The cursors asked with. */
const cursors = (server: FakeServer) => server.ofMethod('prompts/list').map(cursorOf)

/** Answers by cursor; the first page has none. */
const pages = (byCursor: { readonly [cursor: string]: ReturnType<typeof page> }): Replies => ({
  'prompts/list': (message) => byCursor[String(cursorOf(message))],
})

test('all pages are read, with cursors as they came; an empty one is a cursor', async () => {
  verifies('PAG-01', 'PAG-02', 'PAG-04', 'PROMPT-11')
  const { server, client } = await start(
    pages({
      undefined: page(['a'], { nextCursor: '' }),
      '': page([], { nextCursor: ' ="%' }),
      ' ="%': page(['b', 'c'], { nextCursor: null }),
    }),
  )
  expect(await client.listPrompts()).toEqual(['a', 'b', 'c'].map(prompt))
  expect(cursors(server)).toEqual([undefined, '', ' ="%'])
  await client.close()
})

test.each<[string, Replies, readonly unknown[], readonly string[]]>([
  ['that has one page', pages({ undefined: page(['a']) }), [undefined], ['a']],
  [
    'of two pages',
    pages({ undefined: page(['a'], { nextCursor: 'x' }), x: page(['b']) }),
    [undefined, 'x'],
    ['a', 'b'],
  ],
])('a list %s ends with the page that names no next one', async (_name, replies, asked, names) => {
  verifies('PAG-05')
  const { server, client } = await start(replies)
  expect(await client.listPrompts()).toEqual(names.map(prompt))
  expect(cursors(server)).toEqual(asked)
  await client.close()
})

test('cursors are not kept from one reading, or one connection, to the next', async () => {
  verifies('PAG-03')
  const answers = pages({ undefined: page(['a'], { nextCursor: 'x' }), x: page(['b']) })
  const { server, client } = await start(answers)
  await client.listPrompts()
  await client.listPrompts()
  expect(cursors(server)).toEqual([undefined, 'x', undefined, 'x'])
  await client.close()
})

test.each<[string, Replies, LimitOptions, string, string]>([
  [
    'pages without end',
    { 'prompts/list': (message) => page([], { nextCursor: `${cursorOf(message)}x` }) },
    { pages: 5 },
    'limit',
    'prompts/list: the list is longer than this client reads; limits.pages is 5',
  ],
  [
    'items without end',
    { 'prompts/list': (message) => page(['a', 'b'], { nextCursor: `${cursorOf(message)}x` }) },
    { items: 5 },
    'limit',
    'prompts/list: the list is longer than this client reads; limits.items is 5',
  ],
  [
    'a cursor that comes back',
    pages({ undefined: page(['a'], { nextCursor: 'x' }), x: page(['b'], { nextCursor: 'x' }) }),
    {},
    'invalid_result',
    'prompts/list: the cursor of a page came back again',
  ],
  [
    'no list of items',
    { 'prompts/list': () => ({ result: { prompts: { title: 'x' } } }) },
    {},
    'invalid_result',
    'prompts/list: prompts must be an array',
  ],
])('%s: the list is given up', async (_name, answers, limits, code, message) => {
  const { client } = await start(answers, { limits })
  await expect(client.listPrompts()).rejects.toMatchObject({ code, message })
  await client.close()
})

const badCursor = { error: { code: -32602, message: 'Invalid cursor' } }

test('a cursor that became invalid starts the list over, once', async () => {
  verifies('CACHE-12')
  let hasFailed = false
  const { server, client } = await start({
    'prompts/list': (message) => {
      if (cursorOf(message) === undefined) return page(['a'], { nextCursor: 'x', ttlMs: 60_000 })
      if (hasFailed) return page(['b'])
      hasFailed = true
      return badCursor
    },
  })
  expect(await client.listPrompts()).toEqual(['a', 'b'].map(prompt))
  expect(cursors(server)).toEqual([undefined, 'x', undefined, 'x'])
  await client.close()
})

test('a cursor that is invalid again is the error of the server', async () => {
  const { server, client } = await start({
    'prompts/list': (message) => (cursorOf(message) === undefined ? page(['a'], { nextCursor: 'x' }) : badCursor),
  })
  await expect(client.listPrompts()).rejects.toMatchObject({ name: 'RpcError', code: -32602 })
  expect(cursors(server)).toEqual([undefined, 'x', undefined, 'x'])
  await client.close()
})

test('each page is fresh for as long as it says, and only then', async () => {
  verifies('CACHE-07', 'CACHE-05', 'CACHE-06', 'CACHE-12')
  const { server, client, runtime } = await start(
    pages({ undefined: page(['a'], { nextCursor: 'x', ttlMs: 10_000 }), x: page(['b'], { ttlMs: 1_000 }) }),
  )
  await client.listPrompts()
  await runtime.advance(999)
  await client.listPrompts()
  expect(cursors(server)).toEqual([undefined, 'x'])
  await runtime.advance(1)
  expect(await client.listPrompts()).toEqual(['a', 'b'].map(prompt))
  expect(cursors(server)).toEqual([undefined, 'x', 'x'])
  await runtime.advance(60_000)
  expect(cursors(server)).toEqual([undefined, 'x', 'x'])
  await client.close()
})

test.each([[0], [-5], ['60000'], [undefined]])('a time to live of %j keeps nothing', async (ttlMs) => {
  verifies('CACHE-05')
  const { server, client } = await start({ 'prompts/list': () => page(['a'], { ttlMs }) })
  await client.listPrompts()
  await client.listPrompts()
  expect(cursors(server)).toEqual([undefined, undefined])
  await client.close()
})

test('fresh asks again, and keeps the new answer', async () => {
  let count = 0
  const { client } = await start({
    'prompts/list': () => {
      count += 1
      return page([`p${count}`], { ttlMs: 60_000 })
    },
  })
  const first = await client.listPrompts()
  const second = await client.listPrompts({ fresh: true })
  const third = await client.listPrompts()
  expect([first, second, third]).toEqual([[prompt('p1')], [prompt('p2')], [prompt('p2')]])
  await client.close()
})

test('fresh asks for all pages again', async () => {
  const { server, client } = await start(
    pages({ undefined: page(['a'], { nextCursor: 'x', ttlMs: 60_000 }), x: page(['b'], { ttlMs: 60_000 }) }),
  )
  await client.listPrompts()
  await client.listPrompts({ fresh: true })
  expect(cursors(server)).toEqual([undefined, 'x', undefined, 'x'])
  await client.close()
})

const read = ({ params }: Received) => ({
  result: { contents: [{ uri: params?.['uri'], text: '1' }], ttlMs: 60_000, cacheScope: 'public' },
})

test('what was read is kept by its URI, and not used for a question with a meta of its own', async () => {
  verifies('CACHE-04')
  const { server, client } = await start({ 'resources/read': read })
  await client.readResource('x://1')
  await client.readResource('x://2')
  expect((await client.readResource('x://1')).contents).toEqual([{ uri: 'x://1', text: '1' }])
  await client.readResource('x://1', { meta: { 'com.example/user': 'ann' } })
  const asked = server.ofMethod('resources/read').map(({ params }) => params?.['uri'])
  expect(asked).toEqual(['x://1', 'x://2', 'x://1'])
  await client.close()
})

test('only so many results are kept, the oldest go first', async () => {
  const { server, client } = await start({ 'resources/read': read })
  for (let index = 0; index <= 512; index += 1) await client.readResource(`x://${index}`)
  server.received.length = 0
  for (const index of [512, 1, 0]) await client.readResource(`x://${index}`)
  expect(server.received.map(({ params }) => params?.['uri'])).toEqual(['x://0'])
  await client.close()
})

test('nothing is shared between clients', async () => {
  verifies('CACHE-09')
  const first = await start({ 'resources/read': read })
  const second = await start({ 'resources/read': read })
  await first.client.readResource('x://1')
  await second.client.readResource('x://1')
  expect(second.server.ofMethod('resources/read').length).toBe(1)
  await first.client.close()
  await second.client.close()
})

const cached = { ttlMs: 60_000, cacheScope: 'public' }
const cachedLists: Replies = {
  'tools/list': () => ({ result: { tools: [], ...cached } }),
  'prompts/list': () => ({ result: { prompts: [], ...cached } }),
  'resources/list': () => ({ result: { resources: [], ...cached } }),
  'resources/templates/list': () => ({ result: { resourceTemplates: [], ...cached } }),
  'resources/read': read,
}

async function askForAll(client: Client): Promise<void> {
  await client.listTools()
  await client.listPrompts()
  await client.listResources()
  await client.listResourceTemplates()
  await client.readResource('x://1')
}

test.each([
  ['notifications/tools/list_changed', {}, ['tools/list']],
  ['notifications/prompts/list_changed', {}, ['prompts/list']],
  ['notifications/resources/list_changed', {}, ['resources/list', 'resources/templates/list', 'resources/read']],
  ['notifications/resources/updated', { uri: 'x://1' }, ['resources/read']],
])('%s makes what was kept stale, and nothing else', async (method, params, stale) => {
  verifies('CACHE-11')
  const { server, client } = await start(cachedLists)
  await askForAll(client)
  server.notify(method, params)
  await settled()
  server.received.length = 0
  await askForAll(client)
  expect(server.methods).toEqual(stale)
  await client.close()
})

test('what a caller changes in a result does not come back from the cache', async () => {
  const { client } = await start({
    'prompts/list': () => page(['a'], { ttlMs: 60_000 }),
    'resources/read': read,
  })
  for (let time = 0; time < 3; time += 1) {
    const prompts = (await client.listPrompts()) as { name: string }[]
    const { contents } = await client.readResource('x://1')
    expect([prompts, contents]).toEqual([[prompt('a')], [{ uri: 'x://1', text: '1' }]])
    for (const item of prompts) item.name = 'changed'
    ;(contents as unknown[]).length = 0
  }
  await client.close()
})

test('an answer that was under way when the list changed is not kept', async () => {
  const { server, client } = await start({
    'prompts/list': ({ id }, self) => {
      self.notify('notifications/prompts/list_changed')
      self.send({ id, ...page(['old'], { ttlMs: 60_000 }) })
      return undefined
    },
  })
  await client.listPrompts()
  await client.listPrompts()
  expect(cursors(server)).toEqual([undefined, undefined])
  await client.close()
})

test('what a legacy server answers is not kept, whatever it says', async () => {
  const server = new FakeServer({
    initialize: () => initialized(capabilities),
    'prompts/list': () => page(['a'], { ttlMs: 60_000 }),
  })
  const client = await connect(server.target, { revision: '2025-11-25' })
  await client.listPrompts()
  await client.listPrompts()
  expect(cursors(server)).toEqual([undefined, undefined])
  await client.close()
})
