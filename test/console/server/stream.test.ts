import { afterEach, expect, test } from 'vitest'
import type { ConsoleState, StreamLine } from '../../../packages/omniport/src/console/contract.js'
import { linesOf, openTestConsole, type TestConsole, workshop } from './open-test-console.js'

let opened: TestConsole
afterEach(() => opened.close())

/** The first lines of the stream after a cursor. */
async function read(after: number, count: number): Promise<readonly StreamLine[]> {
  const stopping = new AbortController()
  const response = await opened.get(`/api/1/events?after=${after}`, { signal: stopping.signal })
  const lines: StreamLine[] = []
  for await (const line of linesOf(response)) {
    lines.push(line)
    if (lines.length === count) break
  }
  stopping.abort()
  return lines
}

test('a stream that was cut goes on after its last cursor', async () => {
  opened = await openTestConsole()
  const { cursor, session } = await opened.state()
  await opened.act('change-settings', { timeoutMs: 1_000 })
  await opened.act('change-settings', { timeoutMs: 2_000 })
  const [hello, first, second] = await read(cursor, 3)
  expect(hello).toMatchObject({ type: 'hello', version: 1, session })
  expect([first, second]).toMatchObject([
    { cursor: cursor + 1, event: { type: 'settings', settings: { timeoutMs: 1_000 } } },
    { cursor: cursor + 2, event: { type: 'settings', settings: { timeoutMs: 2_000 } } },
  ])
  expect((await read(cursor + 1, 2))[1]).toEqual(second)
})

test('a cursor that is forgotten, or of another start, is a gap', async () => {
  opened = await openTestConsole()
  const lines = await read(1_000_000, 2)
  expect(lines.map(({ type }) => type)).toEqual(['hello', 'gap'])
})

test('two tabs see the same, and one answer counts', async () => {
  opened = await openTestConsole({ servers: { workshop }, start: ['workshop'] })
  await opened.ready('workshop')
  const id = await opened.operate({ kind: 'call', server: 'workshop', tool: 'ask', args: {} })
  const form = await opened.request('form')
  const other = await opened.json<ConsoleState>('/api/1/state')
  expect(other.requests).toMatchObject([{ id: form.id, operation: id }])
  expect(other.operations).toMatchObject([{ id, state: 'asking' }])
  await opened.answer(form.id, { type: 'form', action: 'decline' })
  const again = await opened.send('answer', { id: form.id, answer: { type: 'form', action: 'cancel' } })
  expect(again).toMatchObject({ ok: false, error: { code: 'usage' } })
  expect((await opened.ended(id)).result).toMatchObject({ content: [{ text: 'You chose decline' }] })
  expect((await opened.state()).requests).toEqual([])
})
