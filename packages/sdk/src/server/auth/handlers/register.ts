import { randomBytes, randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Options as RateLimitOptions } from 'express-rate-limit'
import { answerError } from '../../../authorization-server/answer-error.js'
import { createEndpoint } from '../../../authorization-server/create-endpoint.js'
import {
  type OAuthClientInformationFull,
  type OAuthClientMetadata,
  OAuthClientMetadataSchema,
} from '../../../shared/auth.js'
import type { OAuthRegisteredClientsStore } from '../clients.js'
import { InvalidClientMetadataError } from '../errors.js'

/** Options of `clientRegistrationHandler`. */
export type ClientRegistrationHandlerOptions = {
  /** Stores the clients. */
  clientsStore: OAuthRegisteredClientsStore
  /** The life of a secret; 0 for ever, which is not wise. Default: 30 days. */
  clientSecretExpirySeconds?: number
  /** Options of the rate limit; false for none. Default: 20 requests in an hour. */
  rateLimit?: Partial<RateLimitOptions> | false
  /** Gives each client an id before it is stored. Default: true. */
  clientIdGeneration?: boolean
}

/** Serves the endpoint where clients register. spec: RFC 7591 @throws Error for a store that registers none. */
export function clientRegistrationHandler(options: ClientRegistrationHandlerOptions): RequestHandler {
  const { clientsStore, rateLimit } = options
  if (!clientsStore.registerClient) throw new Error('Client registration store does not support registering clients')
  const limit = { windowMs: hourMs, max: 20, what: 'client registration' }
  const router = createEndpoint({ methods: ['POST'], body: 'json', limit, rateLimit })
  router.post('/', async (req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    try {
      const parsed = OAuthClientMetadataSchema.safeParse(req.body)
      if (!parsed.success) throw new InvalidClientMetadataError(parsed.error.message)
      res.status(201).json(await clientsStore.registerClient?.(createClient(parsed.data, options)))
    } catch (error) {
      answerError(res, error)
    }
  })
  return router
}

/** A client with a secret, unless it is public, and with an id, unless the store gives it one. */
function createClient(
  metadata: OAuthClientMetadata,
  {
    clientSecretExpirySeconds: lifetime = 30 * 24 * 60 * 60,
    clientIdGeneration = true,
  }: ClientRegistrationHandlerOptions,
): OAuthClientInformationFull {
  const isPublic = metadata.token_endpoint_auth_method === 'none'
  const now = Math.floor(Date.now() / 1000)
  // A public client has both members with undefined: stores see the same members of every client.
  return {
    ...metadata,
    client_secret: isPublic ? undefined : randomBytes(32).toString('hex'),
    client_secret_expires_at: isPublic ? undefined : lifetime > 0 ? now + lifetime : 0,
    ...(clientIdGeneration && { client_id: randomUUID(), client_id_issued_at: now }),
  } as OAuthClientInformationFull
}

const hourMs = 60 * 60 * 1000
