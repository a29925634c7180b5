// What docs/proxies.md says of HAProxy and of health checks.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createServer, type Middleware, tool } from 'omniport'
import { apiKeyAuth } from 'omniport/auth'
import { serveHttp } from 'omniport/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pinnedCertificate } from '../../packages/omniport/src/auth/node/ssrf-guard/fixtures/pinned-certificate.js'
import { codeBlocks, readDocument } from '../docs/code-blocks.js'
import { freePort } from '../support/free-port.js'
import { modernHeaders, modernRequest, postHeaders } from '../support/http-client.js'
import { hasHaproxy, runHaproxy } from './support/start-haproxy.js'

const host = 'mcp.example.com'

test.skipIf(!hasHaproxy)('the file for HAProxy ends TLS, keeps Host, and says who calls', async () => {
  const seen: unknown[] = []
  const watch: Middleware = (next) => (message, exchange) => {
    seen.push(exchange.headers?.get('x-forwarded-for'))
    return next(message, exchange)
  }
  const server = createServer({
    name: 'clock',
    version: '1.0.0',
    tools: { now: tool({ run: () => 'noon' }) },
    use: [watch],
  })
  const { url, close } = await serveHttp(server, { port: 0, allowedHosts: [host] })
  const port = await freePort()
  onTestFinished(close)
  const haproxy = await runHaproxy(writeConfig(port, new URL(url).host), { port })
  onTestFinished(haproxy.close)
  const call = async () => {
    const headers = {
      ...postHeaders,
      ...modernHeaders('tools/call', { name: 'now' }),
      host,
      'x-forwarded-for': '203.0.113.9',
    }
    const options = {
      port,
      path: '/mcp',
      method: 'POST',
      headers,
      ca: pinnedCertificate.cert,
      servername: 'pinned.example',
    }
    const sent = request(options).end(JSON.stringify(modernRequest('tools/call', { name: 'now' })))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return [response.statusCode, JSON.parse(await text(response))]
  }
  expect(await call()).toMatchObject([200, { result: { content: [{ type: 'text', text: 'noon' }] } }])
  expect(seen).toEqual(['127.0.0.1'])
})

describe('a health check', () => {
  const open = async () => {
    const auth = apiKeyAuth({ keys: { 'long-and-secret': 'me' } })
    const server = createServer({ name: 'clock', version: '1.0.0' })
    const served = await serveHttp(server, { port: 0, auth, allowedHosts: ['127.0.0.1'] })
    onTestFinished(served.close)
    return served
  }

  test.each([
    ['OPTIONS without a key', 'OPTIONS', '127.0.0.1', 204],
    ['OPTIONS with another Host', 'OPTIONS', 'localhost', 403],
    ['GET without a key', 'GET', '127.0.0.1', 401],
  ])('by %s', async (_, method, name, status) => {
    const { url } = await open()
    const response = await fetch(url.replace('127.0.0.1', name), { method, headers: { connection: 'close' } })
    expect(response.status).toBe(status)
    await response.body?.cancel()
  })
})

/** The file of the page, with the ports and the certificate of this test. Returns its path. */
function writeConfig(port: number, origin: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const block = codeBlocks(readDocument('docs/proxies.md')).find((each) => each.file === 'haproxy.cfg')
  const certificate = file('mcp.pem', `${pinnedCertificate.cert}\n${pinnedCertificate.key}\n`)
  const config = (block?.text ?? '')
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('/etc/ssl/mcp.pem', certificate)
    .replace('127.0.0.1:3000', origin)
  return file('haproxy.cfg', config)
}
