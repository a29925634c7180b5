import { OmniportError } from '../../../values/errors/omniport-error.js'
import { truncate } from '../../../values/text/truncate.js'
import { transientErrorCode } from '../transient-error-code.js'

/**
 * The error for metadata that is missing or wrong: `unreachable` or `timeout` if its cause is transient, else `unauthorized`.
 */
export function discoveryError(message: string, cause?: unknown): OmniportError {
  return new OmniportError(transientErrorCode(cause) ?? 'unauthorized', message, cause === undefined ? {} : { cause })
}

/** Formats a value of the peer for a message. */
export function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${truncate(value, 200)}'` : `a value of type ${typeof value}`
}

/** Formats a URL for a message, without its query. */
export function formatUrl({ origin, pathname }: URL): string {
  return truncate(`${origin}${pathname}`, 200)
}
