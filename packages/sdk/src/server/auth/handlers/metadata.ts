import type { RequestHandler } from 'express'
import { createEndpoint } from '../../../authorization-server/create-endpoint.js'
import type { OAuthMetadata, OAuthProtectedResourceMetadata } from '../../../shared/auth.js'

/** Serves a metadata document. */
export function metadataHandler(metadata: OAuthMetadata | OAuthProtectedResourceMetadata): RequestHandler {
  const router = createEndpoint({ methods: ['GET', 'OPTIONS'] })
  router.get('/', (_req, res) => {
    res.status(200).json(metadata)
  })
  return router
}
