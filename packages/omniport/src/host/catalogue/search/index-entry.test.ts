import { describe, expect, test } from 'vitest'
import type { HostTool } from '../host-tool.js'
import { indexedLength, maxIndexedDescription, maxIndexedName, toIndexEntry } from './index-entry.js'

function tool(more: object): HostTool {
  return {
    ...{ name: 's__t', server: 's', tool: 't', definition: '', tokens: 1 },
    inputSchema: { type: 'object' },
    ...more,
  }
}

test('a tool is indexed by its names, title, description and parameters', () => {
  const inputSchema = { type: 'object', properties: { path: {}, __proto: {}, maxBytes: { properties: { deep: {} } } } }
  expect(toIndexEntry(tool({ title: 'Title', description: 'Words', inputSchema }), 100)).toEqual({
    ...{ id: 's__t', name: 't', server: 's', title: 'Title', description: 'Words' },
    parameters: 'path __proto maxBytes ',
  })
})

test('the title of the annotations stands in for another', () => {
  expect(toIndexEntry(tool({ annotations: { title: 'Hint' } }), 100).title).toBe('Hint')
  expect(toIndexEntry(tool({ title: 'Title', annotations: { title: 'Hint' } }), 100).title).toBe('Title')
})

test('of what is long the start is indexed', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`p${index}${'x'.repeat(100)}`, {}]),
  )
  const long = 'x'.repeat(2 ** 20)
  const entry = toIndexEntry(
    tool({ tool: long, server: long, title: long, description: long, inputSchema: { type: 'object', properties } }),
    200,
  )
  const lengths = Object.values(entry).map((text: string) => text.length)
  expect(lengths).toEqual([4, maxIndexedName, maxIndexedName, maxIndexedName, 200, 200])
  expect(entry.parameters.split(' ')[1]).toBe(`p1${'x'.repeat(maxIndexedName - 2)}`)
})

describe('what is not what it should be is not indexed', () => {
  test.each([
    ['numbers', { title: 1, description: 2, inputSchema: { type: 'object', properties: 3 } }],
    ['objects', { title: {}, description: {}, inputSchema: { type: 'object', properties: [] } }],
    ['null', { title: null, annotations: null, description: null, inputSchema: { type: 'object', properties: null } }],
    ['annotations that are a text', { annotations: 'title' }],
  ])('%s', (_what, more) => {
    const { title, description, parameters } = toIndexEntry(tool(more), 100)
    expect([title, description, parameters]).toEqual(['', '', ''])
  })
})

describe('the more tools a server offers, the less of each is indexed', () => {
  test.each([
    [0, maxIndexedDescription],
    [1, maxIndexedDescription],
    [500, maxIndexedDescription],
    [501, 500],
    [1_000, 500],
    [1_001, 250],
    [10_000, 31],
    [1_000_000, 0],
  ])('%i', (tools, length) => {
    expect(indexedLength(tools)).toBe(length)
  })
})

test('parameters are indexed up to their length, the last one in part', () => {
  const inputSchema = { type: 'object', properties: { abcd: {}, ef: {}, gh: {} } } as const
  const parameters = (length: number) => toIndexEntry(tool({ inputSchema }), length).parameters
  expect([parameters(0), parameters(3), parameters(5), parameters(7), parameters(100)]).toEqual([
    '',
    'abc',
    'abcd ',
    'abcd ef',
    'abcd ef gh ',
  ])
})

test('parameters beyond the length are not even looked at', () => {
  const looked: string[] = []
  const names = ['abcd', 'ef', 'gh']
  const properties = new Proxy(Object.fromEntries(names.map((name) => [name, {}])), {
    getOwnPropertyDescriptor: (target, key) => {
      looked.push(String(key))
      return Reflect.getOwnPropertyDescriptor(target, key)
    },
  })
  toIndexEntry(tool({ inputSchema: { type: 'object', properties } }), 5)
  expect(looked).not.toContain('gh')
})
