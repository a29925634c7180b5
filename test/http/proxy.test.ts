import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { createServer, tool } from 'omniport'
import { connect, textOf } from 'omniport/client'
import { createNodeHandler, serveHttp } from 'omniport/node'
import { revisions } from 'omniport/protocol'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createNodeGuardedFetch } from '../../packages/omniport/src/auth/node/ssrf-guard/create-node-guarded-fetch.js'
import { pinnedCertificate } from '../../packages/omniport/src/auth/node/ssrf-guard/fixtures/pinned-certificate.js'
import { type HttpProxy, startHttpProxy } from '../support/http-proxy.js'
import { root } from '../support/root.js'

const run = promisify(execFile)
const server = createServer({ name: 's', version: '1', tools: { hello: tool({ run: () => 'Hello' }) } })

afterEach(() => {
  vi.unstubAllEnvs()
})

async function startServer(credentials?: string): Promise<HttpProxy> {
  const served = await serveHttp(server, { port: 0, allowedHosts: ['mcp.example'], unauthenticated: true })
  const proxy = await startHttpProxy(Number(new URL(served.url).port), credentials)
  onTestFinished(async () => {
    await proxy.close()
    await served.close()
  })
  return proxy
}

/** A server with a certificate for `pinned.example`. */
async function startTls(): Promise<HttpProxy> {
  const handler = createNodeHandler(server, { allowedHosts: ['pinned.example'] })
  const https = createHttpsServer(pinnedCertificate, handler)
  https.listen(0, '127.0.0.1')
  await once(https, 'listening')
  const proxy = await startHttpProxy((https.address() as AddressInfo).port)
  onTestFinished(async () => {
    await proxy.close()
    https.closeAllConnections()
    https.close()
    await once(https, 'close')
  })
  return proxy
}

describe('a client where HTTP_PROXY is set', () => {
  test.each(revisions.filter((revision) => revision >= '2025-03-26'))(
    'calls through the proxy, at %s',
    async (revision) => {
      const proxy = await startServer()
      vi.stubEnv('HTTP_PROXY', proxy.url)
      await using client = await connect('http://mcp.example/mcp', { revision })
      expect(textOf(await client.callTool('hello', {}))).toBe('Hello')
      expect(new Set(proxy.targets)).toEqual(new Set(['mcp.example:80']))
    },
  )

  test('tells the proxy who it is', async () => {
    const proxy = await startServer('ada:p@ss')
    vi.stubEnv('HTTP_PROXY', proxy.url.replace('://', '://ada:p%40ss@'))
    await using client = await connect('http://mcp.example/mcp')
    expect(textOf(await client.callTool('hello', {}))).toBe('Hello')
  })

  test('says that the proxy refused, without the credentials', async () => {
    const proxy = await startServer('ada:secret')
    vi.stubEnv('HTTP_PROXY', proxy.url.replace('://', '://ada:wrong@'))
    const failed = connect('http://mcp.example/mcp', { timeoutMs: 20_000 }).catch((error: Error) => {
      return JSON.stringify([error.message, String(error.cause)])
    })
    expect(await failed).toContain('does not connect to mcp.example:80: it answered 407')
    expect(await failed).not.toContain('wrong')
  })
})

describe('the command where HTTPS_PROXY and NODE_EXTRA_CA_CERTS are set', () => {
  test('calls a server through the proxy, whose certificate is one of a company', async () => {
    const proxy = await startTls()
    const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'ca.pem'), pinnedCertificate.cert)
    const command = join(root, 'packages/omniport/dist/bundle/cli/main.js')
    const env = { ...process.env, HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'), HOME: folder }
    const args = [command, 'call', 'https://pinned.example/mcp', 'hello']
    const { stdout } = await run(process.execPath, args, { env, cwd: folder, timeout: 60_000 })
    expect(JSON.parse(stdout)).toMatchObject({ content: [{ type: 'text', text: 'Hello' }] })
    expect(new Set(proxy.targets)).toEqual(new Set(['pinned.example:443']))
  })
})

describe('a guarded fetch where HTTPS_PROXY is set', () => {
  const resolveTo = (address: string) => ({ lookup: async () => [{ address, family: 4 }], ca: pinnedCertificate.cert })

  test('sends the proxy to the address that it checked, and checks the certificate against the name', async () => {
    const proxy = await startTls()
    vi.stubEnv('HTTPS_PROXY', proxy.url)
    const response = await createNodeGuardedFetch(resolveTo('93.184.215.14'))('https://pinned.example/none')
    expect([response.status, proxy.targets]).toEqual([404, ['93.184.215.14:443']])
    await expect(createNodeGuardedFetch(resolveTo('93.184.215.14'))('https://other.example/')).rejects.toThrow(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    )
  })

  test('refuses an address that is not public, and tells the proxy nothing', async () => {
    const proxy = await startTls()
    vi.stubEnv('HTTPS_PROXY', proxy.url)
    const refused = createNodeGuardedFetch(resolveTo('169.254.169.254'))('https://pinned.example/')
    await expect(refused).rejects.toMatchObject({ code: 'unreachable' })
    expect(proxy.targets).toEqual([])
  })
})
