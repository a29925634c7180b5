import { textOf } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Published, startPublished } from './start-published.js'

describe('the server with everything, as it was in March 2025', () => {
  let server: Published
  const logs: unknown[] = []
  const call = (name: string, args: Record<string, unknown> = {}) => server.client.callTool(name, args)

  beforeAll(async () => {
    server = await startPublished('everything-2025', {
      onLog: (entry) => logs.push(entry),
    })
  })

  afterAll(() => server.remove())

  test('lists what it has, all pages of it', async () => {
    const { client } = server
    expect([client.revision, client.server.name]).toEqual(['2024-11-05', 'example-servers/everything'])
    expect((await client.listTools()).map(({ name }) => name)).toEqual([
      'echo',
      'add',
      'printEnv',
      'longRunningOperation',
      'sampleLLM',
      'getTinyImage',
      'annotatedMessage',
    ])
    expect((await client.listResources()).map(({ name }) => name)).toEqual(
      Array.from({ length: 100 }, (_, index) => `Resource ${index + 1}`),
    )
    expect((await client.listResourceTemplates()).map(({ uriTemplate }) => uriTemplate)).toEqual([
      'test://static/resource/{id}',
    ])
    expect((await client.listPrompts()).map(({ name }) => name)).toEqual(['simple_prompt', 'complex_prompt'])
  })

  test('echoes, adds and shows', async () => {
    expect((await call('echo', { message: 'naïve 🐙' })).content).toEqual([{ type: 'text', text: 'Echo: naïve 🐙' }])
    expect(textOf(await call('add', { a: 1, b: 2.5 }))).toBe('The sum of 1 and 2.5 is 3.5.')
    expect((await call('getTinyImage')).content.map(({ type }) => type)).toEqual(['text', 'image', 'text'])
  })

  test('answers an unknown tool with an error', async () => {
    await expect(call('nope')).rejects.toMatchObject({ code: -32603, message: 'Unknown tool: nope' })
  })

  test('reports progress', async () => {
    const reports: unknown[] = []
    const onProgress = (progress: unknown) => reports.push(progress)
    await server.client.callTool('longRunningOperation', { duration: 0.02, steps: 2 }, { onProgress })
    expect(reports).toEqual([1, 2].map((progress) => ({ progress, total: 2 })))
  })

  test('reads text and bytes', async () => {
    const read = async (id: number) => (await server.client.readResource(`test://static/resource/${id}`)).contents
    expect(await read(1)).toEqual([
      {
        uri: 'test://static/resource/1',
        name: 'Resource 1',
        mimeType: 'text/plain',
        text: 'Resource 1: This is a plaintext resource',
      },
    ])
    expect(await read(2)).toMatchObject([{ blob: btoa('Resource 2: This is a base64 blob') }])
  })

  test('fills in a prompt', async () => {
    const { messages } = await server.client.getPrompt('complex_prompt', { temperature: '0.5', style: 'formal' })
    expect(messages.map(({ role, content }) => [role, content.type])).toEqual([
      ['user', 'text'],
      ['assistant', 'text'],
      ['user', 'image'],
    ])
  })

  test('completes though it does not say that it can', async () => {
    const { client } = server
    const style = { type: 'ref/prompt', name: 'complex_prompt' } as const
    expect((await client.complete(style, { name: 'style', value: 'f' })).values).toEqual(['formal', 'friendly'])
    const id = { type: 'ref/resource', uri: 'test://static/resource/{id}' } as const
    expect((await client.complete(id, { name: 'id', value: '3' })).values).toEqual(['3'])
  })

  test('logs', async () => {
    await server.client.setLogLevel('emergency')
    expect(logs).toEqual([{ level: 'debug', logger: 'test-server', data: 'Logging level set to: emergency' }])
  })

  test('is refused a question that the client did not offer to answer', async () => {
    const asking = call('sampleLLM', { prompt: 'hello' })
    await expect(asking).rejects.toMatchObject({
      code: -32601,
      message: 'MCP error -32601: Method not found: sampling/createMessage',
    })
  })

  test('refuses a subscription when it cannot ask a model, and nothing is promised', async () => {
    const listening = await server.client.listen({ uris: ['test://static/resource/1'] })
    expect(listening.filter).toEqual({ uris: [] })
    await listening.close()
  })

  test('ends with the client, and nothing on the wire was wrong', async () => {
    expect(await server.end('2024-11-05')).toEqual({ before: 2, after: 0 })
    expect(server.errors).toEqual([])
  })
})
