import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, textOf } from 'omniport/client'
import { revisions } from 'omniport/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../support/root.js'

/** The first release whose `node:sqlite` needs no flag is 22.13; the tests may run with an older one. */
const node = join(root, 'node_modules/node/bin/node')

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function open(file: string, revision = revisions.at(-1)) {
  const env = { NOTES_FILE: join(folder, file), NODE_NO_WARNINGS: '1' }
  return connect({ command: node, args: [join(root, 'examples/sqlite/main.js')], env }, { revision })
}

test.each(revisions)('notes are written, found and read, and outlive the server, at %s', async (revision) => {
  const file = `${revision}.sqlite`
  {
    await using client = await open(file, revision)
    const add = async (title: string, text: string) => textOf(await client.callTool('add_note', { title, text }))
    expect(await add('Milk', '2 litres, 100% fresh')).toBe('Wrote "Milk"')
    expect(await add("'); DROP TABLE notes; --", 'no harm')).toBe('Wrote "\'); DROP TABLE notes; --"')
    expect(await add('Milk', 'again')).toBe('There is a note "Milk"; choose another title')
  }
  await using client = await open(file, revision)
  const find = async (words: string) => JSON.parse(textOf(await client.callTool('find_notes', { words })))
  expect(await find('100%')).toEqual({ notes: [{ title: 'Milk', text: '2 litres, 100% fresh' }] })
  expect(await find('_')).toEqual({ notes: [] })
  expect(await client.readResource('note://Milk')).toMatchObject({
    contents: [{ text: '2 litres, 100% fresh' }],
  })
})
