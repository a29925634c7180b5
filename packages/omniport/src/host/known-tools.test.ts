import { expect, test } from 'vitest'
import { FakeServer, initialized } from '../client/fixtures/fake-server.js'
import { startHost } from './fixtures/start-host.js'

/** A server with one tool for models, one for its app, and one that its settings leave out; `describe` changes the first. */
function start() {
  let description = 'first'
  const server = new FakeServer({
    initialize: () => initialized({ tools: {} }),
    'tools/list': () => {
      const named = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more })
      const set = named('set', { _meta: { ui: { visibility: ['app'] } } })
      return { result: { tools: [named('show', { description }), set, named('hidden')] } }
    },
  })
  const settings = { target: server.target, revision: '2025-11-25', tools: { block: ['hidden'] } } as const
  const host = startHost({ servers: { a: settings }, policy: () => 'allow' })
  const change = (text: string) => {
    description = text
  }
  return { host, server, change }
}

test('a person sees the tools that models do not get too, except those that the filter leaves out', async () => {
  const { host, server, change } = start()
  const facts = async (fresh: boolean) =>
    (await host.knownTools('a', { fresh })).map(({ tool, isBlocked, isForModels }) => [
      tool.tool,
      isBlocked,
      isForModels,
    ])
  const asListed = [
    ['show', false, true],
    ['set', false, false],
  ]
  expect(await facts(false)).toEqual(asListed)
  change('second')
  expect(await facts(false)).toEqual(asListed)
  expect(server.ofMethod('tools/list').length).toBe(1)
  expect(await facts(true)).toEqual([
    ['show', true, true],
    ['set', false, false],
  ])
  expect(server.ofMethod('tools/list').length).toBe(2)
  await host.approveTool('a')
  expect(await facts(false)).toEqual(asListed)
  expect(server.ofMethod('tools/list').length).toBe(2)
})

test('of a server that cannot be started nothing is known, and the reason is told', async () => {
  const host = startHost({ servers: { a: new FakeServer({}).target }, policy: () => 'allow' })
  await expect(host.knownTools('a')).rejects.toMatchObject({ code: -32601 })
  await expect(host.knownTools('b')).rejects.toMatchObject({ code: 'not_found' })
})
