import { afterEach, expect, test, vi } from 'vitest'
import { addCalls, createAddServer } from './add-server.js'
import { serveLines } from './serve-lines.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const count = 64

/** What `read` says of the second block of calls that a server answers. */
async function counted(read: () => number): Promise<{ readonly answers: readonly string[]; readonly counts: number }> {
  await using server = createAddServer()
  const lines = await serveLines(server)
  await lines.send(addCalls(count))
  vi.clearAllMocks()
  const answers = await lines.send(addCalls(count))
  const counts = read()
  await lines.close()
  return { answers, counts }
}

test('64 requests that come as one chunk are answered by one write', async () => {
  await using server = createAddServer()
  const lines = await serveLines(server)
  await lines.send(addCalls(count))
  const before = lines.writes()
  const answers = await lines.send(addCalls(count))
  expect(answers).toHaveLength(count)
  expect(lines.writes() - before).toBe(1)
  await lines.close()
})

test('a request over stdio is parsed once', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  const { answers, counts } = await counted(() => parse.mock.calls.length)
  expect(answers).toHaveLength(count)
  expect(counts / count).toBe(1)
})

test('an answer over stdio is encoded once', async () => {
  const stringify = vi.spyOn(JSON, 'stringify')
  const { answers, counts } = await counted(() => stringify.mock.calls.length)
  expect(answers).toHaveLength(count)
  expect(counts / count).toBe(1)
})
