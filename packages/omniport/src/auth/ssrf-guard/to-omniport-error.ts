import { OmniportError } from '../../values/errors/omniport-error.js'
import { formatHost } from './format-host.js'

/** Why a request to `url` failed: the error of this library that is at the root of it, else `unreachable` with a code. */
export function toOmniportError(reason: unknown, url: URL): OmniportError {
  const causes = causesOf(reason)
  const omniportError = causes.find(OmniportError.is)
  if (omniportError !== undefined) return omniportError
  // Not the message: that of a wrong certificate, for one, has text of the peer in it.
  const code = causes.map(codeOf).find((text) => text !== undefined)
  const hint = code === undefined ? '' : ` (${code})`
  return new OmniportError('unreachable', `${formatHost(url)} could not be reached${hint}`, { cause: reason })
}

const maxCauses = 8

function causesOf(reason: unknown): readonly unknown[] {
  const causes: unknown[] = []
  for (let cause = reason; causes.length < maxCauses && cause instanceof Error; cause = cause.cause) causes.push(cause)
  return causes
}

function codeOf(cause: unknown): string | undefined {
  const { code } = cause as { code?: unknown } // an Error, whose members may be anything
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : undefined
}
