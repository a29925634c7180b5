import { expect, test } from 'vitest'
import { defineServer } from '#test/support/define-server.js'
import { createFetchHandler } from '../../create-fetch-handler.js'

const url = 'http://localhost/mcp'
const headers = { host: 'localhost', accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })

/** Whether closing, and the stream, are over without time passing, so many microtasks after a client began to open the standalone stream. */
async function closesAfter(microtasks: number): Promise<boolean> {
  const { server } = defineServer()
  const handler = createFetchHandler(server)
  const begun = await handler(new Request(url, { method: 'POST', headers, body }))
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
  const opening = handler(new Request(url, { headers: { ...headers, ...session } }))
  for (let count = 0; count < microtasks; count += 1) await undefined
  const read = opening.then((reply) => reply.text())
  const over = Promise.all([handler.close(), read]).then(() => true)
  const turns = (async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    return false
  })()
  const isOver = await Promise.race([over, turns])
  await server.close()
  return isOver
}

test('a server that closes while a stream is being opened does not wait for it', async () => {
  const outcomes: boolean[] = []
  for (let microtasks = 0; microtasks < 40; microtasks += 1) outcomes.push(await closesAfter(microtasks))
  expect(outcomes).toEqual(outcomes.map(() => true))
})
