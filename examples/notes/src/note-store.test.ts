import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NoteStore } from './note-store.js'

let parent: string
let store: NoteStore

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'notes-store-'))
  store = new NoteStore(join(parent, 'notes'))
})

afterEach(() => rm(parent, { recursive: true }))

test('a directory that is not there yet has no notes', async () => {
  expect(await store.ids()).toEqual([])
  expect(await store.get('milk')).toBeUndefined()
  expect(await store.delete('milk')).toBe(false)
})

test('notes with the same title at the same time get numbers', async () => {
  const added = await Promise.all(['one', 'two', 'three'].map((text) => store.add({ title: 'Milk', text, tags: [] })))
  expect(added.map(({ id }) => id).sort()).toEqual(['milk', 'milk-2', 'milk-3'])
  expect((await store.all()).map(({ text }) => text).sort()).toEqual(['one', 'three', 'two'])
})

test('only files that can be notes are', async () => {
  await store.add({ title: 'Milk', text: '', tags: [] })
  await writeFile(join(parent, 'notes', 'README.md'), '')
  await writeFile(join(parent, 'notes', 'milk.txt'), '')
  expect(await store.ids()).toEqual(['milk'])
})

test('what lies beside the directory cannot be read or deleted', async () => {
  await store.add({ title: 'Milk', text: '', tags: [] })
  await writeFile(join(parent, 'secret.md'), 'secret')
  expect(await store.get('../secret')).toBeUndefined()
  expect(await store.delete('../secret')).toBe(false)
})

test('changes are told', async () => {
  const changes: unknown[] = []
  store.onChange((change) => changes.push(change))
  await store.add({ title: 'Milk', text: '', tags: [] })
  await store.delete('milk')
  await store.delete('milk')
  expect(changes).toEqual([
    { type: 'added', id: 'milk' },
    { type: 'deleted', id: 'milk' },
  ])
})
