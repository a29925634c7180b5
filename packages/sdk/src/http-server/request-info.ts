import { parseUrl } from '#core/http'
import type { HttpRequest } from '#core/serve'
import { lazyMembers } from '../protocol/lazy-members.js'
import type { RequestInfo } from '../types.js'

/** Creates what handlers see of an HTTP request. It is collected on first use. */
export function createRequestInfo(request: HttpRequest): RequestInfo {
  const info = {}
  addMembers(info, request)
  return info as RequestInfo // by its lazy members
}

const addMembers = lazyMembers<HttpRequest>({
  headers: ({ headers }) => Object.fromEntries(headers),
  url: ({ url }) => parseUrl(url),
})
