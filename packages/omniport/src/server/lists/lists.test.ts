import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw, type RawConnection } from '#test/support/connect-raw.js'
import { type DefineOptions, defineServer } from '#test/support/define-server.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { prompt } from '../prompts/prompt.js'
import { resource } from '../resources/resource.js'
import { tool } from '../tools/tool.js'

const strange = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'a', 'ü', '%']
const named = <T>(make: (name: string, index: number) => T) =>
  Object.fromEntries(strange.map((name, index) => [name, make(name, index)] as const))

/** `Object.fromEntries` makes own members of all names. */
const full: DefineOptions = {
  tools: named((name) => tool({ run: () => `tool ${name}` })),
  resources: {
    ...named((_name, index) => resource({ uri: `a:${index}`, read: () => `resource ${index}` })),
    ...Object.fromEntries(
      strange.map((name, index) => [`${name}*`, resource({ uri: `t${index}:{x}`, read: ({ x }) => `template ${x}` })]),
    ),
  },
  prompts: named((name) => prompt({ get: () => `prompt ${name}` })),
}

const lists = [
  ['tools/list', 'tools', 'name', strange],
  ['prompts/list', 'prompts', 'name', strange],
  ['resources/list', 'resources', 'name', strange],
  ['resources/templates/list', 'resourceTemplates', 'name', strange.map((name) => `${name}*`)],
] as const

async function walk({ request }: RawConnection, method: string, key: string): Promise<readonly string[][]> {
  const pages: string[][] = []
  let cursor: unknown
  do {
    const { result } = await request(method, cursor === undefined ? {} : { cursor })
    pages.push(((result?.[key] ?? []) as { name: string }[]).map(({ name }) => name))
    cursor = result?.['nextCursor']
  } while (cursor !== undefined)
  return pages
}

describe.each(lists)('%s', (method, key, _member, names) => {
  test.each(revisions)('at %s gives all, in the order they were added, on every node alike', async (revision) => {
    verifies('TOOL-02', 'TOOL-03', 'RES-02', 'PROMPT-02')
    for (const { server } of [defineServer(full), defineServer(full)]) {
      const connection = await connectRaw(server, { revision })
      expect(await walk(connection, method, key)).toEqual([names])
      connection.close()
    }
  })

  test('gives pages of the size asked for', async () => {
    const { server } = defineServer({ ...full, pageSize: 3 })
    const connection = await connectRaw(server)
    expect(await walk(connection, method, key)).toEqual([names.slice(0, 3), names.slice(3, 6), names.slice(6)])
    connection.close()
  })

  test.each([[''], ['garbage'], ['1'], ['%E0%A4%A']])('refuses the cursor %j', async (cursor) => {
    const { server } = defineServer({ ...full, pageSize: 3 })
    const connection = await connectRaw(server)
    const error = { code: -32602, message: 'Invalid cursor' }
    expect((await connection.request(method, { cursor })).error).toEqual(error)
    connection.close()
  })

  test('has the same hints on every page', async () => {
    verifies('CACHE-01', 'CACHE-13')
    const { server } = defineServer({ ...full, pageSize: 3, ttlMs: 60, cacheScope: 'public' })
    const { request, close } = await connectRaw(server, { revision: '2026-07-28' })
    const first = await request(method)
    const second = await request(method, { cursor: first.result?.['nextCursor'] })
    for (const { result } of [first, second]) expect(result).toMatchObject({ ttlMs: 60, cacheScope: 'public' })
    close()
  })

  test('is empty where nothing is defined, and unknown where the feature is not', async () => {
    verifies('TOOL-02', 'RES-02', 'PROMPT-02')
    const empty = await connectRaw(defineServer({ tools: {}, resources: {}, prompts: {} }).server)
    expect((await empty.request(method)).result).toEqual({ [key]: [] })
    empty.close()
    const bare = await connectRaw(defineServer().server)
    expect((await bare.request(method)).error).toEqual({ code: -32601, message: `Method not found: ${method}` })
    bare.close()
  })
})

