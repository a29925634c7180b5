import type { MaybePromise } from '../../async/maybe-promise.js'
import type { AuthOptions } from '../../auth/client/auth-options.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import type { Tool } from '../../protocol/model/tool.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ConnectionOwner } from '../upstreams/upstream-connection.js'
import { isUnauthorized, signInTool } from './sign-in-tool.js'
import { createPerson } from './upstream-person.js'

/** The person whose connection it is, where an upstream has credentials of persons. */
export class UpstreamCaller {
  /** Of the last message. */
  principal: Principal | undefined
  readonly #calls: ConnectionCalls
  readonly #waiting = new Set<Exchange>()

  constructor(calls: ConnectionCalls) {
    this.#calls = calls
  }

  /** The calls whose client can be asked: those that wait for the connection, and those in flight. */
  get askable(): readonly Exchange[] {
    return [...this.#waiting, ...this.#calls.values().map(({ exchange }) => exchange)]
  }

  /** Lets the client of a call be asked while that waits for `opening`. */
  async during<T>(call: Exchange, opening: MaybePromise<T>): Promise<T> {
    this.#waiting.add(call)
    try {
      return await opening
    } finally {
      this.#waiting.delete(call)
    }
  }
}

/** The calls in flight on a connection. */
interface ConnectionCalls {
  values(): readonly { readonly exchange: Exchange }[]
}

/**
 * Gives the credentials of a connection: those of the gateway, or of the person whose connection it is. The gateway never acts for
 * somebody with its own where people have theirs.
 *
 * @throws OmniportError `unauthorized` for a caller that is not authenticated.
 */
export function connectionAuth(
  { name: upstream, settings, services }: ConnectionOwner,
  caller: UpstreamCaller,
): AuthOptions | undefined {
  const { auth, credentials } = settings
  if (credentials === undefined) return auth
  const { principal } = caller
  if (principal === undefined) {
    throw new OmniportError('unauthorized', `"${upstream}" is for callers that the gateway has authenticated`)
  }
  const { runtime } = services
  const waiting = () => caller.askable
  return credentials(createPerson({ upstream, principal: () => caller.principal ?? principal, waiting, runtime }))
}

/** Gives the tool in place of all, where a person has not signed in; undefined for an upstream where nobody does. */
export function substituteOf({ name, settings }: ConnectionOwner): ((reason: unknown) => Tool | undefined) | undefined {
  if (settings.credentials === undefined) return undefined
  return (reason) => (isUnauthorized(reason) ? signInTool(name) : undefined)
}
