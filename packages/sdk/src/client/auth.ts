// The authorization of a client: the flow as a whole, its parts, and what a provider implements.
export { startAuthorization } from '../oauth/authorization-request.js'
export { extractResourceMetadataUrl, extractWWWAuthenticateParams } from '../oauth/challenge.js'
export { selectClientAuthMethod } from '../oauth/client-authentication.js'
export {
  buildDiscoveryUrls,
  discoverAuthorizationServerMetadata,
  discoverOAuthMetadata,
  discoverOAuthProtectedResourceMetadata,
  discoverOAuthServerInfo,
} from '../oauth/discovery.js'
export { parseErrorResponse } from '../oauth/error-response.js'
export type {
  AddClientAuthentication,
  AuthResult,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthServerInfo,
} from '../oauth/provider.js'
export { isHttpsUrl, registerClient } from '../oauth/registration.js'
export { selectResourceURL } from '../oauth/resource.js'
export { auth, UnauthorizedError } from '../oauth/run-auth.js'
export {
  exchangeAuthorization,
  fetchToken,
  prepareAuthorizationCodeRequest,
  refreshAuthorization,
} from '../oauth/token-requests.js'
