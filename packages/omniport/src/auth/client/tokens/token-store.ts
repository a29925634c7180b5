import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'
import { type IssuedTokens, parseStoredAuthorization, parseStoredTokens, type StoredTokens } from './stored-tokens.js'

/**
 * The stored tokens of one MCP server, by issuer, resource and client: tokens of one authorization server are never sent to
 * another.
 *
 * spec: basic/authorization/client-registration#authorization-server-binding
 */
export class TokenStore {
  readonly #services: AuthServices
  /** Tokens that the store failed to save. */
  #unsaved: { readonly key: string; readonly tokens: StoredTokens } | undefined

  constructor(services: AuthServices) {
    this.#services = services
  }

  /** Loads the tokens that were saved last, of any authorization server. */
  async loadLast(): Promise<IssuedTokens | undefined> {
    const authorization = parseStoredAuthorization(await this.#services.store.get(this.#authorizationKey))
    if (authorization === undefined) return undefined
    const tokens = await this.read(authorization)
    return tokens && { ...tokens, authorization }
  }

  async read(authorization: Authorization): Promise<StoredTokens | undefined> {
    const key = this.#keyOf(authorization)
    const tokens = parseStoredTokens(await this.#services.store.get(key), this.#services)
    const unsaved = this.#unsaved?.key === key ? this.#unsaved.tokens : undefined
    return unsaved !== undefined && (tokens === undefined || tokens.since <= unsaved.since) ? unsaved : tokens
  }

  /** Saves tokens. Never rejects: if the store fails, that is reported and the tokens are valid until this process ends. */
  async save({ authorization, ...tokens }: IssuedTokens): Promise<void> {
    const { store, serverUrl, report } = this.#services
    const key = this.#keyOf(authorization)
    this.#unsaved = undefined
    try {
      await store.set(key, tokens)
      await store.set(this.#authorizationKey, authorization)
    } catch (cause) {
      this.#unsaved = { key, tokens }
      report?.(
        new OmniportError(
          'unauthorized',
          `The tokens for ${serverUrl.origin}${serverUrl.pathname} could not be stored`,
          {
            cause,
          },
        ),
      )
    }
  }

  /** Runs `fn` exclusively among all that share the store, in other processes too. Aborting ends the wait. */
  exclusive<T>(authorization: Authorization, signal: AbortSignal, fn: () => Promise<T>): Promise<T> {
    return this.#services.store.exclusive(this.#keyOf(authorization), fn, signal)
  }

  get #authorizationKey(): string {
    return JSON.stringify(['authorization', this.#services.serverUrl.href])
  }

  #keyOf({ server, resource }: Authorization): string {
    const {
      grant = 'authorization_code',
      clientId,
      clientMetadataUrl,
      redirectUrl = 'loopback',
    } = this.#services.options
    const grantType = typeof grant === 'string' ? grant : grant.type
    const client = clientId ?? clientMetadataUrl ?? redirectUrl
    return JSON.stringify(['tokens', server.issuer, resource, grantType, client])
  }
}
