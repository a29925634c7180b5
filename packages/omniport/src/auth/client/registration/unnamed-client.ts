import type { OAuthClient } from './oauth-client.js'

/** Nobody in particular: an assertion says all that the server needs to know. spec: RFC 7521#section-4.1 */
export const unnamedClient: OAuthClient = Object.freeze({
  metadata: { client_id: 'unnamed' }, // has to be there, and is not sent
  auth: () => {},
  secrets: [],
  isStored: false,
})
