import type { ConnectOptions } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servePublished } from './serve-published.js'
import { startPublished } from './start-published.js'

const name = '@modelcontextprotocol/server-everything'
const home = { uri: 'file:///home/ann', name: 'home' }
const url = 'https://example.com/in'

describe.each([
  ['over stdio', (options: ConnectOptions) => startPublished(name, options)],
  [
    'over HTTP',
    (options: ConnectOptions) => servePublished([`${name}/dist/index.js`, 'streamableHttp'], '/mcp', options),
  ],
])('the server with everything asks, %s', (_name, start) => {
  const asked: unknown[] = []
  const logs: unknown[] = []
  let answer: object = {}
  let server: Awaited<ReturnType<typeof start>>

  /** What a tool made of an answer. */
  async function play(given: object, tool: string, args: Record<string, unknown> = {}, options = {}) {
    asked.length = 0
    answer = given
    const { content } = await server.client.callTool(tool, args, options)
    return content.map((block) => ('text' in block ? block.text : block.type))
  }

  beforeAll(async () => {
    const keep = (question: object) => {
      asked.push(question)
      return answer as never // each test gives what fits
    }
    server = await start({
      elicit: keep,
      elicitUrl: async (question) => (keep(question) as { readonly action: 'accept' }).action,
      sample: keep,
      roots: [home],
      onLog: ({ data }) => logs.push(data),
    })
  })

  afterAll(() => server.remove())

  test('has tools for a client that answers', async () => {
    const names = (await server.client.listTools()).map((tool) => tool.name)
    expect(names.filter((tool) => /^trigger-.*(elicitation|sampling)|roots/.test(tool)).sort()).toEqual([
      'get-roots-list',
      'trigger-elicitation-request',
      'trigger-sampling-request',
      'trigger-url-elicitation',
    ])
  })

  test('a form of every field, with its defaults', async () => {
    const notified = await play(
      { action: 'accept', content: { name: 'Ann', email: 'a@example.com' } },
      'trigger-elicitation-request',
    )
    expect(notified[1]).toBe(
      'User inputs:\n- Name: Ann\n- Email: a@example.com\n- Favorite Integer: 42\n- Favorite Number: 3.14',
    )
    expect(JSON.parse(String(notified[2]).replace('\nRaw result: ', ''))).toEqual({
      action: 'accept',
      content: {
        name: 'Ann',
        email: 'a@example.com',
        firstLine: 'It was a dark and stormy night.',
        integer: 42,
        number: 3.14,
        untitledSingleSelectEnum: 'Monica',
        untitledMultipleSelectEnum: ['Guitar'],
        titledSingleSelectEnum: 'hero-1',
        titledMultipleSelectEnum: ['fish-1'],
        legacyTitledEnum: 'pet-1',
      },
    })
    expect(asked).toMatchObject([{ message: 'Please provide inputs for the following fields:' }])
  })

  test.each([
    ['decline', '❌ User declined to provide the requested information.'],
    ['cancel', '⚠️ User cancelled the elicitation dialog.'],
  ])('a form that is not filled in: %s', async (action, text) => {
    expect(await play({ action }, 'trigger-elicitation-request')).toContain(text)
  })

  test('a page', async () => {
    const notified = await play({ action: 'accept' }, 'trigger-url-elicitation', { url, elicitationId: 'in' })
    expect(notified[0]).toBe(`✅ User completed the URL elicitation flow.\nElicitation ID: in\nURL: ${url}`)
    expect(asked).toEqual([{ message: 'Please open the link to complete this action.', url }])
  })

  test('a page that must be opened first, whose end it never announces', async () => {
    const args = { url, elicitationId: 'in', errorPath: true }
    const notified = await play({ action: 'accept' }, 'trigger-url-elicitation', args, { maxTimeoutMs: 100 })
    expect(notified[0]).toBe(`✅ User completed the URL elicitation flow.\nElicitation ID: in\nURL: ${url}`)
    expect(asked).toMatchObject([{ url: 'https://modelcontextprotocol.io' }, { url }])
  })

  test('a model', async () => {
    const reply = { role: 'assistant', content: [{ type: 'text', text: 'Hello' }], model: 'm', stopReason: 'endTurn' }
    const [notified] = await play(reply, 'trigger-sampling-request', { prompt: 'hi', maxTokens: 9 })
    expect(JSON.parse(String(notified).replace('LLM sampling result: \n', ''))).toEqual({
      ...reply,
      content: reply.content[0],
    })
    expect(asked).toEqual([
      {
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Resource trigger-sampling-request context: hi' }] },
        ],
        systemPrompt: 'You are a helpful test server.',
        maxTokens: 9,
        temperature: 0.7,
      },
    ])
  })

  test('where it may work, and hears that this changed', async () => {
    expect((await play({}, 'get-roots-list'))[0]).toContain(
      `Current MCP Roots (1 total):\n\n1. home\n   URI: ${home.uri}`,
    )
    server.client.setRoots([home, { uri: 'file:///work' }])
    await expect.poll(() => logs).toContain('Roots updated: 2 root(s) received from client')
    expect((await play({}, 'get-roots-list'))[0]).toContain('2. Unnamed Root\n   URI: file:///work')
  })

  test('nothing on the wire was wrong', async () => {
    await server.end('2025-11-25')
    expect(server.errors).toEqual([])
  })
})

describe.each([
  ['over stdio', (options: ConnectOptions) => startPublished('everything-2025', options)],
  ['over SSE', (options: ConnectOptions) => servePublished(['everything-2025/dist/sse.js'], '/sse', options)],
])('the server with everything, as it was in March 2025, asks %s', (_name, start) => {
  const asked: unknown[] = []
  let server: Awaited<ReturnType<typeof start>>

  beforeAll(async () => {
    server = await start({
      sample: (params) => {
        asked.push(params)
        return { role: 'assistant', content: [{ type: 'text', text: 'Hello' }], model: 'm' }
      },
    })
  })

  afterAll(() => server.remove())

  test('a model', async () => {
    asked.length = 0
    const { content } = await server.client.callTool('sampleLLM', { prompt: 'hi', maxTokens: 9 })
    expect(content).toEqual([{ type: 'text', text: 'LLM sampling result: Hello' }])
    expect(asked).toEqual([question('Resource sampleLLM context: hi', 9)])
  })

  test('a model before it takes a subscription', async () => {
    asked.length = 0
    const uri = 'test://static/resource/1'
    const listening = await server.client.listen({ uris: [uri] })
    expect(listening.filter).toEqual({ uris: [uri] })
    expect(asked).toEqual([question(`Resource ${uri} context: A new subscription was started`, 100)])
    await listening.close()
  })

  test('nothing on the wire was wrong', async () => {
    await server.end('2024-11-05')
    expect(server.errors).toEqual([])
  })
})

function question(text: string, maxTokens: number): object {
  return {
    messages: [{ role: 'user', content: [{ type: 'text', text }] }],
    systemPrompt: 'You are a helpful test server.',
    maxTokens,
    temperature: 0.7,
    includeContext: 'thisServer',
  }
}
