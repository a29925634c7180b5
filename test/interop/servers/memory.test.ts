import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Change, Listening } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Published, startPublished } from './start-published.js'

const uri = 'memory://knowledge-graph'
const ada = { name: 'Ada', entityType: 'person', observations: ['writes notes'] }
const bob = { name: 'Bob', entityType: 'person', observations: [] }
const knows = { from: 'Ada', to: 'Bob', relationType: 'knows' }

describe('the memory server', () => {
  let folder: string
  let server: Published
  const call = async (name: string, args: Record<string, unknown> = {}) =>
    (await server.client.callTool(name, args)).structuredContent

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'memory-'))
    const env = { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }
    server = await startPublished('@modelcontextprotocol/server-memory', { env })
    await call('create_entities', { entities: [ada, bob] })
    await call('create_relations', { relations: [knows] })
  })

  afterAll(async () => {
    await server.remove()
    await rm(folder, { recursive: true })
  })

  test('lists what it has', async () => {
    const { client } = server
    expect([client.revision, client.server.name]).toEqual(['2025-11-25', 'memory-server'])
    expect((await client.listTools()).map(({ name }) => name)).toEqual([
      'create_entities',
      'create_relations',
      'add_observations',
      'delete_entities',
      'delete_observations',
      'delete_relations',
      'read_graph',
      'search_nodes',
      'open_nodes',
    ])
    expect(await client.listResources()).toEqual([
      {
        uri,
        name: 'knowledge-graph',
        title: 'Knowledge Graph',
        description: 'The full knowledge graph with all entities and relations',
        mimeType: 'application/json',
      },
    ])
  })

  test('remembers', async () => {
    expect(await call('read_graph')).toEqual({ entities: [ada, bob], relations: [knows] })
    expect(await call('search_nodes', { query: 'notes' })).toMatchObject({ entities: [ada] })
    const [graph] = (await server.client.readResource(uri)).contents
    expect([graph?.uri, graph?.mimeType]).toEqual([uri, 'application/json'])
    expect(JSON.parse(String(graph && 'text' in graph && graph.text))).toEqual({
      entities: [ada, bob],
      relations: [knows],
    })
  })

  test('announces that its resource changed', async () => {
    const listening = await server.client.listen({ uris: [uri] })
    await call('create_entities', { entities: [{ ...bob, name: 'Cy' }] })
    expect([listening.filter, await firstOf(listening)]).toEqual([{ uris: [uri] }, { type: 'resource', uri }])
    await listening.close()
    const deleted = await call('delete_entities', { entityNames: ['Cy'] })
    expect(deleted).toEqual({ success: true, message: 'Entities deleted successfully' })
  })

  test('ends with the client, and nothing on the wire was wrong', async () => {
    expect(await server.end('2025-11-25')).toEqual({ before: 2, after: 0 })
    expect(server.errors).toEqual([])
  })
})

async function firstOf(listening: Listening): Promise<Change | undefined> {
  for await (const change of listening) return change
}
