import type { OAuthClient } from './oauth-client.js'

/** The client of an assertion, which identifies the workload by itself. spec: RFC 7521#section-4.1 */
export const unnamedClient: OAuthClient = Object.freeze({
  metadata: { client_id: 'unnamed' }, // required by the type, not sent
  auth: () => {},
  secrets: [],
  isStored: false,
})
