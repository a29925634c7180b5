import type { RequestListener } from 'node:http'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { modernHeaders, modernRequest, postHeaders } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { pinnedCertificate } from '../../auth/node/ssrf-guard/fixtures/pinned-certificate.js'
import { createNodeHandler } from './create-node-handler.js'

/** Calls a tool over TLS, under the name of the certificate. */
function post(port: number, path: string): Promise<number | undefined> {
  const headers = { ...postHeaders, ...modernHeaders('tools/list'), host: 'pinned.example' }
  const options = { port, path, method: 'POST', headers, ca: pinnedCertificate.cert, servername: 'pinned.example' }
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => response.resume().on('end', () => resolve(response.statusCode)))
    sent.on('error', reject).end(JSON.stringify(modernRequest('tools/list')))
  })
}

test('a program that ends TLS itself authenticates requests of https URLs', async () => {
  const urls: string[] = []
  const handler = createNodeHandler(defineHttpServer().server, {
    allowedHosts: ['pinned.example'],
    auth: ({ url = '' }) => {
      urls.push(url)
      return { id: 'ada', scopes: [], claims: {} }
    },
  })
  const server = createServer(pinnedCertificate, handler as RequestListener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const status = await post((server.address() as AddressInfo).port, '/mcp?a=b')
    expect([status, urls]).toEqual([200, ['https://pinned.example/mcp?a=b']])
  } finally {
    await handler.close()
    await new Promise((resolve) => server.close(resolve))
  }
})
