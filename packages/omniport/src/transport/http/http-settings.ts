import { consoleLogger, type Logger } from '../../async/runtime/logger.js'
import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import { toDirect } from '../../jsonrpc/serving/direct-serve.js'
import type { DirectServe } from '../../protocol/exchange/exchange.js'
import type { LimitOptions } from '../../protocol/limits/limit-options.js'
import { createLimits, defaultLimits, type Limits } from '../../protocol/limits/limits.js'
import { createMemoryBudgets, type MemoryBudgets } from '../../protocol/limits/memory-budgets.js'
import { type Revision, revisions } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import { isLoopbackAuthority, loopbackHosts } from '../../uri/loopback-hosts.js'
import { assertKnown } from '../../values/options/check-options.js'
import { assertServeTarget } from '../assert-serve-target.js'
import type { ServeTarget } from '../environment.js'
import { type Authenticate, checkAuth, hiddenHeaders } from './auth/authenticate.js'
import { AllowedHosts, checkAllowedHosts, checkAllowedOrigins } from './guards/allowed-names.js'
import type { HttpOptions } from './http-options.js'
import type { ServerCardDefinition } from './server-card/server-card.js'
import type { ServerCardEndpoint } from './server-card/server-card-endpoint.js'

/** The options of an HTTP server and its target, with every default filled in. */
export interface HttpSettings {
  readonly target: ServeTarget
  /** The `serve` of the target, without a promise for what is answered at once. */
  readonly direct: DirectServe
  readonly path: string
  readonly answers: 'auto' | 'json' | 'sse'
  /** False: the server stores no sessions, and the id of a session holds all of it, sealed. */
  readonly sessions: boolean
  readonly sessionIdleMs: number
  readonly sseEndpoints: { readonly stream: string; readonly messages: string } | undefined
  readonly allowedHosts: AllowedHosts | 'any'
  readonly allowedOrigins: readonly string[] | undefined
  /** True if every allowed host is a loopback name, so that only programs of this machine are served. */
  readonly isLocal: boolean
  readonly auth: Authenticate | undefined
  readonly serverCard: ServerCardEndpoint | undefined
  readonly hiddenHeaders: ReadonlySet<string>
  /** `handlerMs` is that of HTTP. */
  readonly limits: Limits
  readonly budgets: MemoryBudgets
  readonly runtime: Runtime
  readonly logger: Logger
  readonly revisions: readonly Revision[]
  readonly servesLegacy: boolean
  readonly secrets: readonly string[] | undefined
  /** See `Environment`. */
  readonly nameParams: ReadonlyMap<string, string> | undefined
}

/** @throws TypeError naming an option that cannot be used, and what it must be. `caller` is the function that was given it. */
export function createHttpSettings(
  target: ServeTarget,
  options: HttpOptions = {},
  caller = 'createHttpSettings',
): HttpSettings {
  assertServeTarget(caller, target)
  assertKnownOptions(caller, options)
  const { environment = {} } = target
  const { runtime = defaultRuntime, logger = consoleLogger, budgets = createMemoryBudgets() } = environment
  const { secrets, nameParams } = environment
  const limits = limitsOf(environment.limits, options.limits)
  const servedRevisions = environment.revisions ?? revisions
  const servesLegacy = servedRevisions.some(isLegacy)
  const { sessions = true, answers = 'auto', sseEndpoints = false, allowedHosts = loopbackHosts } = options
  const described = { info: environment.info, revisions: servedRevisions }
  if (!['auto', 'json', 'sse'].includes(answers)) throw new TypeError('answers must be "auto", "json" or "sse"')
  const path = checkPath('path', options.path ?? '/mcp')
  checkAllowedHosts(allowedHosts)
  checkAllowedOrigins(options.allowedOrigins)
  return {
    target,
    direct: toDirect(target.serve),
    path,
    answers,
    sessions: sessions !== false,
    sessionIdleMs: (typeof sessions === 'object' ? sessions.idleMs : undefined) ?? limits.sessionIdleMs,
    sseEndpoints: servesLegacy ? endpointsOf(sseEndpoints) : undefined,
    allowedHosts: allowedHosts === 'any' ? 'any' : new AllowedHosts(allowedHosts),
    allowedOrigins: options.allowedOrigins,
    isLocal: allowedHosts !== 'any' && allowedHosts.every(isLoopbackAuthority),
    auth: checkAuth(options.auth),
    serverCard: serverCardOf(options)?.serve(path, described),
    hiddenHeaders: hiddenHeaders(options.auth),
    limits,
    budgets,
    runtime,
    logger,
    revisions: servedRevisions,
    servesLegacy,
    secrets,
    nameParams,
  }
}

function limitsOf(base: Limits = defaultLimits, options?: LimitOptions): Limits {
  const limits = options === undefined ? base : createLimits(options, base)
  return { ...limits, handlerMs: limits.handlerMs ?? limits.handlerHttpMs }
}

/** The names of `HttpOptions`. */
export const httpOptionNames: readonly string[] = [
  'path',
  'answers',
  'sessions',
  'sseEndpoints',
  'allowedHosts',
  'allowedOrigins',
  'auth',
  'serverCard',
  'limits',
]

/** Options of the official SDK and of web frameworks, which other shells have too. */
export const foreignHttpNames: Readonly<Record<string, string>> = {
  endpoint: 'use "path"',
  sessionIdGenerator: 'write sessions: false where it is undefined, and nothing otherwise',
  stateless: 'write sessions: false',
  enableJsonResponse: "write answers: 'json'",
  cors: 'use "allowedOrigins"',
  origin: 'use "allowedOrigins"',
  authenticate: 'use "auth"',
  eventStore: 'streams can be resumed without it; "stores" of createServer says where their events are',
}

const listening = 'a handler does not listen: the program that calls it does, or serveHttp'
const foreignNames = { ...foreignHttpNames, host: listening, hostname: listening, port: listening }

function assertKnownOptions(name: string, options: HttpOptions): void {
  const { sessions, sseEndpoints } = options
  assertKnown({ name, foreignNames }, Object.keys(options), httpOptionNames)
  if (typeof sessions === 'object') assertKnown('sessions', Object.keys(sessions), ['idleMs'])
  if (typeof sseEndpoints === 'object') assertKnown('sseEndpoints', Object.keys(sseEndpoints), ['stream', 'messages'])
}

function serverCardOf({ serverCard }: HttpOptions): ServerCardDefinition | undefined {
  if (serverCard === undefined || typeof serverCard.serve === 'function') return serverCard
  throw new TypeError('serverCard must be what serverCard() of omniport/http gives')
}

function endpointsOf(option: HttpOptions['sseEndpoints']): HttpSettings['sseEndpoints'] {
  if (option === false) return undefined
  const { stream, messages } = typeof option === 'object' ? option : { stream: '/sse', messages: '/messages' }
  return { stream: checkPath('sseEndpoints.stream', stream), messages: checkPath('sseEndpoints.messages', messages) }
}

function checkPath(name: string, path: string): string {
  if (typeof path === 'string' && /^\/[^?#\s]*$/.test(path)) return path
  throw new TypeError(`${name} must be a path such as "/mcp", got ${JSON.stringify(path)}`)
}
