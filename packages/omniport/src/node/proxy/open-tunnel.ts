import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { OmniportError } from '../../values/errors/omniport-error.js'

/** The other end of a tunnel. */
export interface TunnelTarget {
  /** A name or an address, without brackets. */
  readonly host: string
  readonly port: number
}

/**
 * Opens a connection to `target` through a proxy, with the method CONNECT. TLS, where it is wanted, is for the caller to add: the proxy
 * sees nothing of what passes then.
 *
 * Rejects with OmniportError `unreachable`, or with the reason of `signal`. What it says has no credentials of the proxy.
 */
export function openTunnel(proxy: URL, { host, port }: TunnelTarget, signal?: AbortSignal): Promise<Socket> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  const credentials = decodeURIComponent(`${proxy.username}:${proxy.password}`)
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send({
      host: proxy.hostname.replace(/[[\]]/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: authority,
      headers: {
        host: authority,
        ...(credentials !== ':' && { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
      agent: false,
      timeout: connectMs,
      signal,
    })
    const fail = (problem: string, cause?: unknown) => {
      reject(new OmniportError('unreachable', `The proxy ${proxy.host} ${problem}`, { cause }))
    }
    request.once('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy()
        return fail(`does not connect to ${authority}: it answered ${statusCode}`)
      }
      socket.setTimeout(0)
      socket.unshift(head)
      resolve(socket)
    })
    request.once('timeout', () => request.destroy(new Error(`no answer within ${connectMs} ms`)))
    request.once('error', (error) => {
      if (signal?.aborted === true) reject(signal.reason)
      else fail(`cannot be reached: ${error.message}`, error)
    })
    request.end()
  })
}

export interface TlsOptions {
  /** The name that the certificate must have. */
  readonly hostname: string
  /** Certificates to trust, as PEM, instead of those that Node trusts. */
  readonly ca?: string | undefined
}

/** Adds TLS to a tunnel, and resolves once the certificate was checked against the name. */
export async function secureTunnel(tunnel: Socket, { hostname, ca }: TlsOptions): Promise<Socket> {
  const socket = connectTls({
    socket: tunnel,
    host: hostname,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(hostname) === 0 && { servername: hostname }), // SNI takes no addresses
    ca,
  })
  await new Promise<void>((resolve, reject) => {
    // This listener stays: a socket that is destroyed may emit another error.
    socket.on('error', reject)
    socket.once('secureConnect', resolve)
  })
  return socket
}

const connectMs = 10_000
