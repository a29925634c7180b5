import { createServer, type Server } from 'node:https'
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { pinnedCertificate } from '../../auth/node/ssrf-guard/fixtures/pinned-certificate.js'
import { openTunnel, secureTunnel } from './open-tunnel.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A server behind a tunnel, with a certificate for `pinned.example`. */
async function openTls() {
  const seen: unknown[] = []
  const server = createTlsServer({ ...pinnedCertificate, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
    // The types of Node have it at a client's socket alone.
    seen.push([(socket as { servername?: unknown }).servername, socket.alpnProtocol])
    socket.on('error', () => {})
    socket.end('hello')
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => server.close(resolve)))
  const tunnel = connect((server.address() as AddressInfo).port, '127.0.0.1')
  tunnel.on('error', () => {})
  ends.push(() => tunnel.destroy())
  return { tunnel, seen }
}

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

describe('TLS in a tunnel', () => {
  test('is for the name of the target, and speaks HTTP/1.1', async () => {
    const { tunnel, seen } = await openTls()
    const socket = await secureTunnel(tunnel, { hostname: 'pinned.example', ca: pinnedCertificate.cert })
    expect([await readAll(socket), seen]).toEqual(['hello', [['pinned.example', 'http/1.1']]])
  })

  test('is not for another name', async () => {
    const { tunnel } = await openTls()
    const secured = secureTunnel(tunnel, { hostname: 'other.example', ca: pinnedCertificate.cert })
    await expect(secured).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })

  test('needs a certificate that is trusted', async () => {
    const { tunnel } = await openTls()
    await expect(secureTunnel(tunnel, { hostname: 'pinned.example' })).rejects.toMatchObject({
      code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY/),
    })
  })

  test('breaks off with the tunnel', async () => {
    const server = createNetServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise((resolve) => server.close(resolve)))
    const tunnel = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await expect(secureTunnel(tunnel, { hostname: '127.0.0.1' })).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
})

test('a proxy with TLS is spoken to with TLS, whose certificate is checked', async () => {
  const server: Server = createServer(pinnedCertificate)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.address() as AddressInfo
  const opening = openTunnel(new URL(`https://127.0.0.1:${port}`), { host: 'a.example', port: 443 })
  await expect(opening).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(
      new RegExp(`^The proxy 127\\.0\\.0\\.1:${port} cannot be reached: .*(certificate|altnames)`, 'i'),
    ),
    cause: expect.any(Error),
  })
})
