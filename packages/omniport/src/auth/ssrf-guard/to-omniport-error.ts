import { OmniportError } from '../../values/errors/omniport-error.js'
import { formatHost } from './format-host.js'

/** Converts a failure of a request: to the OmniportError among its causes, else to `unreachable` with the system code. */
export function toOmniportError(reason: unknown, url: URL): OmniportError {
  const causes = causesOf(reason)
  const omniportError = causes.find(OmniportError.is)
  if (omniportError !== undefined) return omniportError
  // Messages are not used: that of a bad certificate contains text of the peer.
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
