export { createFetchHandler, type FetchHandler } from '../transport/http/create-fetch-handler.js'
export type { Authenticate, Denied, HttpOptions, SessionOptions } from '../transport/http/http-options.js'
