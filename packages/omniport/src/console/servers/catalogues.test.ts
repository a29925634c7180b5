import { describe, expect, test } from 'vitest'
import type { Host } from '../../entries/host.js'
import type { ConsoleEvent } from '../contract.js'
import { Catalogues } from './catalogues.js'

const tool = (name: string) => ({
  tool: { name: `s__${name}`, server: 's', tool: name, definition: 'd', tokens: 1, inputSchema: { type: 'object' } },
  ...{ isBlocked: false, isForModels: true },
})

function create() {
  const events: ConsoleEvent[] = []
  const read: string[] = []
  const fresh: boolean[] = []
  const state = { isConnected: true, tools: [tool('a'), tool('b')], release: () => {}, holds: false }
  const hold = () => (state.holds ? new Promise<void>((resolve) => (state.release = resolve)) : Promise.resolve())
  const client = {
    listResources: async () => [{ uri: 'a:b', name: 'x' }],
    listResourceTemplates: async () => [],
    listPrompts: async () => {
      throw new Error('no')
    },
  }
  const host = {
    client: async () => {
      if (!state.isConnected) throw new Error('not connected')
      return client
    },
    knownTools: async (_server: string, options: { readonly fresh: boolean }) => {
      fresh.push(options.fresh)
      await hold()
      return state.tools
    },
    changedTools: [],
    skills: async () => [],
  } as unknown as Host
  const catalogues = new Catalogues({
    host: () => host,
    publish: (event) => events.push(event),
    onRead: (server) => read.push(server),
  })
  return { catalogues, events, read, fresh, state }
}

test('what a server offers is read, published and counted', async () => {
  const { catalogues, events, read } = create()
  expect([catalogues.all, catalogues.get('s'), catalogues.countsOf('s')]).toEqual([[], undefined, {}])
  await catalogues.refresh('s')
  const catalogue = catalogues.get('s')
  expect([events, read, catalogues.all]).toEqual([[{ type: 'catalogue', catalogue }], ['s'], [catalogue]])
  expect(catalogues.countsOf('s')).toEqual({ tools: 2, resources: 1, templates: 0, skills: 0 })
  catalogues.remove('s')
  expect(catalogues.get('s')).toBeUndefined()
})

test('a server that is not connected offers nothing, and says nothing', async () => {
  const { catalogues, events, state } = create()
  state.isConnected = false
  await catalogues.refresh('s')
  expect([catalogues.all, events]).toEqual([[], []])
})

describe('asked for meanwhile', () => {
  test('the lists are read once more for all', async () => {
    const { catalogues, fresh, state } = create()
    state.holds = true
    const first = catalogues.refresh('s')
    const second = catalogues.refresh('s')
    expect(second).toBe(first)
    void catalogues.refresh('s', true)
    void catalogues.refresh('s', false)
    await new Promise((resolve) => setImmediate(resolve))
    state.holds = false
    state.release()
    await first
    expect(fresh).toEqual([false, true])
    await catalogues.refresh('s')
    expect(fresh).toEqual([false, true, false])
  })

  test('past all caches only where somebody says so', async () => {
    const { catalogues, fresh, state } = create()
    state.holds = true
    const first = catalogues.refresh('s', true)
    void catalogues.refresh('s')
    await new Promise((resolve) => setImmediate(resolve))
    state.holds = false
    state.release()
    await first
    expect(fresh).toEqual([true, false])
  })
})

describe('tools that changed', () => {
  const event = (more: object) =>
    ({ type: 'tools', server: 's', added: [], changed: [], removed: [], ...more }) as never

  test.each([
    [{}, 1],
    [{ added: ['s__a', 's__b'] }, 1],
    [{ added: ['s__a', 's__c'] }, 2],
    [{ changed: ['s__a'] }, 2],
    [{ removed: ['s__a'] }, 2],
  ])('%j: read %i times', async (more, count) => {
    const { catalogues, fresh } = create()
    await catalogues.refresh('s')
    catalogues.toolsChanged(event(more))
    await new Promise((resolve) => setImmediate(resolve))
    expect(fresh).toHaveLength(count)
  })

  test('are read where nothing was, unless they are being read', async () => {
    const { catalogues, fresh } = create()
    catalogues.toolsChanged(event({ added: ['s__a'] }))
    catalogues.toolsChanged(event({ added: ['s__a'] }))
    await new Promise((resolve) => setImmediate(resolve))
    expect(fresh).toHaveLength(1)
  })
})
