import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { createNodeGuardedFetch } from './create-node-guarded-fetch.js'
import { pinnedCertificate } from './fixtures/pinned-certificate.js'
import { guardedFetch } from './guarded-fetch.js'

const servers: Server[] = []
afterEach(async () => {
  // It would never end if a guarded fetch kept its connection.
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))))
})

/** A server on loopback, how many connections it got, and its requests. */
async function serve(answer: RequestListener = (_, reply) => void reply.end('hello'), { tls = false } = {}) {
  const requests: IncomingMessage[] = []
  const state = { connections: 0 }
  const listener: RequestListener = (request, reply) => {
    requests.push(request)
    answer(request, reply)
  }
  const server = tls ? createTlsServer(pinnedCertificate, listener) : createServer({ keepAliveTimeout: 0 }, listener)
  server.on('connection', () => {
    state.connections += 1
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // since it listens on a port
  return { port, url: `http://127.0.0.1:${port}/`, requests, state }
}

/** Resolves names to one answer after the other, and counts. */
function resolver(...answers: readonly (readonly string[])[]) {
  const asked: string[] = []
  const lookup = async (hostname: string) => {
    asked.push(hostname)
    const addresses = answers[Math.min(asked.length, answers.length) - 1] ?? []
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return { asked, lookup }
}

describe('what a name resolves to', () => {
  test.each([
    ['metadata of a cloud', ['169.254.169.254'], '169.254.169.254, a link-local address'],
    ['10/8', ['10.0.0.1'], '10.0.0.1, a private address'],
    ['172.16/12', ['172.31.0.1'], '172.31.0.1, a private address'],
    ['192.168/16', ['192.168.0.1'], '192.168.0.1, a private address'],
    ['this machine', ['127.0.0.1'], '127.0.0.1, a loopback address'],
    ['0.0.0.0', ['0.0.0.0'], '0.0.0.0, an unspecified address'],
    ['IPv6 loopback', ['::1'], '::1, a loopback address'],
    ['a mapped address', ['::ffff:10.0.0.1'], '::ffff:10.0.0.1, an IPv4-mapped address'],
    ['NAT64', ['64:ff9b::a00:1'], '64:ff9b::a00:1, a NAT64 address'],
    ['local NAT64', ['64:ff9b:1::1'], '64:ff9b:1::1, a NAT64 address'],
    ['6to4', ['2002:0a00:1::'], '2002:0a00:1::, a 6to4 address'],
    ['Teredo', ['2001::1'], '2001::1, a Teredo address'],
    ['fc00::/7', ['fd00:ec2::254'], 'fd00:ec2::254, a private address'],
    ['an address with a zone', ['fe80::1%eth0'], 'fe80::1%eth0, a link-local address'],
    ['a public and a private one', ['1.1.1.1', '10.0.0.1'], '10.0.0.1, a private address'],
    ['a private and a public one', ['::1', '1.1.1.1'], '::1, a loopback address'],
  ])('is refused: %s', async (_, addresses, reason) => {
    verifies('SEC-06', 'SEC-07')
    const { state, port } = await serve()
    const { asked, lookup } = resolver(addresses)
    const guarded = createNodeGuardedFetch({ lookup })
    const message = `refused: auth.example resolves to ${reason}`
    await expect(guarded(`https://auth.example:${port}/`)).rejects.toMatchObject({ code: 'unreachable', message })
    expect([asked, state.connections]).toEqual([['auth.example'], 0])
  })

  test('is connected to as it was checked: an answer that changes changes nothing', async () => {
    verifies('SEC-07')
    const { asked, lookup } = resolver(['198.17.0.1', '2606:4700::1'], ['127.0.0.1'])
    const { port, state } = await serve()
    // The tests block every address except loopback.
    await expect(createNodeGuardedFetch({ lookup })(`https://auth.example:${port}/`)).rejects.toMatchObject({
      cause: { cause: { message: 'tests may not connect to 198.17.0.1' } },
    })
    expect([asked, state.connections]).toEqual([['auth.example'], 0])
  })

  test('may be nothing', async () => {
    const { lookup } = resolver([])
    const message = 'refused: auth.example has no address'
    await expect(createNodeGuardedFetch({ lookup })('https://auth.example/')).rejects.toMatchObject({ message })
  })

  test('may be an error', async () => {
    const lookup = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
    const message = 'auth.example could not be reached (ENOTFOUND)'
    await expect(createNodeGuardedFetch({ lookup })('https://auth.example/')).rejects.toMatchObject({ message })
  })

  test('of localhost has to be this machine', async () => {
    const { lookup } = resolver(['10.0.0.1'])
    const guarded = createNodeGuardedFetch({ lookup, allowLoopback: true, allowPrivateNetwork: true })
    const message = 'refused: localhost resolves to 10.0.0.1, not an address of this machine'
    await expect(guarded('http://localhost:8080/')).rejects.toMatchObject({ message })
  })
})

describe('over TLS', () => {
  const { cert: ca } = pinnedCertificate

  test('the first address is connected to, once, under the name of the URL', async () => {
    verifies('SEC-07')
    const { port, requests } = await serve(undefined, { tls: true })
    const { asked, lookup } = resolver(['127.0.0.1', '10.255.255.1'], ['10.255.255.2'])
    const guarded = createNodeGuardedFetch({ lookup, ca, allowPrivateNetwork: true })
    expect(await (await guarded(`https://pinned.example:${port}/a?b`)).text()).toBe('hello')
    const [request] = requests
    const socket = request?.socket as (TLSSocket & { readonly servername?: string }) | undefined // of a server over TLS
    expect([request?.headers.host, request?.url]).toEqual([`pinned.example:${port}`, '/a?b'])
    expect(socket?.servername).toBe('pinned.example')
    expect(asked).toEqual(['pinned.example'])
  })

  test.each([
    ['for another name', 'other.example', ca, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['that nobody vouches for', 'pinned.example', undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('a certificate %s is refused', async (_, name, trusted, code) => {
    const { port, requests } = await serve(undefined, { tls: true })
    const { lookup } = resolver(['127.0.0.1'])
    const guarded = createNodeGuardedFetch({ lookup, ca: trusted, allowPrivateNetwork: true })
    const message = `${name}:${port} could not be reached (${code})`
    await expect(guarded(`https://${name}:${port}/`)).rejects.toMatchObject({ code: 'unreachable', message })
    expect(requests).toEqual([])
  })
})

describe('on this machine', () => {
  test('a server is reached where it is allowed, and the connection ends with the reply', async () => {
    const { url, state } = await serve()
    const guarded = createNodeGuardedFetch({ allowLoopback: true })
    for (const _ of [1, 2]) expect(await (await guarded(url)).text()).toBe('hello')
    expect(state.connections).toBe(2)
  })

  test('a server is reached by its name', async () => {
    const { port, requests } = await serve()
    const { lookup } = resolver(['127.0.0.1'])
    const guarded = createNodeGuardedFetch({ lookup, allowLoopback: true })
    expect((await guarded(`http://localhost:${port}/`, { method: 'POST', body: 'a' })).status).toBe(200)
    expect(requests[0]?.headers).toMatchObject({ host: `localhost:${port}`, 'content-length': '1' })
  })

  test.each(['http', 'https'])('nothing is sent over %s where it is not', async (scheme) => {
    verifies('SEC-06', 'SEC-07')
    const { port, state } = await serve()
    for (const guarded of [createNodeGuardedFetch(), guardedFetch()]) {
      await expect(guarded(`${scheme}://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'unreachable' })
    }
    expect(state.connections).toBe(0)
  })

  test('a redirect elsewhere is not followed, one within is', async () => {
    verifies('SEC-07')
    const other = await serve()
    const { url } = await serve((request, reply) => {
      const location = { '/away': other.url, '/here': '/', '/': undefined }[request.url ?? '']
      reply.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end('body')
    })
    const guarded = guardedFetch({ allowLoopback: true })
    await expect(guarded(`${url}away`)).rejects.toMatchObject({ code: 'unreachable' })
    expect(await (await guarded(`${url}here`)).text()).toBe('body')
    expect(other.state.connections).toBe(0)
  })

  test('a port where nobody listens is unreachable', async () => {
    const { port } = await serve()
    await new Promise((done) => servers.pop()?.close(done))
    const message = `127.0.0.1:${port} could not be reached (ECONNREFUSED)`
    const guarded = createNodeGuardedFetch({ allowLoopback: true })
    await expect(guarded(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ message })
  })
})

describe('limits', () => {
  test('what is decompressed counts', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    expect(bomb.length).toBeLessThan(100_000)
    const { url } = await serve((_, reply) => void reply.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    const guarded = createNodeGuardedFetch({ allowLoopback: true })
    const message = 'the reply has more than 1048576 bytes'
    await expect(guarded(url)).rejects.toMatchObject({ code: 'limit', message })
  })

  test('a reply that drips ends with the time, and so does its connection', async () => {
    const runtime = createManualRuntime()
    const { url, requests } = await serve((request, reply) => {
      reply.writeHead(200).write('a', () => runtime.advance(request.url === '/' ? 6_000 : 0))
      reply.write('b', () => runtime.advance(6_000))
    })
    const guarded = createNodeGuardedFetch({ allowLoopback: true, runtime })
    await expect(guarded(url)).rejects.toMatchObject({ code: 'timeout' })
    const [request] = requests
    if (request?.socket.destroyed === false) await new Promise((done) => request.socket.once('close', done))
    expect([request?.socket.destroyed, runtime.timers]).toEqual([true, 0])
  })

  test.each([
    ['elsewhere', 'GET', 'https://elsewhere.example/'],
    ['of a POST', 'POST', '/'],
    ['to credentials', 'GET', 'http://a:b@127.0.0.1/'],
  ])('a redirect %s that is not followed ends its connection, however long it goes on', async (_, method, location) => {
    verifies('SEC-07')
    const { url, requests } = await serve(
      (_request, reply) => void reply.writeHead(302, { location }).write('and so on'),
    )
    const guarded = createNodeGuardedFetch({ allowLoopback: true })
    await expect(guarded(url, { method })).rejects.toMatchObject({ code: 'unreachable' })
    const [request] = requests
    if (request?.socket.destroyed === false) await new Promise((done) => request.socket.once('close', done))
    expect(request?.socket.destroyed).toBe(true)
  })

  test('a name that is looked up for ever ends with the time', async () => {
    const runtime = createManualRuntime()
    const lookup = () => {
      runtime.defer(() => runtime.advance(10_000))
      return new Promise<never>(() => {})
    }
    const guarded = createNodeGuardedFetch({ lookup, runtime })
    await expect(guarded('https://auth.example/')).rejects.toMatchObject({ code: 'timeout' })
  })

  test('a connection that is being made ends with its signal', async () => {
    const reason = new Error('no more')
    const abort = new AbortController()
    const lookup = async () => {
      await Promise.resolve()
      abort.abort(reason)
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const { port, requests } = await serve()
    const guarded = createNodeGuardedFetch({ lookup, allowLoopback: true })
    await expect(guarded(`http://localhost:${port}/`, { signal: abort.signal })).rejects.toBe(reason)
    expect(requests).toEqual([])
  })
})
