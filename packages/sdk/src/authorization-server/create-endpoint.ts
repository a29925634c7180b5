import express, { type RequestHandler, type Router } from 'express'
import { type Options, rateLimit } from 'express-rate-limit'
import { TooManyRequestsError } from '../server/auth/errors.js'
import { allowedMethods } from '../server/auth/middleware/allowedMethods.js'

/** The middleware of an endpoint, in front of what answers. */
export interface EndpointOptions {
  readonly methods: string[]
  /** Default: true. False for an endpoint that browsers navigate to. */
  readonly isForScripts?: boolean
  readonly body?: 'form' | 'json'
  /** The number of requests in a time, unless the options of the user say otherwise; `what` names them. */
  readonly limit?: { readonly max: number; readonly windowMs: number; readonly what: string }
  readonly rateLimit?: Partial<Options> | false | undefined
}

/** Creates the router of one endpoint. */
export function createEndpoint(options: EndpointOptions): Router {
  const router = express.Router()
  for (const handler of middlewareOf(options)) router.use(handler)
  return router
}

function* middlewareOf(options: EndpointOptions): Generator<RequestHandler> {
  const { methods, isForScripts = true, body, limit, rateLimit: own } = options
  if (isForScripts) yield allowAnyOrigin
  yield allowedMethods(methods)
  if (body === 'form') yield express.urlencoded({ extended: false })
  if (body === 'json') yield express.json()
  if (limit === undefined || own === false) return
  const refusal = new TooManyRequestsError(`You have exceeded the rate limit for ${limit.what} requests`)
  yield rateLimit({
    windowMs: limit.windowMs,
    max: limit.max,
    standardHeaders: true,
    legacyHeaders: false,
    message: refusal.toResponseObject(),
    ...own,
  })
}

/** A quarter of an hour. */
export const quarterMs = 15 * 60 * 1000

/** Lets pages of every origin read the replies: clients run in browsers too, and send no cookies here. spec: Fetch section 3.3 */
const allowAnyOrigin: RequestHandler = (req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*')
  if (req.method !== 'OPTIONS') {
    next()
    return
  }
  res.setHeader('Access-Control-Allow-Methods', 'GET,HEAD,PUT,PATCH,POST,DELETE')
  res.vary('Access-Control-Request-Headers')
  const asked = req.headers['access-control-request-headers']
  if (asked) res.setHeader('Access-Control-Allow-Headers', asked)
  res.setHeader('Content-Length', '0')
  res.status(204).end()
}
