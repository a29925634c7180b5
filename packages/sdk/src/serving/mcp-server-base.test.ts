import { describe, expect, test } from 'vitest'
import * as z3 from 'zod/v3'
import * as z from 'zod/v4'
import { Pipe, settled } from '../../test/pipe.js'
import { completable } from '../server/completable.js'
import { ResourceTemplate } from '../server/mcp.js'
import type { ServerCapabilities } from '../types.js'
import { CallToolRequestSchema, ListPromptsRequestSchema } from '../types.js'
import { McpServerBase, type McpServerOptions } from './mcp-server-base.js'

/** Shows what `McpServer` uses. */
class Own extends McpServerBase {
  addTool(name: string, handler: (...given: unknown[]) => unknown = () => ({ content: [] }), input?: z.ZodRawShape) {
    const rest = [undefined, undefined, undefined, undefined] as const
    return this._createRegisteredTool(name, 'T', 'd', input, ...rest, handler as never)
  }

  addPrompt(name: string, argsSchema?: z.ZodRawShape) {
    const prompt = this._createRegisteredPrompt(name, 'P', 'd', argsSchema, () => ({ messages: [] }))
    this.setPromptRequestHandlers()
    return prompt
  }

  addResource(name: string, uri: string) {
    const resource = this._createRegisteredResource(name, 'R', uri, { mimeType: 'a/b' }, () => ({ contents: [] }))
    this.setResourceRequestHandlers()
    return resource
  }

  addTemplate(name: string, template: ResourceTemplate) {
    const added = this._createRegisteredResourceTemplate(name, 'E', template, undefined, () => ({ contents: [] }))
    this.setResourceRequestHandlers()
    return added
  }
}

function create(options?: McpServerOptions) {
  return new Own({ name: 's', version: '1' }, options)
}

/** Connects a server, and gives what answers a request. */
async function connect(server: Own) {
  const pipe = new Pipe()
  await server.connect(pipe)
  const ask = async (method: string, params?: object) => {
    const { length } = pipe.sent
    pipe.receive({ id: 1, method, ...(params && { params }) })
    await pipe.until(length + 1)
    return pipe.sent.at(-1) as { result?: Record<string, unknown>; error?: { code: number; message: string } }
  }
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  const capabilities = async () => (await ask('initialize', hello)).result?.['capabilities']
  return { pipe, ask, capabilities }
}

const listChanged = { listChanged: true }
const values = () => ['a']

describe('a server', () => {
  test('declares what it has', async () => {
    const server = create()
    server.addTool('t')
    server.addPrompt('p')
    server.addResource('r', 'test://r')
    const { capabilities } = await connect(server)
    expect(await capabilities()).toEqual({ tools: listChanged, prompts: listChanged, resources: listChanged })
  })

  test.each<[keyof ServerCapabilities, string]>([
    ['tools', 'tools/list'],
    ['prompts', 'prompts/list'],
    ['resources', 'resources/list'],
  ])('that declares %s serves them before there are any', async (capability, method) => {
    const { ask, capabilities } = await connect(create({ capabilities: { [capability]: {} } }))
    expect(await capabilities()).toEqual({ [capability]: listChanged })
    expect(await ask(method)).toMatchObject({ result: { [capability]: [] } })
  })

  test('without anything has no handlers', async () => {
    const { ask } = await connect(create({ capabilities: {} }))
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'completion/complete']) {
      expect([method, (await ask(method)).error?.code]).toEqual([method, -32601])
    }
  })

  test('is connected until it closes', async () => {
    const server = create()
    expect(server.isConnected()).toBe(false)
    await connect(server)
    expect(server.isConnected()).toBe(true)
    await server.close()
    expect(server.isConnected()).toBe(false)
  })

  test('takes a limit of elements that is one', () => {
    expect(() => create({ maxToolInputElements: 0 })).toThrow(
      new RangeError('maxToolInputElements must be a number of at least 1, or Infinity, got 0'),
    )
  })

  test('does not replace handlers of the program', () => {
    const server = create({ capabilities: { prompts: {} } })
    server.server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [] }))
    const other = create()
    other.server.registerCapabilities({ tools: {} })
    other.server.setRequestHandler(CallToolRequestSchema, () => ({ content: [] }))
    expect(() => other.addTool('t')).toThrow(
      new Error('A request handler for tools/call already exists, which would be overridden'),
    )
    expect(server.addPrompt('p').enabled).toBe(true)
  })
})

