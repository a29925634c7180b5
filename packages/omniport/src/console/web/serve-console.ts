import type { RequestListener, ServerResponse } from 'node:http'
import { type AccessOptions, hasToken, refusalOf } from './access.js'
import type { PageFiles } from './page-files.js'
import { type ApiContext, apiPath, sendJson, serveApi } from './serve-api.js'

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
