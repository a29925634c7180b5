import { describe, expect, test } from 'vitest'
import { type ListItem, type ListKind, lists, listsOf } from './list-kind.js'
import { encodeItem, UpstreamList } from './upstream-list.js'

const plain = { hints: undefined, isAnnounced: false }

function listOf(kind: ListKind, ...items: readonly ListItem[]): UpstreamList {
  const { key } = lists[kind]
  return new UpstreamList(
    kind,
    items.map((item) => ({ name: String(item[key]), item })),
    plain,
  )
}

const inputSchema = { type: 'object' }

test('each list has its method, its capability and what identifies an item', () => {
  expect(lists).toEqual({
    tools: { method: 'tools/list', capability: 'tools', key: 'name' },
    prompts: { method: 'prompts/list', capability: 'prompts', key: 'name' },
    resources: { method: 'resources/list', capability: 'resources', key: 'uri' },
    resourceTemplates: { method: 'resources/templates/list', capability: 'resources', key: 'uriTemplate' },
  })
})

test.each([
  ['tools', ['tools']],
  ['prompts', ['prompts']],
  ['resources', ['resources', 'resourceTemplates']],
] as const)('a change of %s is about %j', (change, kinds) => {
  expect(listsOf(change)).toEqual(kinds)
})

describe('items', () => {
  test('are found by their names at the upstream', () => {
    const item = { name: 'read', inputSchema }
    const list = new UpstreamList('tools', [{ name: 'notes__read', item }], plain)
    expect([list.has('read'), list.has('notes__read'), list.has('constructor')]).toEqual([true, false, false])
  })

  test('of resources are found by their addresses', () => {
    expect(listOf('resources', { uri: 'a:b', name: 'x' }).has('a:b')).toBe(true)
    expect(listOf('resources', { uri: 'a:b', name: 'x' }).has('x')).toBe(false)
    expect(listOf('resourceTemplates', { uriTemplate: 'a:{b}', name: 'x' }).has('a:{b}')).toBe(true)
  })

  test('are texts in the shape of a revision, made once', () => {
    const list = listOf('tools', { name: 'read', title: 'Read', inputSchema })
    const texts = list.texts('2025-11-25')
    expect(texts.map((text) => JSON.parse(text))).toEqual([{ name: 'read', title: 'Read', inputSchema }])
    expect(list.texts('2025-11-25')).toBe(texts)
    expect(list.texts('2024-11-05')).not.toBe(texts)
  })

  test('have the names that clients use', () => {
    const item = { name: 'read', inputSchema }
    expect(JSON.parse(encodeItem('tools', { name: 'notes__read', item }, '2025-11-25'))).toEqual({
      name: 'notes__read',
      inputSchema,
    })
    const note = { uri: 'a:b', name: 'Note' }
    expect(JSON.parse(encodeItem('resources', { name: 'a:b', item: note }, '2025-11-25'))).toEqual(note)
  })
})

test.each([
  ['required', { execution: { taskSupport: 'required' } }, 'required'],
  ['nothing', {}, undefined],
  ['nothing in what is no object', { execution: 'required' }, undefined],
])('a tool says of tasks: %s', (_what, more, expected) => {
  expect(listOf('tools', { name: 'read', inputSchema, ...more }).taskSupportOf('read')).toBe(expected)
})

test('a tool that is not there says nothing of tasks or headers', () => {
  const list = listOf('tools')
  expect([list.taskSupportOf('read'), list.paramHeadersOf('read')]).toEqual([undefined, []])
})

test('the arguments that are repeated in headers are found once', () => {
  const schema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } }
  const list = listOf('tools', { name: 'read', inputSchema: schema })
  const headers = list.paramHeadersOf('read')
  expect(headers).toHaveLength(1)
  expect(list.paramHeadersOf('read')).toBe(headers)
})

describe('a template', () => {
  const templates = listOf(
    'resourceTemplates',
    { uriTemplate: '{' },
    { uriTemplate: 'page://{id}' },
    { uriTemplate: 5 },
  )

  test.each([
    ['page://7', true],
    ['page://', false],
    ['note://7', false],
    ['{', false],
  ])('makes %s: %s', (uri, expected) => {
    expect(templates.matches(uri)).toBe(expected)
  })
})

describe('the interface of a tool', () => {
  test.each([
    [{ ui: { resourceUri: 'ui://a' } }, true],
    [{ 'ui/resourceUri': 'ui://a' }, true],
    [{ ui: { resourceUri: 'ui://b' }, 'ui/resourceUri': 'ui://a' }, true],
    [{ ui: 'ui://a' }, false],
    [{ ui: { resourceUri: 5 } }, false],
    [{}, false],
    [null, false],
    [undefined, false],
  ])('is in %j: %s', (_meta, expected) => {
    expect(listOf('tools', { name: 'read', inputSchema, _meta }).hasUi('ui://a')).toBe(expected)
  })
})
