import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { openTunnel, secureTunnel } from '../../node/proxy/open-tunnel.js'

/** Opens connections through a proxy, also those without TLS, so that the requests are the same as without one. */
export function tunnelConnector(proxy: URL): buildConnector.connector {
  return ({ hostname, port, protocol }, callback) => {
    open(proxy, { hostname, port, protocol }).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}

async function open(
  proxy: URL,
  { hostname, port, protocol }: { readonly hostname: string; readonly port: string; readonly protocol: string },
): Promise<Socket> {
  const isTls = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = await openTunnel(proxy, { host, port: Number(port || (isTls ? 443 : 80)) })
  return isTls ? secureTunnel(socket, { hostname: host }) : socket
}
