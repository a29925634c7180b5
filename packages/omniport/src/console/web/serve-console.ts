import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { PageFiles } from './page-files.js'
import { type ApiContext, apiPath, sendJson, serveApi } from './serve-api.js'

interface AccessOptions {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string
  readonly token: string
}

export interface ServeConsoleOptions extends AccessOptions, ApiContext {
  readonly files: PageFiles
}

/** Answers the requests of the page: files to everybody on this machine, data to those who have the token. */
export function serveConsole(options: ServeConsoleOptions): RequestListener {
  return (request, response) => {
    protect(response)
    const refusal = refusalOf(request, options)
    if (refusal !== undefined) {
      sendJson(response, 403, { ok: false, error: { code: 'denied', message: refusal } })
      return
    }
    if (!request.url?.startsWith('/api/')) {
      options.files.serve(request, response)
    } else if (!hasToken(request, options)) {
      const message = 'Open the address that the command printed: it has the token of this start'
      sendJson(response, 401, { ok: false, error: { code: 'unauthorized', message } })
    } else if (request.url.startsWith(apiPath)) {
      void serveApi(request, response, options)
    } else {
      sendJson(response, 404, { ok: false, error: { code: 'not_found', message: `The interface is at ${apiPath}` } })
    }
  }
}

/** The reason to refuse a request of whatever kind. Undefined: it may be answered. */
function refusalOf({ headers }: IncomingMessage, { origin }: AccessOptions): string | undefined {
  // A name that resolves to this machine is not this page: an attacker may own the name.
  if (headers.host !== new URL(origin).host) return `Open ${origin}/ instead`
  if (headers.origin !== undefined && headers.origin !== origin) return 'Other pages cannot use the console'
  return undefined
}

/** True if a request for data comes from the page: it has the token, and no other page sent it. */
function hasToken({ headers }: IncomingMessage, { token }: AccessOptions): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const given = headers['x-omniport-token']
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function protect(response: ServerResponse): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}
