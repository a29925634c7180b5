import { OmniportError, type OmniportErrorCode } from '../../values/errors/omniport-error.js'
import { AddressRefusal } from '../ssrf-guard/address-refusal.js'

/** The code of a transient failure; undefined for all others. */
export function transientErrorCode(reason: unknown): OmniportErrorCode | undefined {
  if (!OmniportError.is(reason) || reason instanceof AddressRefusal) return undefined
  return reason.code === 'unreachable' || reason.code === 'timeout' ? reason.code : undefined
}
