import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { modernHeaders, modernRequest, postHeaders } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { createNodeHandler } from './create-node-handler.js'

let close: () => Promise<void> = async () => {}
afterEach(() => close())

/** A server whose framework has parsed every body before the handler gets the request. */
async function listen(jsonDepth: number): Promise<string> {
  const handler = createNodeHandler(defineHttpServer().server, { limits: { jsonDepth } })
  const http: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += String(chunk)
    })
    request.on('end', () => {
      // The stream has ended only after its listeners were called.
      setImmediate(() => handler(Object.assign(request, { body: JSON.parse(text) }), response))
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  close = async () => {
    const closed = new Promise((resolve) => http.close(resolve))
    await handler.close()
    http.closeAllConnections()
    await closed
  }
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
}

/** An object with this many levels. */
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })

test.each([
  ['as deep as is allowed is served', 6, [200, undefined]],
  ['that is deeper is refused', 7, [400, 'Invalid message: it nests deeper than 8 levels']],
])('a body that a framework parsed and %s', async (_name, levels, expected) => {
  const url = await listen(8)
  const params = { name: 'echo', arguments: nested(levels) }
  const headers = { ...postHeaders, ...modernHeaders('tools/call', params) }
  const body = JSON.stringify(modernRequest('tools/call', params))
  const response = await fetch(url, { method: 'POST', headers, body })
  const { error } = await response.json()
  expect([response.status, error?.message]).toEqual(expected)
})
