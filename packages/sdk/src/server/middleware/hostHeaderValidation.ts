import type { RequestHandler } from 'express'
import { parseUrl } from '#core/http'

/**
 * Refuses requests with 403 whose `Host` is not one of these names, whatever the port. It keeps web pages from reaching a local
 * server by DNS rebinding. IPv6 addresses have brackets: `'[::1]'`.
 */
export function hostHeaderValidation(allowedHostnames: string[]): RequestHandler {
  return (req, res, next) => {
    const problem = findProblem(req.headers.host, allowedHostnames)
    if (problem === undefined) next()
    else res.status(403).json({ jsonrpc: '2.0', error: { code: -32000, message: problem }, id: null })
  }
}

/** Refuses requests with 403 whose `Host` is not this computer. */
export function localhostHostValidation(): RequestHandler {
  return hostHeaderValidation(['localhost', '127.0.0.1', '[::1]'])
}

function findProblem(host: string | undefined, allowed: readonly string[]): string | undefined {
  if (!host) return 'Missing Host header'
  const url = parseUrl(`http://${host}`)
  if (url === undefined) return `Invalid Host header: ${host}`
  const { hostname } = url
  return allowed.includes(hostname) ? undefined : `Invalid Host: ${hostname}`
}
