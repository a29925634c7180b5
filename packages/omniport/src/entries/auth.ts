// Authorization: who may use a server over HTTP, and how a client gets to do so.
export type { AuthStore } from '../auth/auth-store.js'
export type { AuthOptions, ClientKey } from '../auth/client/auth-options.js'
export type {
  AssertionRequest,
  EnterpriseGrantOptions,
  GrantOptions,
  JwtBearerGrantOptions,
} from '../auth/client/grant-options.js'
