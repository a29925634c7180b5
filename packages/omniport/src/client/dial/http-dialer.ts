import { OmniportError } from '../../jsonrpc/omniport-error.js'
import type { Dialer } from './dialer.js'

/** The way to a server over HTTP, which there is none yet. */
export function httpDialer(url: string | URL): Dialer {
  return {
    reopens: false,
    open: async () => {
      throw new OmniportError('unsupported', `HTTP is not available yet: ${String(url)} cannot be connected to`)
    },
  }
}
