import type { HttpRequest } from '#core/serve'
import type { RequestInfo } from '../types.js'

/** Creates what handlers see of an HTTP request. It is collected on first use. */
export function createRequestInfo(request: HttpRequest): RequestInfo {
  let headers: RequestInfo['headers'] | undefined
  let url: URL | undefined
  return {
    get headers() {
      headers ??= Object.fromEntries(request.headers)
      return headers
    },
    get url() {
      url ??= URL.canParse(request.url) ? new URL(request.url) : undefined
      return url
    },
  } as RequestInfo
}
