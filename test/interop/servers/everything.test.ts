import { textOf } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Published, startPublished } from './start-published.js'

describe('the server with everything', () => {
  let server: Published
  const call = (name: string, args: Record<string, unknown> = {}) => server.client.callTool(name, args)

  beforeAll(async () => {
    server = await startPublished('@modelcontextprotocol/server-everything')
  })

  afterAll(() => server.remove())

  test('lists what it has for a client that answers no questions', async () => {
    const { client } = server
    expect([client.revision, client.server.name]).toEqual(['2025-11-25', 'mcp-servers/everything'])
    expect((await client.listTools()).map(({ name }) => name).sort()).toEqual([
      'echo',
      'get-annotated-message',
      'get-env',
      'get-resource-links',
      'get-resource-reference',
      'get-structured-content',
      'get-sum',
      'get-tiny-image',
      'gzip-file-as-resource',
      'simulate-research-query',
      'toggle-simulated-logging',
      'toggle-subscriber-updates',
      'trigger-long-running-operation',
    ])
    expect((await client.listResources()).map(({ name }) => name)).toContain('features.md')
    expect((await client.listResourceTemplates()).map(({ uriTemplate }) => uriTemplate)).toEqual([
      'demo://resource/dynamic/text/{resourceId}',
      'demo://resource/dynamic/blob/{resourceId}',
    ])
    expect((await client.listPrompts()).map(({ name }) => name)).toEqual([
      'simple-prompt',
      'args-prompt',
      'completable-prompt',
      'resource-prompt',
    ])
  })

  test('echoes, adds, and gives structured values', async () => {
    expect((await call('echo', { message: 'naïve 🐙' })).content).toEqual([{ type: 'text', text: 'Echo: naïve 🐙' }])
    expect(textOf(await call('get-sum', { a: 1, b: 2.5 }))).toBe('The sum of 1 and 2.5 is 3.5.')
    expect((await call('get-structured-content', { location: 'Chicago' })).structuredContent).toEqual({
      temperature: 36,
      conditions: 'Light rain / drizzle',
      humidity: 82,
    })
  })

  test('gives content of all kinds', async () => {
    const kinds = async (name: string, args = {}) => (await call(name, args)).content.map(({ type }) => type)
    expect(await kinds('get-tiny-image')).toEqual(['text', 'image', 'text'])
    expect(await kinds('get-resource-links', { count: 2 })).toEqual(['text', 'resource_link', 'resource_link'])
    expect(await kinds('get-resource-reference')).toEqual(['text', 'resource', 'text'])
    expect((await call('get-annotated-message', { messageType: 'error' })).content).toEqual([
      {
        type: 'text',
        text: 'Error: Operation failed',
        annotations: { priority: 1, audience: ['user', 'assistant'] },
      },
    ])
  })

  test('says what is wrong with arguments', async () => {
    expect((await call('get-sum', { a: 'one' })).isError).toBe(true)
  })

  test('reports progress', async () => {
    const reports: unknown[] = []
    const onProgress = (progress: unknown) => reports.push(progress)
    const args = { duration: 0.03, steps: 3 }
    const result = await server.client.callTool('trigger-long-running-operation', args, { onProgress })
    expect(textOf(result)).toBe('Long running operation completed. Duration: 0.03 seconds, Steps: 3.')
    expect(reports).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })))
  })

  test('reads resources, fixed ones and those of a template', async () => {
    const [fixed] = (await server.client.readResource('demo://resource/static/document/features.md')).contents
    expect([fixed?.uri, fixed?.mimeType]).toEqual(['demo://resource/static/document/features.md', 'text/markdown'])
    const uri = 'demo://resource/dynamic/text/7'
    const { contents } = await server.client.readResource(uri)
    const text = expect.stringMatching(/^Resource 7: This is a plaintext resource created at /)
    expect(contents).toEqual([{ uri, mimeType: 'text/plain', text }])
  })

  test('fills in prompts, and completes their arguments knowing the others', async () => {
    const { client } = server
    const { messages } = await client.getPrompt('args-prompt', { city: 'Oslo', state: 'Norway' })
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: "What's weather in Oslo, Norway?" } }])
    const ref = { type: 'ref/prompt', name: 'completable-prompt' } as const
    const department = await client.complete(ref, { name: 'department', value: 'S' })
    const options = { arguments: { department: 'Sales' } }
    const name = await client.complete(ref, { name: 'name', value: '' }, options)
    expect([department.values, name.values]).toEqual([
      ['Sales', 'Support'],
      ['David', 'Eve', 'Frank'],
    ])
  })

  test('completes the variable of a template', async () => {
    const ref = { type: 'ref/resource', uri: 'demo://resource/dynamic/text/{resourceId}' } as const
    const { values } = await server.client.complete(ref, { name: 'resourceId', value: '7' })
    expect(values).toEqual(['7'])
  })

  test('ends with the client, and nothing on the wire was wrong', async () => {
    expect(await server.end('2025-11-25')).toEqual({ before: 2, after: 0 })
    expect(server.errors).toEqual([])
  })
})
