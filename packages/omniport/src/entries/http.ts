export type { Authenticate, AuthRequest, AuthScheme, Denied } from '../transport/http/authenticate.js'
export { createFetchHandler, type FetchHandler } from '../transport/http/create-fetch-handler.js'
export type { HttpOptions, SessionOptions } from '../transport/http/http-options.js'
export type { ProtectedResource } from '../transport/http/protected-resource.js'
