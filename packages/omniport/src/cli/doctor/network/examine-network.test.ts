import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { examineNetwork } from './examine-network.js'

let server: Server | undefined

afterEach(async () => {
  if (server?.listening === true) await once(server.close(), 'close')
})

/** A port that takes connections, and says something that is no TLS. */
async function openPort(): Promise<number> {
  server = createServer((socket) => {
    socket
      .on('error', () => {})
      .resume()
      .end('no TLS\n')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

async function examine(url: string, env: Readonly<Record<string, string>> = {}) {
  const findings = await examineNetwork(url, { env, signal: new AbortController().signal })
  expect(new Set(findings.map(({ area }) => area))).toEqual(new Set(['network']))
  return findings.map(({ level, text, advice }) => [level, text.replace(/\d+ ms/, 'N ms'), advice])
}

test('a URL that cannot be read is a problem', async () => {
  expect(await examine('http://')).toEqual([
    ['problem', 'the URL cannot be read', 'check it for spaces and missing parts'],
  ])
})

test('a port on this machine is fine without encryption', async () => {
  const port = await openPort()
  expect(await examine(`http://127.0.0.1:${port}/mcp`)).toEqual([
    ['ok', '127.0.0.1 is 127.0.0.1', undefined],
    ['ok', `TCP to port ${port} takes N ms`, undefined],
  ])
})

test('the time of a connection is that from its start to its end', async () => {
  const port = await openPort()
  const start = performance.now()
  const findings = await examineNetwork(`http://127.0.0.1:${port}`, { env: {}, signal: new AbortController().signal })
  const [, ms = ''] = / takes (\d+) ms$/.exec(findings[1]?.text ?? '') ?? []
  expect(Number(ms || Number.NaN)).toBeLessThanOrEqual(Math.ceil(performance.now() - start))
})

test.each(['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'])('a proxy of %s is noted', async (name) => {
  const port = await openPort()
  const [first] = await examine(`http://127.0.0.1:${port}`, { [name]: 'http://p', NO_PROXY: 'x' })
  expect(first).toEqual(['note', `${name} is set; this command connects without a proxy`, undefined])
})

/** Longer than a name can be: nobody is asked for it. */
const unknown = 'a'.repeat(64)

test('a name without an address is a problem', async () => {
  expect(await examine(`http://${unknown}/mcp`, { HTTP_PROXY: 'http://p' })).toEqual([
    ['note', 'HTTP_PROXY is set; this command connects without a proxy', undefined],
    ['problem', `${unknown} has no address`, 'check the name, the DNS server, or a VPN that is needed'],
  ])
})

test('what is interrupted is not waited for', async () => {
  const port = await openPort()
  const findings = await examineNetwork(`http://127.0.0.1:${port}`, { env: {}, signal: AbortSignal.abort() })
  expect(findings.at(-1)).toMatchObject({
    ...{ level: 'problem', text: `TCP to port ${port} fails: The operation was aborted` },
  })
})

test.each([
  ['https://127.0.0.1/mcp', 443],
  ['http://127.0.0.1/mcp', 80],
])('the port of %s is %i', async (url, port) => {
  const findings = await examineNetwork(url, { env: {}, signal: AbortSignal.abort() })
  expect(findings.at(-1)?.text).toBe(`TCP to port ${port} fails: The operation was aborted`)
})

test('proxies that are set are noted', async () => {
  const port = await openPort()
  const env = { HTTPS_PROXY: 'http://p', http_proxy: 'http://p', HTTP_PROXY: '', https_proxy: 'x' }
  expect((await examine(`http://127.0.0.1:${port}`, env))[0]).toEqual([
    'note',
    'HTTPS_PROXY, https_proxy, http_proxy is set; this command connects without a proxy',
    undefined,
  ])
})

test('a port that nobody listens on is a problem', async () => {
  const port = await openPort()
  if (server !== undefined) await once(server.close(), 'close')
  expect(await examine(`http://127.0.0.1:${port}`)).toEqual([
    ['ok', '127.0.0.1 is 127.0.0.1', undefined],
    [
      'problem',
      `TCP to port ${port} fails: connect ECONNREFUSED 127.0.0.1:${port}`,
      `see that the server runs and listens on port ${port}, and that no firewall is between`,
    ],
  ])
})

test('a port that does not speak TLS is a problem for https', async () => {
  const port = await openPort()
  const [, , last] = await examine(`https://127.0.0.1:${port}`)
  expect(last).toEqual([
    'problem',
    expect.stringMatching(/^TLS fails: .*wrong version number/),
    'see that this port speaks TLS, and renew the certificate if it has expired',
  ])
})
