import express, { type Express } from 'express'
import { hostHeaderValidation, localhostHostValidation } from './middleware/hostHeaderValidation.js'

/** Options of `createMcpExpressApp`. */
export interface CreateMcpExpressAppOptions {
  /** The host that the app will listen on. `127.0.0.1`, `localhost` and `::1` allow only local names as `Host`. Default: `'127.0.0.1'`. */
  host?: string
  /** The names that requests may have as `Host`, without ports. Default: by `host`. */
  allowedHosts?: string[]
}

/** Creates an Express app that checks the `Host` of requests, and then parses JSON bodies. */
export function createMcpExpressApp(options: CreateMcpExpressAppOptions = {}): Express {
  const { host = '127.0.0.1', allowedHosts } = options
  const app = express()
  if (allowedHosts) app.use(hostHeaderValidation(allowedHosts))
  else if (localHosts.includes(host)) app.use(localhostHostValidation())
  else if (host === '0.0.0.0' || host === '::') {
    console.warn(
      `Warning: Server is binding to ${host} without DNS rebinding protection. ` +
        'Consider using the allowedHosts option to restrict allowed hosts, or use authentication to protect your server.',
    )
  }
  app.use(express.json())
  return app
}

const localHosts: readonly string[] = ['127.0.0.1', 'localhost', '::1']
