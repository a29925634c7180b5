import type { Request, RequestHandler, Response } from 'express'
import type { Options as RateLimitOptions } from 'express-rate-limit'
import * as z from 'zod/v4'
import { parseUrl } from '#core/http'
import { answerError, toOAuthError } from '../../../authorization-server/answer-error.js'
import { createEndpoint, quarterMs } from '../../../authorization-server/create-endpoint.js'
import type { OAuthClientInformationFull } from '../../../shared/auth.js'
import { InvalidClientError, InvalidRequestError, type OAuthError } from '../errors.js'
import type { AuthorizationParams, OAuthServerProvider } from '../provider.js'

/** Options of `authorizationHandler`. */
export type AuthorizationHandlerOptions = {
  /** Runs the flow. */
  provider: OAuthServerProvider
  /** Options of the rate limit; false for none. Default: 100 requests in 15 minutes. */
  rateLimit?: Partial<RateLimitOptions> | false
}

/**
 * Compares a redirect URI with a registered one: exactly, but for the port where both are on the same loopback host.
 *
 * spec: RFC 8252 section 7.3
 */
export function redirectUriMatches(requested: string, registered: string): boolean {
  if (requested === registered) return true
  const [one, other] = [parseUrl(requested), parseUrl(registered)]
  if (one === undefined || other === undefined || !loopbackHosts.has(one.hostname)) return false
  return comparable(one) === comparable(other)
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

function comparable({ protocol, hostname, pathname, search }: URL): string {
  return JSON.stringify([protocol, hostname, pathname, search])
}

/** Serves the authorization endpoint: code flow with PKCE. spec: RFC 6749 section 3.1, OAuth 2.1 section 4.1 */
export function authorizationHandler({ provider, rateLimit }: AuthorizationHandlerOptions): RequestHandler {
  const limit = { windowMs: quarterMs, max: 100, what: 'authorization' }
  const router = createEndpoint({ methods: ['GET', 'POST'], isForScripts: false, body: 'form', limit, rateLimit })
  router.all('/', async (req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    const params: unknown = req.method === 'POST' ? req.body : req.query
    const flow = await startFlow(provider, params).catch((error) => answerError(res, error))
    if (flow) await authorize(provider, flow, { params, res })
  })
  return router
}

/** The client, and where its browser goes back to: without both, errors are told to the browser itself. */
interface Flow {
  readonly client: OAuthClientInformationFull
  readonly redirectUri: string
}

async function startFlow(provider: OAuthServerProvider, params: unknown): Promise<Flow> {
  const { client_id: id, redirect_uri: requested } = parse(clientParams, params)
  const client = await provider.clientsStore.getClient(id)
  if (!client) throw new InvalidClientError('Invalid client_id')
  const [only, ...others] = client.redirect_uris
  if (requested === undefined) {
    if (only !== undefined && others.length === 0) return { client, redirectUri: only }
    throw new InvalidRequestError('redirect_uri must be specified when client has multiple registered URIs')
  }
  if (!client.redirect_uris.some((registered) => redirectUriMatches(requested, registered))) {
    throw new InvalidRequestError('Unregistered redirect_uri')
  }
  return { client, redirectUri: requested }
}

/** Runs the flow; its errors go back with the browser. */
async function authorize(
  provider: OAuthServerProvider,
  { client, redirectUri }: Flow,
  { params, res }: { readonly params: unknown; readonly res: Response },
): Promise<void> {
  try {
    const { state, scope, code_challenge: codeChallenge, resource } = parse(requestParams, params)
    const request = {
      state,
      scopes: scope === undefined ? [] : scope.split(' '),
      redirectUri,
      codeChallenge,
      resource: resource ? new URL(resource) : undefined,
    } as AuthorizationParams
    await provider.authorize(client, request, res)
  } catch (error) {
    res.redirect(302, formatRedirect(redirectUri, toOAuthError(error), stateOf(params)))
  }
}

function formatRedirect(redirectUri: string, { errorCode, message, errorUri }: OAuthError, state?: string): string {
  const url = new URL(redirectUri)
  url.searchParams.set('error', errorCode)
  url.searchParams.set('error_description', message)
  if (errorUri) url.searchParams.set('error_uri', errorUri)
  if (state) url.searchParams.set('state', state)
  return url.href
}

/** The state goes back with every error, also where another parameter is not valid. spec: RFC 6749 section 4.1.2.1 */
function stateOf(params: unknown): string | undefined {
  const state = (params as Request['query'] | undefined)?.['state']
  return typeof state === 'string' ? state : undefined
}

const clientParams = z.object({
  client_id: z.string(),
  redirect_uri: z
    .string()
    .optional()
    .refine((value) => value === undefined || parseUrl(value) !== undefined, {
      message: 'redirect_uri must be a valid URL',
    }),
})

const requestParams = z.object({
  response_type: z.literal('code'),
  code_challenge: z.string(),
  code_challenge_method: z.literal('S256'),
  scope: z.string().optional(),
  state: z.string().optional(),
  resource: z.string().url().optional(),
})

function parse<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new InvalidRequestError(parsed.error.message)
  return parsed.data
}
