import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z3 from 'zod/v3'
import * as z from 'zod/v4'
import { ResourceTemplate } from '../server/mcp.js'
import type { AnySchema } from '../server/zod-compat.js'
import { jsonSchemaOf } from './json-schema-of.js'
import { createRegistry, type RegisteredTool } from './registered.js'
import { createPrompt, type PromptParts } from './registered-prompt.js'
import { createResource, createTemplate } from './registered-resource.js'
import { createTool, type ToolParts } from './registered-tool.js'

let warnings: string[]
beforeEach(() => {
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A place for a definition, which tells of changes. */
function createPlace<T>(key: string) {
  const registry = createRegistry<T>()
  const onChange = vi.fn()
  return { registry, key, onChange }
}

const parse = (schema: unknown, value: unknown) => (schema as z.ZodType).parse(value)

describe('a tool', () => {
  const handler = () => ({ content: [] })

  function create(parts: Partial<ToolParts> = {}, key = 't') {
    const place = createPlace<RegisteredTool>(key)
    const all = { title: 'T', description: 'd', annotations: { title: 'A' }, execution: undefined, _meta: { a: 1 } }
    const schemas = { inputSchema: undefined, outputSchema: undefined }
    return { ...place, tool: createTool(place, { ...all, ...schemas, handler: handler as never, ...parts }) }
  }

  test('is added with its members', () => {
    const { tool, registry, onChange } = create()
    expect(registry['t']).toBe(tool)
    expect({ ...tool }).toMatchObject({
      ...{ title: 'T', description: 'd', annotations: { title: 'A' }, execution: undefined, _meta: { a: 1 } },
      ...{ inputSchema: undefined, outputSchema: undefined, handler, enabled: true },
    })
    expect(onChange).not.toHaveBeenCalled()
    expect(warnings).toEqual([])
  })

  test('has the schemas that are made of its shapes', () => {
    const { tool } = create({ inputSchema: { a: z.string() }, outputSchema: { b: z3.string() } })
    expect(parse(tool.inputSchema, { a: 'x', c: 1 })).toEqual({ a: 'x' })
    expect(parse(tool.outputSchema, { b: 'x', c: 1 })).toEqual({ b: 'x' })
    const { inputSchema } = tool
    expect(tool.inputSchema).toBe(inputSchema)
  })

  test('has the schemas that it was given, and may get others', () => {
    const [schema, other] = [z.object({}), z.object({})]
    const { tool } = create({ inputSchema: schema })
    expect(tool.inputSchema).toBe(schema)
    tool.inputSchema = other
    expect(tool.inputSchema).toBe(other)
  })

  test.each([[{ a: 'string' }], [{ a: z.string(), b: z3.string() }]])('is not added with %s', (inputSchema) => {
    expect(() => create({ inputSchema: inputSchema as never })).toThrow(
      /^(?:inputSchema must be a Zod schema or raw shape, received an unrecognized object|Mixed Zod versions detected in object shape\.)$/,
    )
  })

  test('is changed in what is given, and nothing else', () => {
    const { tool, onChange } = create({ inputSchema: { a: z.string() } })
    const callback = () => ({ content: [] })
    const { inputSchema } = tool
    tool.update({ title: 'U', _meta: { b: 1 } })
    expect(tool).toMatchObject({ title: 'U', description: 'd', annotations: { title: 'A' }, _meta: { b: 1 }, handler })
    expect(tool.inputSchema).toBe(inputSchema)
    tool.update({ description: '', annotations: {}, callback: callback as never, enabled: false })
    expect(tool).toMatchObject({ title: 'U', description: '', annotations: {}, handler: callback, enabled: false })
    tool.update({ paramsSchema: { b: z.number() }, outputSchema: { c: z.number() } })
    expect([parse(tool.inputSchema, { b: 1 }), parse(tool.outputSchema, { c: 2 })]).toEqual([{ b: 1 }, { c: 2 }])
    expect(onChange).toHaveBeenCalledTimes(3)
  })

  test('takes another name', () => {
    const { tool, registry } = create()
    tool.update({ name: 't' })
    expect(Object.keys(registry)).toEqual(['t'])
    tool.update({ name: 'u' })
    expect(Object.keys(registry)).toEqual(['u'])
    expect(registry['u']).toBe(tool)
  })

  test('is removed', () => {
    const { tool, registry, onChange } = create()
    tool.remove()
    expect(Object.keys(registry)).toEqual([])
    expect(onChange).toHaveBeenCalledOnce()
  })

  test('is enabled and disabled', () => {
    const { tool, onChange } = create()
    const { disable, enable } = tool
    disable()
    expect([tool.enabled, onChange.mock.calls.length]).toEqual([false, 1])
    enable()
    expect([tool.enabled, onChange.mock.calls.length]).toEqual([true, 2])
  })

  test('with a name that clients need not take has a warning', () => {
    create({}, 'a b')
    expect(warnings[0]).toBe('Tool name validation warning for "a b":')
    const { tool } = create()
    warnings.length = 0
    tool.update({ name: 't' })
    expect(warnings).toEqual([])
    tool.update({ name: 'c d' })
    expect(warnings[0]).toBe('Tool name validation warning for "c d":')
  })

  test('has members that it is copied with, and no others', () => {
    expect(Object.keys(create().tool)).toEqual([
      ...['title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'execution', '_meta', 'handler'],
      ...['enabled', 'disable', 'enable', 'remove', 'update'],
    ])
    expect(Object.getOwnPropertySymbols({ ...create().tool })).toEqual([])
  })
})

describe('a prompt', () => {
  const callback = () => ({ messages: [] })

  function create(argsSchema?: PromptParts['argsSchema']) {
    const place = createPlace<ReturnType<typeof createPrompt>>('p')
    const parts = { title: 'P', description: 'd', argsSchema, callback }
    return { ...place, prompt: createPrompt(place, parts as PromptParts) }
  }

  test('is added with its members', () => {
    const { prompt, registry } = create()
    expect(registry['p']).toBe(prompt)
    expect({ ...prompt }).toMatchObject({
      title: 'P',
      description: 'd',
      argsSchema: undefined,
      callback,
      enabled: true,
    })
    expect(Object.keys(prompt)).toEqual([
      ...['title', 'description', 'argsSchema', 'callback', 'enabled', 'disable', 'enable', 'remove', 'update'],
    ])
  })

  test('has the schema that is made of its arguments', () => {
    for (const field of [z.string(), z3.string()]) {
      const { prompt } = create({ a: field })
      const { argsSchema } = prompt
      expect(parse(argsSchema, { a: 'x', b: 1 })).toEqual({ a: 'x' })
      expect(prompt.argsSchema).toBe(argsSchema)
    }
    expect(() => create({ a: z.string(), b: z3.string() })).toThrow(
      new Error('Mixed Zod versions detected in object shape.'),
    )
  })

  test('is changed in what is given', () => {
    const { prompt, onChange } = create({ a: z.string() })
    const { argsSchema } = prompt
    const other = () => ({ messages: [] })
    prompt.update({ title: 'Q' })
    expect([prompt.title, prompt.description, prompt.argsSchema === argsSchema, prompt.callback]).toEqual([
      ...['Q', 'd', true, callback],
    ])
    prompt.update({ argsSchema: { b: z.string() }, callback: other as never, enabled: false })
    expect(parse(prompt.argsSchema, { b: 'x', a: 1 })).toEqual({ b: 'x' })
    expect([prompt.callback, prompt.enabled, onChange.mock.calls.length]).toEqual([other, false, 2])
    prompt.update({ argsSchema: { c: z3.string() } })
    expect(parse(prompt.argsSchema, { c: 'x' })).toEqual({ c: 'x' })
  })

  test('takes another name, or is removed', () => {
    const { prompt, registry } = create()
    prompt.update({ name: 'q' })
    expect(Object.keys(registry)).toEqual(['q'])
    const removed = create()
    removed.prompt.remove()
    expect(Object.keys(removed.registry)).toEqual([])
  })
})

describe('a resource', () => {
  const readCallback = () => ({ contents: [] })

  function create() {
    const place = createPlace<ReturnType<typeof createResource>>('test://a')
    const parts = { name: 'r', title: 'R', metadata: { mimeType: 'a/b' }, readCallback }
    return { ...place, resource: createResource(place, parts) }
  }

  test('is added with its members', () => {
    const { resource, registry } = create()
    expect(registry['test://a']).toBe(resource)
    expect(Object.keys(resource)).toEqual([
      ...['name', 'title', 'metadata', 'readCallback', 'enabled', 'disable', 'enable', 'remove', 'update'],
    ])
    expect(resource).toMatchObject({
      name: 'r',
      title: 'R',
      metadata: { mimeType: 'a/b' },
      readCallback,
      enabled: true,
    })
  })

  test('is changed in what is given', () => {
    const { resource, registry, onChange } = create()
    const callback = () => ({ contents: [] })
    resource.update({ name: 's', callback })
    expect(resource).toMatchObject({ name: 's', title: 'R', metadata: { mimeType: 'a/b' }, readCallback: callback })
    resource.update({ uri: 'test://b', metadata: {}, title: 'S' })
    expect(resource).toMatchObject({ title: 'S', metadata: {}, readCallback: callback })
    expect([Object.keys(registry), onChange.mock.calls.length]).toEqual([['test://b'], 2])
  })

  test('is removed', () => {
    const { resource, registry } = create()
    resource.remove()
    expect(Object.keys(registry)).toEqual([])
  })
})

describe('a template', () => {
  const readCallback = () => ({ contents: [] })
  const resourceTemplate = new ResourceTemplate('test://{id}', { list: undefined })

  function create() {
    const place = createPlace<ReturnType<typeof createTemplate>>('e')
    const parts = { title: 'E', resourceTemplate, metadata: { mimeType: 'a/b' }, readCallback }
    return { ...place, template: createTemplate(place, parts) }
  }

  test('is added with its members', () => {
    const { template, registry } = create()
    expect(registry['e']).toBe(template)
    expect(Object.keys(template)).toEqual([
      ...['resourceTemplate', 'title', 'metadata', 'readCallback', 'enabled', 'disable', 'enable', 'remove', 'update'],
    ])
  })

  test('is changed in what is given', () => {
    const { template, registry } = create()
    const callback = () => ({ contents: [] })
    const other = new ResourceTemplate('test://other/{id}', { list: undefined })
    template.update({ title: 'F', callback })
    expect(template).toMatchObject({ title: 'F', metadata: { mimeType: 'a/b' }, readCallback: callback })
    expect(template.resourceTemplate).toBe(resourceTemplate)
    template.update({ name: 'f', template: other })
    expect(template.resourceTemplate).toBe(other)
    expect(Object.keys(registry)).toEqual(['f'])
  })

  test('is removed', () => {
    const { template, registry } = create()
    template.remove()
    expect(Object.keys(registry)).toEqual([])
  })
})

describe('the JSON Schema of a schema', () => {
  test('is that of its input or its output, and a copy for each', () => {
    const schema = z.object({ n: z.string().transform(Number).pipe(z.number()) })
    const input = jsonSchemaOf(schema, 'input')
    expect(input).toMatchObject({ type: 'object', properties: { n: { type: 'string' } } })
    expect(jsonSchemaOf(schema, 'output')).toMatchObject({ properties: { n: { type: 'number' } } })
    expect(jsonSchemaOf(schema, 'input')).toEqual(input)
    expect(jsonSchemaOf(schema, 'input')).not.toBe(input)
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['text', z.string()],
  ])('is not that of %s', (_, schema) => {
    expect(jsonSchemaOf(schema as AnySchema | undefined, 'input')).toBeUndefined()
  })
})

test('names of definitions are those that were added', () => {
  expect(Object.getPrototypeOf(createRegistry())).toBeNull()
})
