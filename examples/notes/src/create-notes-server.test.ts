import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RpcError, revisions } from 'omniport'
import { type Client, connect, textOf } from 'omniport/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createNotesServer } from './create-notes-server.js'
import { NoteStore } from './note-store.js'

describe.each(revisions)('at %s', (revision) => {
  let directory: string
  let server: ReturnType<typeof createNotesServer>
  let client: Client

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'notes-server-'))
    server = createNotesServer(new NoteStore(directory))
    client = await connect(server, { revision, wire: true })
    await client.callTool('add_note', { title: 'Milk', text: 'Buy milk. Two bottles.', tags: ['home'] })
    await client.callTool('add_note', { title: 'Tea', text: 'Green.' })
  })

  afterEach(async () => {
    await client.close()
    await server.close()
    await rm(directory, { recursive: true })
  })

  test('a note is found by its words', async () => {
    const result = await client.callTool('search_notes', { query: 'two HOME' })
    const found = {
      notes: [{ id: 'milk', title: 'Milk', tags: ['home'], excerpt: 'Buy milk. Two bottles.' }],
      total: 1,
    }
    expect(JSON.parse(textOf(result))).toEqual(found)
  })

  test('notes are summarised one by one, with progress', async () => {
    const reports: unknown[] = []
    const result = await client.callTool(
      'summarise_notes',
      {},
      { onProgress: ({ progress: reached }) => reports.push(reached) },
    )
    const summaries = [
      { id: 'milk', words: 4, summary: 'Buy milk.' },
      { id: 'tea', words: 1, summary: 'Green.' },
    ]
    expect(JSON.parse(textOf(result))).toEqual({ summaries })
    expect(reports).toEqual([1, 2])
  })

  test('a note and the list of all can be read', async () => {
    const read = async (uri: string) => (await client.readResource(uri)).contents.map(({ text }) => text)
    expect(await read('notes://milk')).toEqual(['# Milk\n\nBuy milk. Two bottles.\n'])
    expect(await read('notes://index')).toEqual(['# Notes\n\n- [Milk](notes://milk)\n- [Tea](notes://tea)\n'])
    expect((await client.listResources()).map(({ uri }) => uri)).toEqual([
      'notes://index',
      'notes://milk',
      'notes://tea',
    ])
  })

  test.each(['notes://nope', 'notes://..%2Fsecret', 'notes://%2Fetc%2Fpasswd'])('%s is not found', async (uri) => {
    const reason = await client.readResource(uri).catch((reason: unknown) => reason)
    expect(RpcError.is(reason) && reason.message).toBe(`Resource not found: ${uri}`)
  })

  test('a note that is not there cannot be deleted', async () => {
    const result = await client.callTool('delete_note', { id: '../milk' })
    expect([result.isError, textOf(result)]).toEqual([true, 'There is no note "../milk"'])
  })

  test('a prompt has the note and the style', async () => {
    const { messages } = await client.getPrompt('review_note', { id: 'tea', style: 'brief' })
    expect(messages.map(({ content }) => content)).toEqual([
      { type: 'text', text: 'Review this note. Three sentences at most.' },
      { type: 'resource', resource: { uri: 'notes://tea', mimeType: 'text/markdown', text: 'Green.' } },
    ])
  })

  test('ids are completed, of the prompt and of the template', async () => {
    const id = { name: 'id', value: 'mi' }
    expect((await client.complete({ type: 'ref/prompt', name: 'review_note' }, id)).values).toEqual(['milk'])
    expect((await client.complete({ type: 'ref/resource', uri: 'notes://{id}' }, id)).values).toEqual(['milk'])
  })

  test('a change is announced', async () => {
    const changes = await client.listen({ resources: true, uris: ['notes://index'] })
    await client.callTool('delete_note', { id: 'tea' })
    const received: string[] = []
    for await (const change of changes) {
      received.push(change.type)
      if (received.length === 2) break
    }
    expect(received.sort()).toEqual(['resource', 'resources'])
  })
})
