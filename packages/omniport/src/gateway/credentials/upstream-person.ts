import { randomId } from '../../async/runtime/random-id.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import type { AuthOptions } from '../../auth/client/auth-options.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import { decodeInputResponse } from '../../protocol/input/decode-input-response.js'
import { encodeInputRequest } from '../../protocol/input/encode-input-request.js'
import { hasCapabilities } from '../../protocol/input/has-capabilities.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'

/** An authenticated caller of a gateway, at one upstream. */
export interface UpstreamPerson {
  /** As of their last message. */
  readonly principal: Principal
  readonly upstream: string
  /**
   * Asks them to open a page, by an elicitation on one of their calls, in every revision that has such. Resolves when they have
   * agreed. Rejects with OmniportError `unauthorized` where no call of theirs waits, their client cannot open pages, or they
   * declined.
   */
  openUrl(url: string): Promise<void>
}

/**
 * Gives the credentials of a person at an upstream, once for each connection of theirs. Undefined: the upstream is used without
 * any. Those of the gateway are never used in their place.
 */
export type PersonCredentials = (person: UpstreamPerson) => AuthOptions | undefined

export interface PersonOptions {
  readonly upstream: string
  readonly principal: () => Principal
  /** The messages of this person that wait for the upstream. */
  readonly waiting: () => Iterable<Exchange>
  readonly runtime: Runtime
}

export function createPerson({ upstream, principal, waiting, runtime }: PersonOptions): UpstreamPerson {
  return {
    get principal() {
      return principal()
    },
    upstream,
    async openUrl(url) {
      for (const exchange of waiting()) {
        if (exchange.ask !== undefined && opensPages(exchange)) return askToOpen(url, upstream, { exchange, runtime })
      }
      const how = 'call one of its tools with a client that opens pages'
      throw new OmniportError('unauthorized', `the caller has not signed in to "${upstream}"; ${how}`)
    },
  }
}

function opensPages({ client, revision }: Exchange): boolean {
  return (
    profileOf(revision).elicitation === 'full' && hasCapabilities(client.capabilities, { elicitation: { url: {} } })
  )
}

/** spec: client/elicitation#url-mode-elicitation-requests */
async function askToOpen(
  url: string,
  upstream: string,
  { exchange, runtime }: { readonly exchange: Exchange; readonly runtime: Runtime },
): Promise<void> {
  const message = `Sign in to "${upstream}", so that it can be used for you`
  const params = { mode: 'url', message, url, elicitationId: randomId(runtime, 16) }
  const request = encodeInputRequest({ method: 'elicitation/create', params }, profileOf(exchange.revision))
  const answer = await exchange.ask?.({ method: request.method, ...(request.params && { params: request.params }) })
  const { action } = decodeInputResponse('elicitation/create', answer)
  if (action !== 'accept') throw new OmniportError('unauthorized', `signing in to "${upstream}" was declined`)
}
