// An authorization server for development only: anybody signs in, with any name and any password.
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import Provider, { errors } from 'oidc-provider'

const { ISSUER_PORT = '4000', RESOURCE = 'http://127.0.0.1:3000/mcp' } = process.env
const issuer = `http://127.0.0.1:${ISSUER_PORT}`

// A new key with each start: tokens of an earlier start are refused.
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const key = { ...privateKey.export({ format: 'jwk' }), kid: `${Date.now()}`, alg: 'ES256', use: 'sig' }

const provider = new Provider(issuer, {
  jwks: { keys: [key] },
  cookies: { keys: ['development'] },
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  pkce: { required: () => true },
  // The name that somebody signs in with is the id of the principal.
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  features: {
    registration: { enabled: true }, // clients register by themselves
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      // What tokens of a server may say, and that they are JWTs, which jwtAuth reads.
      getResourceServerInfo(_ctx, resource) {
        if (resource !== RESOURCE) throw new errors.InvalidTarget(`there are tokens for ${RESOURCE} only`)
        const jwt = { sign: { alg: 'ES256' } }
        return { scope: 'orders:read orders:write', audience: resource, accessTokenFormat: 'jwt', jwt }
      },
    },
  },
})

createServer(provider.callback()).listen(Number(ISSUER_PORT), '127.0.0.1', () => console.log(issuer))
