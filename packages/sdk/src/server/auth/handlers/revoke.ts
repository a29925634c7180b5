import type { RequestHandler } from 'express'
import type { Options as RateLimitOptions } from 'express-rate-limit'
import { answerError } from '../../../authorization-server/answer-error.js'
import { createEndpoint, quarterMs } from '../../../authorization-server/create-endpoint.js'
import { OAuthTokenRevocationRequestSchema } from '../../../shared/auth.js'
import { InvalidRequestError, ServerError } from '../errors.js'
import { authenticateClient } from '../middleware/clientAuth.js'
import type { OAuthServerProvider } from '../provider.js'

/** Options of `revocationHandler`. */
export type RevocationHandlerOptions = {
  /** Revokes tokens. */
  provider: OAuthServerProvider
  /** Options of the rate limit; false for none. Default: 50 requests in 15 minutes. */
  rateLimit?: Partial<RateLimitOptions> | false
}

/** Serves the endpoint that revokes tokens. spec: RFC 7009 @throws Error for a provider that revokes none. */
export function revocationHandler({ provider, rateLimit }: RevocationHandlerOptions): RequestHandler {
  if (!provider.revokeToken) throw new Error('Auth provider does not support revoking tokens')
  const limit = { windowMs: quarterMs, max: 50, what: 'token revocation' }
  const router = createEndpoint({ methods: ['POST'], body: 'form', limit, rateLimit })
  router.use(authenticateClient({ clientsStore: provider.clientsStore }))
  router.post('/', async (req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    try {
      const parsed = OAuthTokenRevocationRequestSchema.safeParse(req.body)
      if (!parsed.success) throw new InvalidRequestError(parsed.error.message)
      if (!req.client) throw new ServerError('Internal Server Error')
      await provider.revokeToken?.(req.client, parsed.data)
      res.status(200).json({})
    } catch (error) {
      answerError(res, error)
    }
  })
  return router
}