describe('a definition', () => {
  test('that is added or changed is announced', async () => {
    const server = create({ capabilities: { tools: {}, prompts: {}, resources: {} } })
    const { pipe } = await connect(server)
    const [prompt, resource] = [server.addPrompt('p'), server.addResource('r', 'test://r')]
    const template = server.addTemplate('e', new ResourceTemplate('test://{id}', { list: undefined }))
    const tool = server.addTool('t')
    for (const each of [tool, prompt, resource, template]) each.disable()
    await settled()
    expect(pipe.sent.map(({ method }) => method)).toEqual([
      ...['notifications/tools/list_changed', 'notifications/tools/list_changed'],
      ...['notifications/prompts/list_changed', 'notifications/resources/list_changed'],
      'notifications/resources/list_changed',
    ])
  })

  test('is announced to nobody where nobody is connected', async () => {
    const server = create({ capabilities: { tools: {}, prompts: {}, resources: {} } })
    server.sendToolListChanged()
    server.sendPromptListChanged()
    server.sendResourceListChanged()
    server.addTool('t').disable()
    await settled()
    expect(server.isConnected()).toBe(false)
  })

  test('of a resource or a prompt is listed and served', async () => {
    const server = create()
    server.addPrompt('p', { a: z.string() })
    server.addResource('r', 'test://r')
    server.addTemplate('e', new ResourceTemplate('test://{id}', { list: undefined }))
    const { ask } = await connect(server)
    expect((await ask('prompts/list')).result).toEqual({
      prompts: [{ name: 'p', title: 'P', description: 'd', arguments: [{ name: 'a', required: true }] }],
    })
    expect((await ask('prompts/get', { name: 'p', arguments: { a: 'x' } })).result).toEqual({ messages: [] })
    expect((await ask('resources/list')).result).toEqual({
      resources: [{ uri: 'test://r', name: 'r', mimeType: 'a/b' }],
    })
    expect((await ask('resources/templates/list')).result).toEqual({
      resourceTemplates: [{ name: 'e', uriTemplate: 'test://{id}' }],
    })
    expect((await ask('resources/read', { uri: 'test://r' })).result).toEqual({ contents: [] })
    expect((await ask('resources/read', { uri: 'test://5' })).result).toEqual({ contents: [] })
  })

  test('of a tool is listed and served, within the limit', async () => {
    const server = create({ maxToolInputElements: 2 })
    server.addTool('t', (args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }), { a: z.any() })
    const { ask } = await connect(server)
    expect((await ask('tools/list')).result).toMatchObject({ tools: [{ name: 't', title: 'T', description: 'd' }] })
    const call = async (a: unknown) => (await ask('tools/call', { name: 't', arguments: { a } })).result
    expect(await call([1])).toEqual({ content: [{ type: 'text', text: '{"a":[1]}' }] })
    expect(await call([1, 2])).toMatchObject({ isError: true })
  })

  test('that fails its schema is an error where a program has replaced the check', async () => {
    class Checking extends Own {
      protected override async validateToolInput(...given: Parameters<McpServerBase['validateToolInput']>) {
        return { checked: await super.validateToolInput(...given) }
      }
    }
    const server = new Checking({ name: 's', version: '1' })
    server.addTool('t', (args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }), { a: z.number() })
    const { ask } = await connect(server)
    expect((await ask('tools/call', { name: 't', arguments: { a: 1 } })).result).toEqual({
      content: [{ type: 'text', text: '{"checked":{"a":1}}' }],
    })
  })
})

describe('completions', () => {
  const completing = completable(z.string(), values)

  test.each<[string, Record<string, unknown>]>([
    ['an argument', { plain: z.string(), a: completing }],
    ['an optional argument', { a: completable(z.string(), values).optional() }],
    ['an optional argument of zod 3', { a: completable(z3.string(), values).optional() }],
  ])('are served for %s', async (_, args) => {
    const server = create()
    server.addPrompt('p', args as z.ZodRawShape)
    server.addPrompt('again', args as z.ZodRawShape)
    const { capabilities } = await connect(server)
    expect(await capabilities()).toMatchObject({ completions: {} })
  })

  test('are served for a variable', async () => {
    const server = create()
    server.addTemplate('e', new ResourceTemplate('test://{a}/{b}', { list: undefined, complete: { b: values } }))
    const { ask, capabilities } = await connect(server)
    expect(await capabilities()).toMatchObject({ completions: {} })
    const ref = { type: 'ref/resource', uri: 'test://{a}/{b}' }
    expect((await ask('completion/complete', { ref, argument: { name: 'b', value: '' } })).result).toEqual({
      completion: { values: ['a'], total: 1, hasMore: false },
    })
  })

  test('are not served where nothing can be completed', async () => {
    const server = create()
    server.addPrompt('p', { a: z.string().optional() })
    server.addPrompt('bare')
    server.addTemplate('e', new ResourceTemplate('test://{a}', { list: undefined, complete: { other: values } }))
    const { capabilities } = await connect(server)
    expect(await capabilities()).not.toHaveProperty('completions')
  })
})
