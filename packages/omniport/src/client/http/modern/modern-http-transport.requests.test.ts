import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { ToolHeaders } from '../../tools/tool-headers.js'
import { createFakeEndpoint, endless, reply } from '../fixtures/fake-endpoint.js'
import { ModernHttpTransport } from './modern-http-transport.js'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const
const closed = { code: 'closed', message: 'The connection was closed' }

/** A transport to a server that never ends an answer. */
function start(limits: object = {}) {
  const { endpoint, sent, runtime } = createFakeEndpoint(
    (request) => reply({ headers: { 'content-type': 'text/event-stream' }, body: endless(request) }),
    { limits },
  )
  const transport = new ModernHttpTransport({
    endpoint,
    serve: async () => undefined,
    tools: new ToolHeaders(() => {}),
    onGap: () => {},
  })
  return { transport, sent, runtime }
}

test('an id is used by one request at a time', async () => {
  const { transport, sent } = start()
  const first = expect(transport.request(ping)).rejects.toMatchObject(closed)
  await settled()
  await expect(transport.request(ping)).rejects.toThrow(new TypeError('The id 1 is still in use'))
  const other = expect(transport.request({ ...ping, id: '1' })).rejects.toMatchObject(closed)
  await settled()
  await expect(transport.request({ ...ping, id: '1' })).rejects.toThrow(new TypeError('The id "1" is still in use'))
  expect(sent.length).toBe(2)
  await transport.close()
  await Promise.all([first, other])
})

test('an id that was given up is free again', async () => {
  const { transport, sent } = start()
  const controller = new AbortController()
  const first = expect(transport.request(ping, { signal: controller.signal })).rejects.toThrow(new Error('enough'))
  await settled()
  controller.abort(new Error('enough'))
  await first
  const second = expect(transport.request(ping)).rejects.toMatchObject(closed)
  await settled()
  expect(sent.map(({ abort }) => abort.signal.aborted)).toEqual([true, false])
  await transport.close()
  await second
})

test('what is aborted already is not sent', async () => {
  const { transport, sent } = start()
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(transport.request(ping, { signal })).rejects.toThrow(new Error('enough'))
  expect(sent).toEqual([])
  await transport.close()
})

test('listening has connections of its own, so that it takes none from requests', async () => {
  const { transport, sent } = start({ requestsPerServer: 1, streamsPerServer: 1 })
  const listen = { jsonrpc: '2.0', method: 'subscriptions/listen' } as const
  const pending = [transport.request({ ...listen, id: 'a' }), transport.request({ ...ping, id: 'b' })]
  const outcomes = Promise.allSettled(pending)
  await settled()
  expect(sent.map(({ method, use }) => [method, use])).toEqual([
    ['POST', 'stream'],
    ['POST', 'request'],
  ])
  await expect(transport.request({ ...listen, id: 'c' })).rejects.toMatchObject({ code: 'limit' })
  await transport.close()
  expect((await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason)).toMatchObject([
    closed,
    closed,
  ])
})

test('a request without metadata says of its version that there is none', async () => {
  const { transport, sent } = start()
  const rejected = expect(transport.request(ping)).rejects.toMatchObject(closed)
  await settled()
  expect(sent[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': 'undefined',
    'mcp-method': 'ping',
  })
  expect(JSON.parse(String(sent[0]?.body))).toEqual(ping)
  await transport.close()
  await rejected
})
