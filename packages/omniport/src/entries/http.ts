export type { Authenticate, AuthRequest, AuthScheme, Denied } from '../transport/http/auth/authenticate.js'
export type { ProtectedResource } from '../transport/http/auth/protected-resource.js'
export { createFetchHandler, type FetchHandler } from '../transport/http/create-fetch-handler.js'
export type { HttpOptions, SessionOptions } from '../transport/http/http-options.js'
