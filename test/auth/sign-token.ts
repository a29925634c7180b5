import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto'
import type { JWK } from 'oidc-provider'

type Claims = Readonly<Record<string, unknown>>

/** A signed JWT of any claims, as an authorization server with that key would make it; for an hour unless they say otherwise. */
export function signToken(key: JWK, claims: Claims): string {
  const now = Math.floor(Date.now() / 1_000)
  const header = { alg: 'ES256', typ: 'at+jwt', kid: key.kid }
  const content = [header, { iat: now, exp: now + 3_600, ...claims }].map(encode).join('.')
  const privateKey = createPrivateKey({ key: key as JsonWebKey, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

/** Whether a JWT was signed with this key. */
export function isSignedWith(key: JWK, token: string): boolean {
  const at = token.lastIndexOf('.')
  const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' })
  const signature = Buffer.from(token.slice(at + 1), 'base64url')
  return verify('sha256', Buffer.from(token.slice(0, at)), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
}

/** What a JWT says; nothing is checked. */
export function claimsOf(token: string): Claims {
  const [, payload = ''] = token.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
