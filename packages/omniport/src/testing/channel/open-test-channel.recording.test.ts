import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { createServer } from '../../server/create-server.js'
import { openTestChannel } from './open-test-channel.js'

const silent = { error: () => {}, warn: () => {} }

test('a recording has the sender, the time and the text of each message', async () => {
  const runtime = createManualRuntime()
  runtime.advance(1_000)
  const server = createServer({ name: 's', version: '1', logger: silent })
  const channel = await openTestChannel({ serve: server.serve, environment: { ...server.environment, runtime } })
  const [writer, reader] = [channel.writable.getWriter(), channel.readable.getReader()]
  for (const id of [1, 2]) {
    runtime.advance(500)
    await writer.write({ jsonrpc: '2.0', id, method: 'ping' })
    await reader.read()
  }
  const line = { transport: 'stdio', connection: 1 }
  const [header, ...lines] = channel.recording().trimEnd().split('\n')
  expect(JSON.parse(header ?? '')).toMatchObject({
    started: '1970-01-01T00:00:01.500Z',
    target: { command: 's', args: [] },
  })
  expect(lines.map((each) => JSON.parse(each))).toEqual(
    [1, 2].flatMap((id) => [
      { ...line, ms: (id - 1) * 500, from: 'client', bytes: 40, message: { jsonrpc: '2.0', id, method: 'ping' } },
      { ...line, ms: (id - 1) * 500, from: 'server', bytes: 36, message: { jsonrpc: '2.0', id, result: {} } },
    ]),
  )
  channel.cut()
  await channel.closed
  await server.close()
})
