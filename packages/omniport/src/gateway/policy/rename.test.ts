import { describe, expect, test } from 'vitest'
import { revisions } from '../../protocol/revisions/revision.js'
import { tool } from '../../server/tools/tool.js'
import { connectBehind, listed } from './fixtures/connect-behind.js'
import { rename } from './rename.js'

const renamed = rename({
  tools: { add: { name: 'plus', title: 'Plus', description: 'Adds numbers' }, secret: 'add' },
  prompts: { hello: 'greet', secret: { description: 'Told to nobody' } },
  resources: { 'notes:open': { description: 'The open one' }, 'notes:of/{id}': { title: 'Each' } },
})

describe.each(revisions)('at %s', (revision) => {
  test('lists have the new names and descriptions', async () => {
    const { request, close } = await connectBehind([renamed], { revision })
    const { result } = await request('tools/list')
    expect(result?.['tools']).toMatchObject([{ name: 'plus', description: 'Adds numbers' }, { name: 'add' }])
    expect(listed(await request('prompts/list'), 'prompts')).toEqual(['greet', 'secret'])
    expect(listed(await request('prompts/list'), 'prompts', 'description')).toEqual([undefined, 'Told to nobody'])
    const resources = await request('resources/list')
    expect(listed(resources, 'resources', 'description').slice(0, 2)).toEqual(['The open one', undefined])
    close()
  })

  test('titles are those of the revision', async () => {
    const { request, close } = await connectBehind([renamed], { revision })
    const [tools, templates] = [await request('tools/list'), await request('resources/templates/list')]
    const title = ['2024-11-05', '2025-03-26'].includes(revision) ? undefined : 'Plus'
    expect(listed(tools, 'tools', 'title')).toEqual([title, undefined])
    expect(listed(templates, 'resourceTemplates', 'title')).toEqual([title && 'Each', undefined])
    close()
  })

  test('the new names lead to the old definitions, and the old names to nothing', async () => {
    const { request, close } = await connectBehind([renamed], { revision })
    const call = async (name: string) => {
      const { result, error } = await request('tools/call', { name })
      return error?.message ?? (result?.['content'] as { text: string }[] | undefined)?.[0]?.text
    }
    expect([await call('plus'), await call('add'), await call('secret')]).toEqual([
      'added',
      'secret',
      'Unknown tool: secret',
    ])
    expect((await request('prompts/get', { name: 'greet' })).result?.['messages']).toHaveLength(1)
    expect((await request('prompts/get', { name: 'hello' })).error?.message).toBe('Unknown prompt: hello')
    const argument = { name: 'who', value: '' }
    const complete = (name: string) => request('completion/complete', { ref: { type: 'ref/prompt', name }, argument })
    expect((await complete('greet')).error).toBeUndefined()
    expect((await complete('hello')).error?.message).toBe('Unknown prompt: hello')
    close()
  })
})

test('a name that another tool has already takes its place', async () => {
  const define = { tools: { a: tool({ run: () => 'a' }), b: tool({ run: () => 'b' }) } }
  const { request, close } = await connectBehind([rename({ tools: { a: 'b' } })], { define })
  expect(listed(await request('tools/list'), 'tools')).toEqual(['b'])
  expect((await request('tools/call', { name: 'b' })).result?.['content']).toMatchObject([{ text: 'a' }])
  close()
})

test('two tools swap their names', async () => {
  const define = { tools: { a: tool({ run: () => 'a' }), b: tool({ run: () => 'b' }) } }
  const { request, close } = await connectBehind([rename({ tools: { a: 'b', b: 'a' } })], { define })
  expect(listed(await request('tools/list'), 'tools')).toEqual(['b', 'a'])
  expect((await request('tools/call', { name: 'a' })).result?.['content']).toMatchObject([{ text: 'b' }])
  close()
})

test('what a server does not have any more is unknown by its new name', async () => {
  const { request, close } = await connectBehind([rename({ tools: { gone: 'new' } })])
  expect((await request('tools/call', { name: 'new' })).error).toEqual({ code: -32602, message: 'Unknown tool: new' })
  close()
})

test('names of prototypes are names', async () => {
  const { request, close } = await connectBehind([rename({ tools: { add: 'constructor' } })])
  expect((await request('tools/call', { name: 'constructor' })).result?.['content']).toMatchObject([{ text: 'added' }])
  expect((await request('tools/call', { name: '__proto__' })).error?.message).toBe('Unknown tool: __proto__')
  close()
})

test('a title among the annotations is replaced, too', async () => {
  const define = { tools: { a: tool({ annotations: { title: 'Old', readOnlyHint: true }, run: () => '' }) } }
  const { request, close } = await connectBehind([rename({ tools: { a: { title: 'New' } } })], {
    define,
    revision: '2025-03-26',
  })
  expect((await request('tools/list')).result?.['tools']).toMatchObject([
    { name: 'a', annotations: { title: 'New', readOnlyHint: true } },
  ])
  close()
})

test.each([
  [{ tools: { a: 'c', b: 'c' } }, 'rename: tools: "a" and "b" cannot both be "c"'],
  [{ tools: { a: '' } }, 'rename: tools["a"] must be a name that is not empty, got ""'],
  [{ tools: { a: { name: 5 } } }, 'rename: tools["a"]: name must be a name that is not empty, got 5'],
  [{ prompts: { a: { titel: 'x' } } }, 'rename: prompts["a"]: there is no option "titel"; did you mean "title"?'],
  [{ resources: { 'a:b': { name: 'x' } } }, 'rename: resources["a:b"]: there is no option "name"'],
  [{ tools: [] }, 'rename: tools must be an object with entries by name'],
])('the options %j are refused', (options, message) => {
  expect(() => rename(options as never)).toThrow(message)
})