describe('whatever its name,', () => {
  test.each(strange)('%j is called, got and read', async (name) => {
    const { request, close } = await connectRaw(defineServer(full).server)
    const index = strange.indexOf(name)
    expect((await request('tools/call', { name })).result).toEqual({
      content: [{ type: 'text', text: `tool ${name}` }],
    })
    expect((await request('prompts/get', { name })).result).toEqual({
      messages: [{ role: 'user', content: { type: 'text', text: `prompt ${name}` } }],
    })
    expect((await request('resources/read', { uri: `a:${index}` })).result).toEqual({
      contents: [{ uri: `a:${index}`, text: `resource ${index}` }],
    })
    close()
  })

  test.each(['valueOf', '__defineGetter__', 'isPrototypeOf'])('%j is unknown where it is not defined', async (name) => {
    const { request, close } = await connectRaw(defineServer(full).server)
    expect((await request('tools/call', { name })).error).toEqual({ code: -32602, message: `Unknown tool: ${name}` })
    expect((await request('prompts/get', { name })).error).toEqual({ code: -32602, message: `Unknown prompt: ${name}` })
    close()
  })

  test('an argument arrives', async () => {
    const names = strange.slice(0, 4)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const))
    const answers = prompt({
      arguments: { type: 'object', properties, required: names } as never,
      get: (args: Record<string, string>) => names.map((name) => args[name]).join(),
    })
    const { request, close } = await connectRaw(defineServer({ prompts: { p: answers } }).server)
    const given = JSON.parse('{"constructor":"1","__proto__":"2","toString":"3","hasOwnProperty":"4"}') as object
    const listed = await request('prompts/list')
    expect(listed.result?.['prompts']).toEqual([
      { name: 'p', arguments: names.map((name) => ({ name, required: true })) },
    ])
    const { result } = await request('prompts/get', { name: 'p', arguments: given })
    expect(result?.['messages']).toEqual([{ role: 'user', content: { type: 'text', text: '1,2,3,4' } }])
    close()
  })
})

test('each revision gets the list in its own shape, whoever asked before', async () => {
  const annotated = tool({ title: 'T', annotations: { readOnlyHint: true }, run: () => '' })
  const { server } = defineServer({ ttlMs: 5, tools: { t: annotated } })
  const seen: unknown[] = []
  for (const revision of ['2026-07-28', '2024-11-05', '2025-06-18', '2026-07-28'] as const) {
    const { request, close } = await connectRaw(server, { revision })
    const { result = {} } = await request('tools/list')
    const [listed] = result['tools'] as readonly object[]
    seen.push([result['ttlMs'], Object.keys(listed ?? {}).filter((key) => key === 'title' || key === 'annotations')])
    close()
  }
  expect(seen).toEqual([
    [5, ['title', 'annotations']],
    [undefined, []],
    [undefined, ['title', 'annotations']],
    [5, ['title', 'annotations']],
  ])
})

test('a change shows in the next list, however often it was asked for before', async () => {
  const { server } = defineServer(full)
  const connection = await connectRaw(server)
  await walk(connection, 'tools/list', 'tools')
  server.tools.delete('a')
  server.tools.set('constructor', tool({ title: 'Anew', run: () => 'x' }))
  server.tools.set('z', tool({ run: () => 'x' }))
  expect(await walk(connection, 'tools/list', 'tools')).toEqual([[...strange.filter((name) => name !== 'a'), 'z']])
  connection.close()
})

test('a page says the same when it is asked for again, and made-up cursors do not fill the memory', async () => {
  const { server } = defineServer({ ...full, pageSize: 3, limits: { listCacheBytes: 4_096 } })
  const { request, close } = await connectRaw(server)
  const first = await request('tools/list')
  for (let made = 0; made < 200; made += 1) await request('tools/list', { cursor: `2:made-up ${made}` })
  expect((await request('tools/list')).result).toEqual(first.result)
  close()
})
