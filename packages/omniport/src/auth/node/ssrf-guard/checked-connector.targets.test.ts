import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import process from 'node:process'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type HttpProxy, startHttpProxy } from '#test/support/http-proxy.js'
import { checkedConnector } from './checked-connector.js'
import { createNodeGuardedFetch } from './create-node-guarded-fetch.js'
import { pinnedCertificate } from './fixtures/pinned-certificate.js'
import type { NodeGuardOptions } from './node-guard-options.js'
import { openGuardedFetch } from './open-guarded-fetch.web.js'

const servers: Server[] = []
const proxies: HttpProxy[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  for (const proxy of proxies.splice(0)) await proxy.close()
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))))
})

async function listen<S extends Server>(server: S): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

interface Target {
  readonly hostname: string
  readonly port: string
  readonly protocol: string
}

/** A socket to the target, or what keeps from it. */
function connect(target: Target, options: NodeGuardOptions & { readonly signal?: AbortSignal } = {}) {
  const connector = checkedConnector({ ...options, signal: options.signal })
  return new Promise<Socket | Error>((resolve, reject) => {
    connector(target, (error, socket) => {
      const outcome = error ?? socket
      if (outcome === null) reject(new Error('neither'))
      else resolve(outcome)
    })
  })
}

async function open(...given: Parameters<typeof connect>): Promise<Socket> {
  const outcome = await connect(...given)
  if (outcome instanceof Error) throw outcome
  return outcome
}

const to = (address: string) => async () => [{ address, family: 4 }]
const { cert: ca } = pinnedCertificate

async function proxyTo(port: number): Promise<HttpProxy> {
  const proxy = await startHttpProxy(port)
  proxies.push(proxy)
  for (const name of ['http_proxy', 'https_proxy']) vi.stubEnv(name, proxy.url)
  for (const name of ['no_proxy', 'NO_PROXY']) vi.stubEnv(name, '')
  return proxy
}

describe('a proxy of the environment', () => {
  test.each([
    ['http:', '', '198.17.0.1:80'],
    ['http:', '8080', '198.17.0.1:8080'],
  ])('gets the checked address of a name over %s and the port %j', async (protocol, port, target) => {
    const proxy = await proxyTo(await listen(createServer((socket) => socket.end('hello'))))
    const options = { lookup: to('198.17.0.1'), signal: new AbortController().signal }
    const socket = await open({ hostname: 'peer.example', port, protocol }, options)
    const [chunk] = await once(socket, 'data')
    socket.destroy()
    expect([String(chunk), proxy.targets]).toEqual(['hello', [target]])
  })

  test('sees nothing of TLS, for which the name counts', async () => {
    const proxy = await proxyTo(await listen(createTlsServer(pinnedCertificate, (socket) => socket.end('hello'))))
    const target = { hostname: 'pinned.example', port: '', protocol: 'https:' }
    const socket = (await open(target, { lookup: to('198.17.0.1'), ca })) as TLSSocket
    const [chunk] = await once(socket, 'data')
    socket.destroy()
    expect([String(chunk), socket.authorized, proxy.targets]).toEqual(['hello', true, ['198.17.0.1:443']])
    const other = await connect({ ...target, hostname: 'other.example' }, { lookup: to('198.17.0.1'), ca })
    expect(other).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    expect(await connect(target, { lookup: to('198.17.0.1') })).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })

  test('is not asked for what is on this machine', async () => {
    const port = await listen(createHttpServer((_, reply) => reply.end('hello')))
    const proxy = await proxyTo(port)
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    const guarded = createNodeGuardedFetch({ allowLoopback: true })
    expect(await (await guarded(`http://127.0.0.1:${port}/`)).text()).toBe('hello')
    expect(proxy.targets).toEqual([])
  })

  test('is left by the signal', async () => {
    await proxyTo(await listen(createServer()))
    const controller = new AbortController()
    const options = { lookup: to('198.17.0.1'), signal: controller.signal }
    const socket = await open({ hostname: 'peer.example', port: '', protocol: 'http:' }, options)
    const failed = once(socket, 'error')
    controller.abort()
    expect((await failed)[0]).toMatchObject({ name: 'AbortError' })
    expect(socket.destroyed).toBe(true)
  })
})

describe('a connection', () => {
  const local = (port: number, protocol = 'http:') => ({ hostname: '127.0.0.1', port: String(port), protocol })

  test('ends with its signal', async () => {
    const port = await listen(createServer())
    const controller = new AbortController()
    const options = { allowLoopback: true, signal: controller.signal }
    const socket = await open(local(port), options)
    const failed = once(socket, 'error')
    controller.abort()
    expect((await failed)[0]).toMatchObject({ name: 'AbortError' })
  })

  test('ends with its signal while TLS waits for the other side', async () => {
    const controller = new AbortController()
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => controller.abort())
    })
    const port = await listen(server)
    const options = { allowLoopback: true, signal: controller.signal }
    expect(await connect(local(port, 'https:'), options)).toMatchObject({ name: 'AbortError' })
  })

  test('over TLS speaks HTTP/1.1, and names the host but no address', async () => {
    const names: unknown[] = []
    const server = createTlsServer({ ...pinnedCertificate, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
      names.push([socket.alpnProtocol, (socket as TLSSocket & { readonly servername?: unknown }).servername])
      socket.write('hello')
    })
    server.on('tlsClientError', () => {})
    const port = String(await listen(server))
    const named = { hostname: 'pinned.example', port, protocol: 'https:' }
    const options = { ca, lookup: to('127.0.0.1'), allowPrivateNetwork: true }
    const socket = await open(named, options)
    await once(socket, 'data')
    socket.destroy()
    expect(names).toEqual([['http/1.1', 'pinned.example']])
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const outcome = await connect({ ...named, hostname: '127.0.0.1' }, { ...options, allowLoopback: true })
    const warnings = warned.mock.calls.length
    warned.mockRestore()
    expect([outcome, warnings]).toEqual([expect.objectContaining({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), 0])
  })

  test('to a name that the system knows is checked', async () => {
    const outcome = await connect({ hostname: 'localhost', port: '1', protocol: 'http:' })
    expect(outcome).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^refused: localhost resolves to (?:127\.0\.0\.1|::1), a loopback address$/),
    })
  })
})

test('where nothing is of Node, the platform sends what is checked', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (input: unknown, init?: RequestInit) => {
    sent.push([input, init?.method, init?.redirect])
    return new Response('a')
  })
  const guarded = await openGuardedFetch({ maxBytes: 1 })
  expect(await (await guarded('https://auth.example/', { method: 'POST' })).text()).toBe('a')
  await expect(guarded('https://10.0.0.1/')).rejects.toMatchObject({ code: 'unreachable' })
  expect(sent).toEqual([['https://auth.example/', 'POST', 'manual']])
})
