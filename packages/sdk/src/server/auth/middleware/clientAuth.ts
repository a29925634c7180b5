import { timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'
import * as z from 'zod/v4'
import { answerError } from '../../../authorization-server/answer-error.js'
import type { OAuthClientInformationFull } from '../../../shared/auth.js'
import type { OAuthRegisteredClientsStore } from '../clients.js'
import { InvalidClientError, InvalidRequestError } from '../errors.js'

/** Options of `authenticateClient`. */
export type ClientAuthenticationMiddlewareOptions = {
  /** The registered clients. */
  clientsStore: OAuthRegisteredClientsStore
}

declare module 'express-serve-static-core' {
  interface Request {
    /** The client, after `authenticateClient`. */
    client?: OAuthClientInformationFull
  }
}

/** Makes middleware that checks `client_id` and `client_secret` of the body, and sets `req.client`. spec: RFC 6749 section 2.3.1 */
export function authenticateClient({ clientsStore }: ClientAuthenticationMiddlewareOptions): RequestHandler {
  return async (req, res, next) => {
    try {
      const parsed = credentials.safeParse(req.body)
      if (!parsed.success) throw new InvalidRequestError(String(parsed.error))
      const client = await clientsStore.getClient(parsed.data.client_id)
      if (!client) throw new InvalidClientError('Invalid client_id')
      assertSecret(client, parsed.data.client_secret)
      req.client = client
    } catch (error) {
      answerError(res, error)
      return
    }
    next()
  }
}

function assertSecret(client: OAuthClientInformationFull, given: string | undefined): void {
  const { client_secret: secret, client_secret_expires_at: expiresAt } = client
  if (!secret) return
  if (!given) throw new InvalidClientError('Client secret is required')
  if (!isSameSecret(given, secret)) throw new InvalidClientError('Invalid client_secret')
  if (expiresAt && expiresAt < Math.floor(Date.now() / 1000)) throw new InvalidClientError('Client secret has expired')
}

/** Takes the same time wherever two secrets differ. */
function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const credentials = z.object({ client_id: z.string(), client_secret: z.string().optional() })
