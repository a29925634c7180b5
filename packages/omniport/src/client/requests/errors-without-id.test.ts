import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { connect } from '../connect.js'
import { connectFake } from '../fixtures/connect-fake.js'
import { FakeServer, initialized } from '../fixtures/fake-server.js'
import { connectTo } from '../http/fixtures/connect-to.js'
import { FakeStream } from '../http/fixtures/fake-stream.js'
import { SessionServer } from '../http/fixtures/servers.js'

const error = { code: -32700, message: 'Parse error', data: { at: 3 } }
const silent = { 'tools/call': () => undefined }
const done = { result: { resultType: 'complete', content: [] } }

describe.each(['2025-11-25', '2026-07-28'] as const)('%s: an error of the server without an id', (revision) => {
  test.each([
    ['is null', { id: null, error }],
    ['is missing', { error }],
  ])('that %s rejects the only call in flight', async (_name, message) => {
    const { server, client, errors } = await connectFake(revision, silent)
    const call = client.callTool('x', {})
    await settled()
    server.send(message)
    await expect(call).rejects.toMatchObject({ name: 'RpcError', ...error })
    expect(errors).toEqual([])
    await client.close()
  })

  test('goes to onError where no call is in flight', async () => {
    const { server, client, errors } = await connectFake(revision, { 'tools/call': () => done })
    await client.callTool('x', {})
    server.send({ id: null, error })
    await settled()
    expect(errors).toMatchObject([{ name: 'RpcError', ...error }])
    await client.close()
  })

  test('goes to onError where several are, which go on', async () => {
    const { server, client, errors } = await connectFake(revision, silent)
    const calls = [client.callTool('x', {}), client.callTool('y', {})]
    await settled()
    server.send({ id: null, error })
    await settled()
    expect(errors).toMatchObject([{ name: 'RpcError', ...error }])
    for (const { id } of server.received) server.send({ id, ...done })
    expect(await Promise.all(calls)).toMatchObject([{ content: [] }, { content: [] }])
    await client.close()
  })
})

test('a probe that is answered without an id means a legacy server, and nothing waits for its answer any more', async () => {
  const server = new FakeServer({
    'server/discover': (_message, self) => void self.send({ id: null, error }) as undefined,
    initialize: () => initialized({ tools: {} }),
    ...silent,
  })
  const client = await connect(server.target)
  expect(client.revision).toBe('2025-11-25')
  const call = client.callTool('x', {})
  await settled()
  server.send({ id: null, error })
  await expect(call).rejects.toMatchObject(error)
  await client.close()
})

test('an error on the stream of a legacy request is its own, whatever else is in flight', async () => {
  const streams = [new FakeStream(), new FakeStream()]
  let calls = 0
  const server = new SessionServer({
    'tools/call': () => {
      calls += 1
      return (streams[calls - 1] ?? new FakeStream()).response
    },
  })
  const { client, errors } = await connectTo(server.answer, { revision: '2025-11-25' })
  const [first, second] = [client.callTool('x', {}), client.callTool('y', {})]
  await settled()
  streams[1]?.send({ data: { jsonrpc: '2.0', id: null, error } })
  await expect(second).rejects.toMatchObject({ name: 'RpcError', ...error })
  streams[0]?.send({ data: { jsonrpc: '2.0', error: { code: -1, message: 'First' } } })
  await expect(first).rejects.toMatchObject({ code: -1, message: 'First' })
  expect(errors).toEqual([])
  await client.close()
})
