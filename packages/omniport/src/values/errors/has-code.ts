import { OmniportError, type OmniportErrorCode } from './omniport-error.js'

/** Tells if something thrown is an OmniportError with this code. */
export function hasCode(reason: unknown, code: OmniportErrorCode): reason is OmniportError {
  return OmniportError.is(reason) && reason.code === code
}
