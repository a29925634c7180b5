import assert from 'node:assert/strict'

/** The document does not exist: the suite takes the address for what it is. */
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json'

/** What a client is told beforehand, by scenario; in all others it finds out by itself. */
const knowledge = new Map([
  ['auth/pre-registration', ({ client_id, client_secret }) => ({ clientId: client_id, clientSecret: client_secret })],
  [
    'auth/client-credentials-basic',
    ({ client_id, client_secret }) => ({
      grant: 'client_credentials',
      clientId: client_id,
      clientSecret: client_secret,
    }),
  ],
  [
    'auth/client-credentials-jwt',
    ({ client_id, private_key_pem, signing_algorithm }) => ({
      grant: 'client_credentials',
      clientId: client_id,
      privateKey: { key: private_key_pem, alg: signing_algorithm },
    }),
  ],
  [
    'auth/enterprise-managed-authorization',
    ({ client_id, client_secret, idp_client_id, idp_id_token, idp_token_endpoint }) => ({
      grant: {
        type: 'enterprise',
        tokenEndpoint: idp_token_endpoint,
        clientId: idp_client_id,
        subjectToken: idp_id_token,
      },
      clientId: client_id,
      clientSecret: client_secret,
    }),
  ],
  [
    'auth/wif-jwt-bearer',
    ({ client_id, valid_jwt }) => ({ grant: { type: 'jwt-bearer', assertion: () => valid_jwt }, clientId: client_id }),
  ],
  ['auth/basic-cimd', () => ({ clientMetadataUrl })],
  ['auth/dpop', () => ({ dpop: true })],
  ['auth/dpop-nonce', () => ({ dpop: true })],
])

/** The scenarios whose authorization server is not to be trusted: nothing may come of them. */
const refused = new Set([
  'auth/iss-normalized',
  'auth/iss-supported-missing',
  'auth/iss-unexpected',
  'auth/iss-wrong-issuer',
  'auth/metadata-issuer-mismatch',
  'auth/resource-mismatch',
  'auth/scope-retry-limit',
])

/** The option `auth` of a scenario: its person agrees to everything at once. Undefined where none is needed. */
export function authFor(scenario, context) {
  if (!scenario.startsWith('auth/')) return undefined
  return { open: agree, ...knowledge.get(scenario)?.(context) }
}

/** Runs a scenario, and sees to it that the client gives up exactly where it has to. */
export async function asExpected(scenario, run) {
  if (!refused.has(scenario)) return run()
  await assert.rejects(run, { name: 'OmniportError', code: 'unauthorized' })
}

/** Goes where a browser would be sent, and follows the way back. */
async function agree(url) {
  const reply = await fetch(url, { redirect: 'manual' })
  await fetch(reply.headers.get('location'))
}
