import { consoleLogger, type Logger } from '../../async/runtime/logger.js'
import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import { toDirect } from '../../jsonrpc/serving/direct-serve.js'
import type { DirectServe } from '../../protocol/exchange/exchange.js'
import { createLimits, defaultLimits, type Limits } from '../../protocol/limits/limits.js'
import { type Revision, revisions } from '../../protocol/revisions/revision.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import type { EventLog } from '../../store/event-log.js'
import { createMemoryEventLog } from '../../store/memory/memory-event-log.js'
import type { Sessions } from '../../store/sessions.js'
import { isLoopbackAuthority, loopbackHosts } from '../../uri/loopback-hosts.js'
import type { ServeTarget } from '../environment.js'
import type { Authenticate } from './auth/authenticate.js'
import { checkAuth, hiddenHeaders } from './auth/authenticate.js'
import type { HttpOptions } from './http-options.js'
import { RequestIds } from './legacy/requests/request-ids.js'

/** The options of an HTTP server with every default filled in. */
export interface HttpSettings {
  readonly target: ServeTarget
  /** How messages are served. */
  readonly direct: DirectServe
  readonly path: string
  readonly answers: 'auto' | 'json' | 'sse'
  /** False: sealed session ids and no memory. */
  readonly sessions: boolean
  readonly sessionIdleMs: number
  readonly sseEndpoints: { readonly stream: string; readonly messages: string } | undefined
  readonly allowedHosts: AllowedHosts | 'any'
  readonly allowedOrigins: readonly string[] | undefined
  /** Only programs of this machine are served: every allowed host is a loopback name. */
  readonly isLocal: boolean
  readonly auth: Authenticate | undefined
  /** The headers that handlers do not see. */
  readonly hiddenHeaders: ReadonlySet<string>
  readonly limits: Limits
  readonly runtime: Runtime
  readonly logger: Logger
  readonly revisions: readonly Revision[]
  readonly secrets: readonly string[] | undefined
  /** See `Environment`. */
  readonly nameParams: ReadonlyMap<string, string> | undefined
  readonly eventLog: EventLog
  /** Names questions, and knows where nodes leave each other answers. */
  readonly requestIds: RequestIds
  /** Where other nodes find sessions; undefined where there are none. */
  readonly sessionStore: Sessions | undefined
}

/** @throws TypeError naming the option that cannot be used, and what it must be. */
export function createHttpSettings(target: ServeTarget, options: HttpOptions = {}): HttpSettings {
  if (typeof target?.serve !== 'function')
    throw new TypeError('The first argument must be a server: something with a `serve` function')
  assertKnownOptions(options)
  const { environment = {} } = target
  const { runtime = defaultRuntime, logger = consoleLogger, stores, secrets, nameParams } = environment
  const base = environment.limits ?? defaultLimits
  const limits = options.limits === undefined ? base : createLimits(options.limits, base)
  const servedRevisions = environment.revisions ?? revisions
  const { sessions = true, answers = 'auto', sseEndpoints = true, allowedHosts = loopbackHosts } = options
  if (!['auto', 'json', 'sse'].includes(answers)) throw new TypeError('answers must be "auto", "json" or "sse"')
  return {
    target,
    direct: toDirect(target.serve),
    path: checkPath('path', options.path ?? '/mcp'),
    answers,
    sessions: sessions !== false,
    sessionIdleMs: (typeof sessions === 'object' ? sessions.idleMs : undefined) ?? limits.sessionIdleMs,
    sseEndpoints: servedRevisions.some(isLegacy) ? endpointsOf(sseEndpoints) : undefined,
    allowedHosts: allowedHosts === 'any' ? 'any' : new AllowedHosts(allowedHosts),
    allowedOrigins: options.allowedOrigins,
    isLocal: allowedHosts !== 'any' && allowedHosts.every(isLoopbackAuthority),
    auth: checkAuth(options.auth),
    hiddenHeaders: hiddenHeaders(options.auth),
    limits,
    runtime,
    logger,
    revisions: servedRevisions,
    secrets,
    nameParams,
    eventLog: stores?.eventLog ?? createMemoryEventLog({ limits, clock: runtime }),
    requestIds: new RequestIds({ runtime, logger, secrets, inbox: stores?.inbox }),
    sessionStore: stores?.sessions,
  }
}

const optionNames: ReadonlySet<string> = new Set([
  'path',
  'answers',
  'sessions',
  'sseEndpoints',
  'allowedHosts',
  'allowedOrigins',
  'auth',
  'limits',
])

function assertKnownOptions(options: HttpOptions): void {
  for (const name of Object.keys(options)) {
    if (!optionNames.has(name))
      throw new TypeError(`There is no option "${name}". The options are ${[...optionNames].join(', ')}`)
  }
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

/** How many names that were found to be allowed are remembered as they were written. */
const maxAccepted = 64

/** The names that `Host` may give this server. */
export class AllowedHosts {
  readonly #names: readonly string[]
  readonly #accepted = new Set<string>()

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => name.toLowerCase())
  }

  /** Whether an authority is one of them: with exactly its port where the name has one, else with any. */
  has(authority: string): boolean {
    if (this.#accepted.has(authority)) return true
    const given = authority.toLowerCase()
    const isAllowed = this.#names.some((name) => given === name || (!hasPort.test(name) && withoutPort(given) === name))
    if (isAllowed && this.#accepted.size < maxAccepted) this.#accepted.add(authority)
    return isAllowed
  }
}

const hasPort = /:\d+$/

function withoutPort(authority: string): string {
  return authority.replace(/:\d{1,5}$/, '')
}
