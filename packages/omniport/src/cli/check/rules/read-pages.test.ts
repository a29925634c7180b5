import { expect, test } from 'vitest'
import { connectTo, type ScriptedServer } from '../fixtures/scripted-wire.js'
import { readPages } from './read-pages.js'

const list = { method: 'tools/list', member: 'tools' }

/** Pages with one item each; the cursor of the last one goes on as `after` says. */
function pages(count: number, after?: unknown): ScriptedServer {
  return ({ params }) => {
    const page = Number(params['cursor'] ?? 0)
    return { result: { tools: [page], nextCursor: page + 1 < count ? String(page + 1) : after } }
  }
}

async function read(server: ScriptedServer) {
  const { connection, sent } = connectTo(server)
  return { ...(await readPages(connection, list)), asked: sent.map(({ method, params }) => [method, params]) }
}

test('all pages are read, each after the cursor of the one before', async () => {
  expect(await read(pages(3))).toEqual({
    items: [0, 1, 2],
    asked: [
      ['tools/list', {}],
      ['tools/list', { cursor: '1' }],
      ['tools/list', { cursor: '2' }],
    ],
  })
})

test('a cursor of null ends the list', async () => {
  expect(await read(pages(1, null))).toEqual({ items: [0], asked: [['tools/list', {}]] })
})

test('a cursor that comes twice is a problem', async () => {
  const { items, problem } = await read(pages(3, '1'))
  expect([items, problem]).toEqual([[0, 1, 2], 'the cursor "1" came twice'])
})

test.each([
  [63, undefined],
  [64, 'there are more than 64 pages'],
  [200, 'there are more than 64 pages'],
])('of %i cursors at most 64 are read', async (cursors, problem) => {
  const found = await read(pages(cursors + 1))
  expect([found.items.length, found.problem]).toEqual([Math.min(cursors + 1, 64), problem])
})

test.each([
  [{ result: {} }, 'there is no list "tools"; got a result'],
  [{ result: { tools: {} } }, 'there is no list "tools"; got a result'],
  [{ error: -32601 }, 'there is no list "tools"; got error -32601'],
])('%j is no page', async (response, problem) => {
  const { connection } = connectTo(() => response)
  expect(await readPages(connection, list)).toEqual({ items: [], problem })
})
