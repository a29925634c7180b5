import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { createServer, tool } from '../../entries/index.js'
import { serveHttp } from '../../entries/node.js'
import { examineFeatures } from './examine-features.js'
import { type Listening, listen, reply } from './fixtures/listen.js'

const open: { close(): Promise<unknown> }[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function examineAt(url: string) {
  const { io } = createMemoryIo({ cwd: '/' })
  const invocation = { target: { type: 'word', word: url }, words: [], options: { env: [], header: [] } } as const
  const found = await examineFeatures({ target: { type: 'url', address: { url, headers: {} } }, invocation }, io)
  return found.map(({ area, level, text, advice }) =>
    [
      area,
      level,
      text.replace(/\d+ ms/, 'N ms').replace(/about \d+/, 'about N'),
      ...(advice === undefined ? [] : [advice]),
    ].join(' | '),
  )
}

/** Examines a server of 2025-11-25 with these lists. */
async function examine(lists: Readonly<Record<string, readonly object[]>>) {
  const served: Listening = await listen((asked, response) => {
    const { id, method = '' } = JSON.parse(asked.body || '{}')
    if (id === undefined) return reply(response, asked.method === 'POST' ? 202 : 405)
    const capabilities = Object.fromEntries(Object.keys(lists).map((name) => [name, {}]))
    const initialized = { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 's', version: '1' } }
    if (method === 'initialize') return reply(response, 200, { jsonrpc: '2.0', id, result: initialized })
    const list = lists[method.split('/')[0]]
    if (method !== `${method.split('/')[0]}/list` || list === undefined)
      return reply(response, 200, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
    return reply(response, 200, { jsonrpc: '2.0', id, result: { [method.split('/')[0]]: list } })
  })
  open.push(served)
  return examineAt(`${served.origin}/mcp`)
}

const object = { type: 'object' }
const fine = { name: 'add', description: 'Adds', inputSchema: object, annotations: { readOnlyHint: true } }
const toolsWith = async (...tools: readonly object[]) => (await examine({ tools })).slice(3)

test('the times are those from the start of what they are of to its end', async () => {
  const served = await serveHttp(createServer({ name: 's', version: '1' }), { port: 0 })
  open.push(served)
  const { io } = createMemoryIo({ cwd: '/' })
  const { url } = served
  const invocation = { target: { type: 'word', word: url }, words: [], options: { env: [], header: [] } } as const
  const start = performance.now()
  const found = await examineFeatures({ target: { type: 'url', address: { url, headers: {} } }, invocation }, io)
  const longest = Math.ceil(performance.now() - start)
  const times = found.flatMap(({ text }) => [...text.matchAll(/ takes? (\d+) ms$/g)].map(([, ms]) => Number(ms)))
  expect([times.length, times.filter((ms) => ms > longest)]).toEqual([2, []])
})

test('the times and the lists of a server are said', async () => {
  expect(
    await examine({ tools: [fine], resources: [{ uri: 'a:b', name: 'b' }], prompts: [{ name: 'p', title: 'P' }] }),
  ).toEqual([
    'timing | ok | a connection in 2025-11-25 takes N ms',
    'timing | ok | all lists take N ms',
    'offers | note | 1 tool, 1 resource, 0 templates, 1 prompt',
    "tools | ok | about N tokens of a model's context for 1 tool",
    'tools | ok | schemas, names and texts are fine',
  ])
})

test('a server without tools has nothing to look at', async () => {
  expect((await examine({})).slice(2)).toEqual(['offers | note | 0 tools, 0 resources, 0 templates, 0 prompts'])
})

test('prompts without a description are named, five at most', async () => {
  const prompts = [
    ...Array.from({ length: 6 }, (_, at) => ({ name: `p${at}` })),
    { name: 'q', description: '' },
    { name: 'r', description: 'R' },
  ]
  expect((await examine({ prompts })).slice(3)).toEqual([
    'prompts | warning | p0, p1, p2, p3, p4 and 2 more: no description | say in a sentence what each is for',
  ])
  expect((await examine({ prompts: prompts.slice(0, 5) })).slice(3)).toEqual([
    'prompts | warning | p0, p1, p2, p3, p4: no description | say in a sentence what each is for',
  ])
})

describe('a tool', () => {
  const cost = "tools | ok | about N tokens of a model's context for 1 tool"
  const isFine = [cost, 'tools | ok | schemas, names and texts are fine']
  const property = (value: unknown) => ({ inputSchema: { type: 'object', properties: { a: value } } })
  const silent =
    'tools | warning | add: no description | say in a sentence or two what each does, and when to use it: a model chooses by that'
  const long =
    'tools | warning | add: a description of more than 2,000 characters | keep what helps to choose the tool, and move the rest into the descriptions of arguments'
  const args =
    'tools | warning | add: arguments without a description | describe each property of inputSchema, with its unit and an example'
  const reads =
    'tools | warning | add: nothing says if it only reads | add annotations: readOnlyHint, or destructiveHint; hosts ask the user less then'

  test.each([
    [{}, isFine],
    [{ description: undefined }, [cost, silent]],
    [{ description: ' ' }, [cost, silent]],
    [{ description: 'x'.repeat(2_000) }, isFine],
    [{ description: 'x'.repeat(2_001) }, [cost, long]],
    [property({ description: 'A' }), isFine],
    [property({ title: 'A' }), isFine],
    [{ inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: {} } } }, isFine],
    [property({ type: 'string' }), [cost, args]],
    [property(true), [cost, args]],
    [{ annotations: undefined }, [cost, reads]],
    [{ annotations: { title: 'x' } }, [cost, reads]],
    [{ annotations: { destructiveHint: false } }, isFine],
  ])('is examined: %j', async (members, findings) => {
    expect(await toolsWith({ ...fine, ...members })).toEqual(findings)
  })

  test.each([
    ['a'.repeat(64), true],
    ['A-z_0', true],
    ['a'.repeat(65), false],
    ['a.b', false],
    ['a b', false],
  ])('has a name that models take: %s', async (name, isTaken) => {
    const found = (await toolsWith({ ...fine, name })).filter((each) => each.includes('a name that some models refuse'))
    const shown = name.length > 64 ? `${name.slice(0, 64)}…` : name
    expect(found).toEqual(
      isTaken
        ? []
        : [`tools | warning | ${shown}: a name that some models refuse | use 1 to 64 letters, digits, _ and -`],
    )
  })

  test('has schemas that can be checked', async () => {
    const wrong = { type: 'object', properties: { a: { $ref: 'https://a.example/schema', description: 'A' } } }
    const [, first, second, ...rest] = await toolsWith({ ...fine, inputSchema: wrong, outputSchema: wrong })
    const advice = 'correct it: JSON Schema 2020-12, with local $ref only'
    const faultOf = (member: string) =>
      `tools | problem | add: its ${member} cannot be checked: JSON Schema refused at /properties/a/$ref: references must stay inside the document (#, #/…, #anchor) | ${advice}`
    expect([first, second]).toEqual([faultOf('inputSchema'), faultOf('outputSchema')])
    expect(rest).toEqual([])
  })

  test('that wants to mislead a model is a problem', async () => {
    const found = await toolsWith({ ...fine, description: 'Adds\u{e0041}\u{e0042}' })
    expect(found.slice(1)).toEqual([
      expect.stringMatching(
        /^tools \| problem \| add\/description: .+ \| remove it; if the server is not yours, do not use it before you have read the text$/,
      ),
    ])
  })
})

test('many tools cost a model much', async () => {
  const description = 'word '.repeat(390)
  const found = await toolsWith(
    ...Array.from({ length: 40 }, (_, at) => ({
      ...fine,
      name: at === 7 ? 'large' : `t${at}`,
      description: at === 7 ? `${description} more` : description,
    })),
  )
  expect(found[0]).toMatch(
    /^tools \| warning \| about N tokens of a model's context for 40 tools \| shorten descriptions and schemas \(the largest is large with \d+\), or let "omniport gateway --search" offer them$/,
  )
})

test('a server of this library is fine', async () => {
  const add = tool({ description: 'Adds', annotations: { readOnlyHint: true }, run: () => 'ok' })
  const served = await serveHttp(createServer({ name: 's', version: '1', tools: { add } }), { port: 0 })
  open.push(served)
  expect((await examineAt(served.url)).slice(3)).toEqual([
    "tools | ok | about N tokens of a model's context for 1 tool",
    'tools | ok | schemas, names and texts are fine',
  ])
})
