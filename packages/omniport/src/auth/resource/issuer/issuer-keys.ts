import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import type { JwtAuthOptions } from '../jwt/jwt-auth-options.js'
import { type DocumentSource, fetchDocument } from './fetch-document.js'
import { IssuerMetadata } from './issuer-metadata.js'

/** Finds the keys of one issuer. Fetched keys are cached, and fetched again for an unknown key, at limited frequency. */
export function createIssuerKeys(
  issuer: string,
  jwks: JwtAuthOptions['jwks'],
  source: DocumentSource,
): JWTVerifyGetKey {
  if (typeof jwks === 'function') return jwks
  if (typeof jwks === 'object') return createLocalJWKSet(jwks)
  if (jwks !== undefined) return createRemoteKeys(jwks, source)
  const metadata = new IssuerMetadata(issuer, source)
  let keys: JWTVerifyGetKey | undefined
  return async (header, token) => {
    keys ??= createRemoteKeys(await metadata.url('jwks_uri'), source)
    return keys(header, token)
  }
}

/** The pause between a failure and the next attempt. */
const pauseMs = 5_000

function createRemoteKeys(url: string, source: DocumentSource): JWTVerifyGetKey {
  const { runtime } = source
  const { origin, pathname } = new URL(url)
  const location = origin + pathname
  let failedAt = Number.NEGATIVE_INFINITY
  const load = async () => {
    if (runtime.now() - failedAt < pauseMs) {
      throw new OmniportError('unreachable', `${location} could not be read a moment ago`)
    }
    try {
      const init = { headers: { accept: 'application/json, application/jwk-set+json' } }
      const document = await fetchDocument(url, init, source)
      if (!isKeySet(document)) throw new OmniportError('unreachable', `${location} has no keys`)
      return Response.json(document)
    } catch (error) {
      failedAt = runtime.now()
      throw error
    }
  }
  return createRemoteJWKSet(new URL(url), { [customFetch]: load })
}

function isKeySet(document: unknown): boolean {
  if (!isObject(document)) return false
  const { keys } = document
  return Array.isArray(keys) && keys.every(isObject)
}
