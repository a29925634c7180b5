import { lookup as systemLookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { addAbortSignal } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { findProxy } from '../../../node/proxy/find-proxy.js'
import { AddressRefusal } from '../../ssrf-guard/address-refusal.js'
import { findRefusalReason } from './find-refusal-reason.js'
import type { NodeGuardOptions } from './node-guard-options.js'

interface ConnectorOptions extends NodeGuardOptions {
  /** Ends the connection, also while it is opened. */
  readonly signal: AbortSignal | undefined
}

/**
 * Opens connections to one origin. The socket gets an address that was checked, not a name, so no second lookup takes place;
 * certificates are checked against the name.
 */
export function checkedConnector(options: ConnectorOptions): buildConnector.connector {
  return ({ hostname, port, protocol }, callback) => {
    openSocket({ hostname, port, protocol }, options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}

/** `hostname` has no brackets. */
async function openSocket(
  { hostname, port, protocol }: { readonly hostname: string; readonly port: string; readonly protocol: string },
  options: ConnectorOptions,
): Promise<Socket> {
  const host = await checkedAddress(hostname, options)
  options.signal?.throwIfAborted()
  const isTls = protocol === 'https:'
  const target = { host, port: Number(port || (isTls ? 443 : 80)) }
  const proxy = findProxy({ protocol, hostname, port: target.port })
  if (proxy !== undefined) {
    // The tunnel leads to the address that was checked: the proxy looks up no name.
    const { openTunnel, secureTunnel } = await import('../../../node/proxy/open-tunnel.js')
    const tunnel = await openTunnel(proxy, target, options.signal)
    if (options.signal !== undefined) addAbortSignal(options.signal, tunnel)
    return isTls ? secureTunnel(tunnel, { hostname, ca: options.ca }) : tunnel
  }
  const socket = isTls ? connectTls({ ...target, ...tlsOptions(hostname, options) }) : connectTcp(target)
  if (options.signal !== undefined) addAbortSignal(options.signal, socket)
  await new Promise<void>((resolve, reject) => {
    // This listener stays: a socket that is destroyed may emit another error.
    socket.setNoDelay(true).on('error', reject)
    socket.once(isTls ? 'secureConnect' : 'connect', resolve)
  })
  assertPeer(socket, hostname, options)
  return socket
}

function tlsOptions(hostname: string, { ca }: NodeGuardOptions) {
  return {
    ALPNProtocols: ['http/1.1'],
    // SNI takes no IP addresses; the certificate is checked against the host then.
    ...(isIP(hostname) === 0 && { servername: hostname }),
    ca,
  }
}

/** Checks the address that the socket is connected to. */
function assertPeer(socket: Socket, hostname: string, options: NodeGuardOptions): void {
  const address = socket.remoteAddress ?? ''
  const reason = findRefusalReason(hostname, address, options)
  if (reason === undefined) return
  socket.destroy()
  throw new AddressRefusal(`${hostname} was connected to ${address}, ${reason}`)
}

/**
 * Returns the address for a host, which has no brackets: itself, or the first of one lookup. One forbidden address refuses the
 * whole name: a mixed answer looks like an attempt to get past the check.
 *
 * @throws OmniportError `unreachable`, or the error of the lookup.
 */
async function checkedAddress(hostname: string, options: NodeGuardOptions): Promise<string> {
  if (isIP(hostname) !== 0) {
    const reason = findRefusalReason(hostname, hostname, options)
    if (reason !== undefined) throw new AddressRefusal(`${hostname} is ${reason}`)
    return hostname
  }
  const lookup = options.lookup ?? ((name) => systemLookup(name, { all: true }))
  const addresses = await lookup(hostname)
  for (const { address } of addresses) {
    const reason = findRefusalReason(hostname, address, options)
    if (reason !== undefined) throw new AddressRefusal(`${hostname} resolves to ${address}, ${reason}`)
  }
  const [first] = addresses
  if (first === undefined) throw new AddressRefusal(`${hostname} has no address`)
  return first.address
}
