import { OmniportError } from '../../../values/errors/omniport-error.js'
import { truncate } from '../../../values/text/truncate.js'
import { transientErrorCode } from '../transient-error-code.js'

/**
 * The error that a server cannot be authorized at, for what it or its authorization server published. Where its cause may be
 * over in a moment it says that too.
 */
export function discoveryError(message: string, cause?: unknown): OmniportError {
  return new OmniportError(transientErrorCode(cause) ?? 'unauthorized', message, cause === undefined ? {} : { cause })
}

/** What a peer wrote, as it may stand in a message. */
export function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${truncate(value, 200)}'` : `a value of type ${typeof value}`
}

/** An address as it may stand in a message: without its query. */
export function formatUrl({ origin, pathname }: URL): string {
  return truncate(`${origin}${pathname}`, 200)
}
