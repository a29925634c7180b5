import { expect, test } from 'vitest'
import type { Client } from '../../client/client.js'
import { settled, VirtualRuntime } from '../../client/fixtures/virtual-runtime.js'
import { ServerLists } from './server-lists.js'

/** A connection that counts how often it is asked for tools; without changes it does not announce any. */
function connection(changes?: AsyncIterable<{ readonly type: 'tools' | 'prompts' | 'resources' }>) {
  const counts = { tools: 0 }
  const listening = changes && Object.assign(changes, { filter: { tools: true } })
  const client = {
    revision: '2025-11-25',
    listTools: async () => {
      counts.tools += 1
      return [{ name: 'x', inputSchema: { type: 'object' } }]
    },
    listen: () => (listening === undefined ? Promise.reject(new Error('It cannot')) : Promise.resolve(listening)),
  }
  return { client: client as object as Client, counts }
}

function begin() {
  const runtime = new VirtualRuntime()
  const changed: string[] = []
  const options = { runtime, refreshMs: 1_000, onChange: (type: string) => changed.push(type), report: () => {} }
  return { runtime, changed, lists: new ServerLists(options) }
}

test('a list of which no change would be heard is asked for again after a while', async () => {
  const { runtime, lists } = begin()
  const { client, counts } = connection()
  lists.attach(client)
  await settled()
  const first = await lists.get(client, 'tools')
  expect(await lists.get(client, 'tools')).toBe(first)
  await runtime.advance(999)
  expect(await lists.get(client, 'tools')).toBe(first)
  await runtime.advance(1)
  expect(await lists.get(client, 'tools')).not.toBe(first)
  expect(counts.tools).toBe(2)
})

test('a list that is announced to be another is asked for again, and only then', async () => {
  const { runtime, changed, lists } = begin()
  let tell = () => {}
  const isChanged = new Promise<void>((resolve) => {
    tell = resolve
  })
  const changes = (async function* () {
    await isChanged
    yield { type: 'tools' as const }
    await new Promise<never>(() => {})
  })()
  const { client, counts } = connection(changes)
  lists.attach(client)
  await settled()
  const first = await lists.get(client, 'tools')
  await runtime.advance(1_000_000)
  expect(await lists.get(client, 'tools')).toBe(first)
  tell()
  await settled()
  expect(changed).toEqual(['tools'])
  expect(await lists.get(client, 'tools')).not.toBe(first)
  expect(counts.tools).toBe(2)
})
