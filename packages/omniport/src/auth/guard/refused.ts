import type { OmniportError } from '../../jsonrpc/omniport-error.js'
import { AddressRefusal } from './address-refusal.js'

/** The error that no connection is made, for a reason like `10.0.0.1 is a private address`. */
export function addressRefused(reason: string): OmniportError {
  return new AddressRefusal(reason)
}
