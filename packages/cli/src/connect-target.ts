import { OmniportError, type Revision, revisions } from 'omniport'
import { type Client, type ConnectOptions, connect } from 'omniport/client'
import type { Protocol } from './invocation.js'
import type { ResolvedTarget } from './target/resolved-target.js'

/**
 * Connects in the revisions that `protocol` allows, the newest first. Rejects as `connect` does; a server that has none of
 * them is an OmniportError `unsupported`.
 */
export async function connectTarget(
  target: ResolvedTarget,
  protocol: Protocol,
  options: ConnectOptions,
): Promise<Client> {
  const wanted = wantedOf(target)
  let refusal: unknown
  for (const revision of revisionsOf(protocol)) {
    try {
      return await connect(wanted, { ...options, revision })
    } catch (reason) {
      if (!OmniportError.is(reason) || reason.code !== 'unsupported') throw reason
      refusal ??= reason
    }
  }
  throw refusal
}

function wantedOf(target: ResolvedTarget) {
  if (target.type === 'url') return target.address
  return target.type === 'command' ? target.command : target.server
}

/** Undefined leaves the choice to `connect`. */
function revisionsOf(protocol: Protocol): readonly (Revision | undefined)[] {
  if (protocol === 'auto') return [undefined]
  if (protocol === 'modern') return ['2026-07-28']
  return protocol === 'legacy' ? revisions.filter((revision) => revision !== '2026-07-28').reverse() : [protocol]
}
