import { truncate } from '../../../values/text/truncate.js'
import { isLoopbackHost } from '../../ssrf-guard/is-loopback-host.js'
import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'
import { isSameIssuer } from '../discovery/is-same-issuer.js'
import { OAuthRefusal } from '../token-endpoint/oauth-refusal.js'

/**
 * Asserts that `clientId` is used only at the authorization server it belongs to: that of the options, else the first one that
 * issued tokens for this MCP server. Before that, a secret is sent only to the host of the MCP server, or within this machine,
 * since an MCP server could name any other.
 *
 * spec: basic/authorization/client-registration#authorization-server-binding
 *
 * @throws OmniportError `unauthorized`
 */
export async function assertClientIssuer(services: AuthServices, { server }: Authorization): Promise<void> {
  const key = keyOf(services)
  if (key === undefined) return
  const expected = services.options.issuer ?? (await services.store.get(key))
  if (typeof expected !== 'string') return assertSameHost(services, server.issuer)
  if (isSameIssuer(expected, server.issuer)) return
  throw new OAuthRefusal(
    `the MCP server now names ${truncate(server.issuer, 256)} for its tokens, but auth.clientId belongs to ${truncate(expected, 256)}`,
  )
}

function assertSameHost({ options, serverUrl }: AuthServices, issuer: string): void {
  const { hostname } = new URL(issuer)
  const isSameHost = hostname === serverUrl.hostname || [hostname, serverUrl.hostname].every(isLoopbackHost)
  if (options.clientSecret === undefined || isSameHost) return
  throw new OAuthRefusal(
    `the MCP server names ${truncate(issuer, 256)} for its tokens, on another host: if auth.clientId is registered there, set auth.issuer: '${truncate(issuer, 256)}'`,
  )
}

/** Stores that the client belongs to this server, which has issued tokens to it. */
export async function storeClientIssuer(services: AuthServices, { server }: Authorization): Promise<void> {
  const key = keyOf(services)
  if (key !== undefined && services.options.issuer === undefined) await services.store.set(key, server.issuer)
}

function keyOf({ options, serverUrl }: AuthServices): string | undefined {
  const { clientId } = options
  return clientId === undefined ? undefined : JSON.stringify(['client-issuer', serverUrl.href, clientId])
}
