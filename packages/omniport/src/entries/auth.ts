// Authorization of HTTP servers and of clients.
export { authStoreContract } from '../auth/auth-store.contract.js'
export type { AuthStore } from '../auth/auth-store.js'
export type { AuthOptions, ClientKey } from '../auth/client/auth-options.js'
export type {
  AssertionRequest,
  EnterpriseGrantOptions,
  GrantOptions,
  JwtBearerGrantOptions,
  TokenExchangeGrantOptions,
} from '../auth/client/grant-options.js'
export { createMemoryAuthStore } from '../auth/memory-auth-store.js'
export { guardedFetch } from '../auth/node/ssrf-guard/guarded-fetch.js'
export { type ApiKeyAuthOptions, type ApiKeyOwner, apiKeyAuth } from '../auth/resource/api-key-auth.js'
export { type IntrospectionAuthOptions, introspectionAuth } from '../auth/resource/introspection-auth.js'
export { jwtAuth } from '../auth/resource/jwt/jwt-auth.js'
export type { JwtAuthOptions } from '../auth/resource/jwt/jwt-auth-options.js'
export type { ScopeHierarchy } from '../auth/resource/token/expand-scopes.js'
export type { TokenAuthOptions } from '../auth/resource/token/token-auth-options.js'
export type { GuardOptions } from '../auth/ssrf-guard/guard-options.js'
