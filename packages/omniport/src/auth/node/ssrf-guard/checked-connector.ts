import { lookup as systemLookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { addAbortSignal } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { AddressRefusal } from '../../ssrf-guard/address-refusal.js'
import { findRefusalReason } from './find-refusal-reason.js'
import type { NodeGuardOptions } from './node-guard-options.js'

/** For one request. */
interface ConnectorOptions extends NodeGuardOptions {
  /** Ends the connection, one that is being made too. */
  readonly signal: AbortSignal | undefined
}

/**
 * Makes the connections of a client for one origin. The socket is given an address that was checked, never a name, so there is
 * nothing that it could look up again; certificates are held to the name.
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
  const socket = isTls ? connectTls({ ...target, ...tlsOptions(hostname, options) }) : connectTcp(target)
  if (options.signal !== undefined) addAbortSignal(options.signal, socket)
  await new Promise<void>((resolve, reject) => {
    // Stays: a socket that is being destroyed may fail once more, when nobody else listens.
    socket.setNoDelay(true).on('error', reject)
    socket.once(isTls ? 'secureConnect' : 'connect', resolve)
  })
  assertPeer(socket, hostname, options)
  return socket
}

function tlsOptions(hostname: string, { ca }: NodeGuardOptions) {
  return {
    ALPNProtocols: ['http/1.1'],
    // Addresses are not sent as names; the certificate is held to the host then.
    ...(isIP(hostname) === 0 && { servername: hostname }),
    ...(ca !== undefined && { ca }),
  }
}

/** Looks again once the connection is there, at what it is really with. */
function assertPeer(socket: Socket, hostname: string, options: NodeGuardOptions): void {
  const address = socket.remoteAddress ?? ''
  const reason = findRefusalReason(hostname, address, options)
  if (reason === undefined) return
  socket.destroy()
  throw new AddressRefusal(`${hostname} was connected to ${address}, ${reason}`)
}

/**
 * The address to connect to for a host, which has no brackets: itself, or the first that its name resolves to, which is asked for once. One address
 * that may not be connected to refuses the name, whichever others it has: who answers so tries to be let through.
 *
 * @throws OmniportError `unreachable`, or what the lookup rejects with.
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
