import type { RequestHandler } from 'express'
import type { Options as RateLimitOptions } from 'express-rate-limit'
import * as z from 'zod/v4'
import { sha256Base64Url } from '#core/http'
import { answerError } from '../../../authorization-server/answer-error.js'
import { createEndpoint, quarterMs } from '../../../authorization-server/create-endpoint.js'
import type { OAuthClientInformationFull, OAuthTokens } from '../../../shared/auth.js'
import { InvalidGrantError, InvalidRequestError, ServerError, UnsupportedGrantTypeError } from '../errors.js'
import { authenticateClient } from '../middleware/clientAuth.js'
import type { OAuthServerProvider } from '../provider.js'

/** Options of `tokenHandler`. */
export type TokenHandlerOptions = {
  /** Gives the tokens. */
  provider: OAuthServerProvider
  /** Options of the rate limit; false for none. Default: 50 requests in 15 minutes. */
  rateLimit?: Partial<RateLimitOptions> | false
}

/** Serves the token endpoint: authorization codes with PKCE, and refresh tokens. spec: RFC 6749 section 3.2 */
export function tokenHandler({ provider, rateLimit }: TokenHandlerOptions): RequestHandler {
  const limit = { windowMs: quarterMs, max: 50, what: 'token' }
  const router = createEndpoint({ methods: ['POST'], body: 'form', limit, rateLimit })
  router.use(authenticateClient({ clientsStore: provider.clientsStore }))
  router.post('/', async (req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    try {
      const { grant_type: grant } = parse(tokenRequest, req.body)
      if (!req.client) throw new ServerError('Internal Server Error')
      res.status(200).json(await exchange(provider, { grant, client: req.client, body: req.body }))
    } catch (error) {
      answerError(res, error)
    }
  })
  return router
}

interface Grant {
  readonly grant: string
  readonly client: OAuthClientInformationFull
  readonly body: unknown
}

function exchange(provider: OAuthServerProvider, { grant, client, body }: Grant): Promise<OAuthTokens> {
  if (grant === 'authorization_code') return exchangeCode(provider, client, parse(codeGrant, body))
  if (grant === 'refresh_token') {
    const { refresh_token: token, scope, resource } = parse(refreshGrant, body)
    return provider.exchangeRefreshToken(client, token, scope?.split(' '), toUrl(resource))
  }
  throw new UnsupportedGrantTypeError('The grant type is not supported by this authorization server.')
}

async function exchangeCode(
  provider: OAuthServerProvider,
  client: OAuthClientInformationFull,
  grant: z.infer<typeof codeGrant>,
): Promise<OAuthTokens> {
  const { code, code_verifier: verifier, redirect_uri: redirectUri, resource } = grant
  const isCheckedElsewhere = provider.skipLocalPkceValidation
  if (!isCheckedElsewhere) {
    const challenge = await provider.challengeForAuthorizationCode(client, code)
    if ((await sha256Base64Url(verifier)) !== challenge) {
      throw new InvalidGrantError('code_verifier does not match the challenge')
    }
  }
  const passedOn = isCheckedElsewhere ? verifier : undefined
  return provider.exchangeAuthorizationCode(client, code, passedOn, redirectUri, toUrl(resource))
}

const tokenRequest = z.object({ grant_type: z.string() })

const codeGrant = z.object({
  code: z.string(),
  code_verifier: z.string(),
  redirect_uri: z.string().optional(),
  resource: z.string().url().optional(),
})

const refreshGrant = z.object({
  refresh_token: z.string(),
  scope: z.string().optional(),
  resource: z.string().url().optional(),
})

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new InvalidRequestError(parsed.error.message)
  return parsed.data
}

function toUrl(resource: string | undefined): URL | undefined {
  return resource ? new URL(resource) : undefined
}
