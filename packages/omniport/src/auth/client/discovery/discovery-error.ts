import { clip } from '../../../jsonrpc/clip.js'
import { OmniportError } from '../../../jsonrpc/omniport-error.js'

/** The error that a server cannot be authorized at, for what it or its authorization server published. */
export function discoveryError(message: string, cause?: unknown): OmniportError {
  return new OmniportError('unauthorized', message, cause === undefined ? {} : { cause })
}

/** What a peer wrote, as it may stand in a message. */
export function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${clip(value, 200)}'` : `a value of type ${typeof value}`
}

/** An address as it may stand in a message: without its query. */
export function place({ origin, pathname }: URL): string {
  return clip(`${origin}${pathname}`, 200)
}
