import { defaultRuntime, type Runtime } from '../async/runtime/runtime.js'
import type { RpcId } from '../jsonrpc/messages/messages.js'
import type { ReadRawResponse } from '../jsonrpc/messages/read-raw-response.js'
import { appsExtensionId, appsSettings } from '../protocol/apps/apps-extension.js'
import type { Requester } from '../protocol/codec/codec.js'
import type { LogLevel } from '../protocol/exchange/log-level.js'
import type { Implementation } from '../protocol/exchange/peer.js'
import { createLimits, type Limits } from '../protocol/limits/limits.js'
import { tasksExtensionId } from '../protocol/meta/tasks-extension-id.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { BoundedMap } from '../values/maps/bounded-map.js'
import { type ClientAuthorization, PausableAuthorization } from './auth/pausable-authorization.js'
import type { ConnectOptions } from './connect-options.js'
import { ClientExtensions } from './extensions/client-extensions.js'
import type { Capabilities } from './input/capabilities.js'
import { InputHandlers } from './input/input-handlers.js'
import { UrlElicitationCompletions } from './input/url-elicitation-completions.js'
import { ResultCache } from './requests/result-cache.js'
import { ChangeStream } from './subscriptions/change-stream.js'
import { tasksExtension } from './tasks/extension/extension-task.js'
import { ProgressListeners } from './tasks/v2025/progress-listeners.js'
import { ToolHeaders } from './tools/tool-headers.js'

/** The services that all parts of one client share, on every connection. */
export interface ClientServices {
  readonly info: Requester['info']
  /** The declared capabilities without the extensions, in the newest shape. */
  readonly capabilities: Requester['capabilities']
  readonly inputHandlers: InputHandlers
  readonly extensions: ClientExtensions
  readonly progressListeners: ProgressListeners
  readonly completions: UrlElicitationCompletions
  /** Undefined: requests carry only the credentials of the target. */
  readonly authorization: ClientAuthorization | undefined
  /** Aborted when the client closes, or its connection is lost for good. */
  readonly ended: AbortController
  readonly limits: Limits
  /** Its timers pause while the client gets credentials. */
  readonly runtime: Runtime
  readonly timeoutMs: number
  readonly maxTimeoutMs: number
  /** Undefined: no pings. */
  readonly pingMs: number | undefined
  /** The results that a server lets this client use again. */
  readonly cache: ResultCache
  /** The changes that servers announce, with or without a subscription. */
  readonly changes: ChangeStream
  /** Reads responses to requests that take results as bytes. Undefined: all are parsed. */
  readonly readRaw?: ReadRawResponse | undefined
  readonly onLog: ConnectOptions['onLog']
  readonly intercept: ConnectOptions['intercept']
  readonly onStderr: ConnectOptions['onStderr']
  /** See `ConnectOptions`. */
  readonly autoRefresh: boolean
  readonly toolHeaders: ToolHeaders
  logLevel: LogLevel | undefined
  /** Rises, so that no id is used twice, on any connection. spec: basic/index#requests */
  nextId(): RpcId
  /** Reports the definitions that a list comes without, the same ones once. */
  onLeftOut(problem: string): void
  /** Passes errors that belong to no call to `onError`. Never throws. */
  report(reason: unknown): void
}

/** Creates the services from `options`. @throws TypeError for an invalid limit, or extensions whose names collide. */
export function createClientServices(options: ConnectOptions): ClientServices {
  const limits = createLimits(options.limits)
  const { name = library.name, version = library.version, onLog, onStderr, onError } = options
  const report = (reason: unknown) => callOnError(onError, reason)
  const { runtime: given = defaultRuntime, auth } = options
  const completions = new UrlElicitationCompletions()
  const inputHandlers = new InputHandlers(options, { clock: given, questionMs: limits.questionMs, completions })
  const authorization = auth && new PausableAuthorization(auth, { runtime: given, limits, inputHandlers })
  const runtime = authorization?.pausableRuntime ?? given
  const tasks = options.tasks === false ? {} : { [tasksExtensionId]: tasksExtension({ runtime, limits }) }
  const apps = options.apps === true ? { [appsExtensionId]: { settings: appsSettings } } : {}
  const extensions = new ClientExtensions({ ...apps, ...options.extensions, ...tasks }, report)
  let lastId = 0
  return {
    info: { name, version },
    capabilities: {
      ...inputHandlers.capabilities,
      ...(options.tasks === true && declareHostedTasks(inputHandlers.capabilities)),
      ...(options.experimental !== undefined && { experimental: options.experimental }),
    },
    inputHandlers,
    extensions,
    progressListeners: new ProgressListeners(),
    completions,
    authorization,
    ended: new AbortController(),
    limits,
    runtime,
    timeoutMs: options.timeoutMs ?? limits.timeoutMs,
    maxTimeoutMs: options.maxTimeoutMs ?? limits.maxTimeoutMs,
    pingMs: options.pingMs,
    cache: new ResultCache(runtime),
    changes: new ChangeStream(),
    onLog,
    intercept: options.intercept,
    onStderr,
    autoRefresh: options.autoRefresh ?? true,
    toolHeaders: new ToolHeaders(report),
    logLevel: undefined,
    nextId: () => {
      lastId += 1
      return lastId
    },
    onLeftOut: reportOnce(report),
    report,
  }
}

/** Remembers the last reports only: a server decides how many there are. */
function reportOnce(report: (reason: unknown) => void): (problem: string) => void {
  const reported = new BoundedMap<true>({ maxSize: rememberedReports })
  return (problem) => {
    if (reported.get(problem) === true) return
    reported.set(problem, true)
    report(new OmniportError('invalid_result', problem))
  }
}

const rememberedReports = 16

/** Ignores what the callback throws. */
function callOnError(onError: ConnectOptions['onError'], reason: unknown): void {
  try {
    onError?.(reason instanceof Error ? reason : new Error(String(reason), { cause: reason }))
  } catch {}
}

export const library: Implementation = Object.freeze({ name: 'omniport', version: '0.1.0' })

/**
 * The tasks capability of a client: for the kinds of input requests that it has handlers for.
 *
 * spec: 2025-11-25 basic/utilities/tasks#client-capabilities
 */
function declareHostedTasks({ elicitation, sampling }: Capabilities): Capabilities {
  if (elicitation === undefined && sampling === undefined) return {}
  const requests = {
    ...(elicitation !== undefined && { elicitation: { create: {} } }),
    ...(sampling !== undefined && { sampling: { createMessage: {} } }),
  }
  return { tasks: { list: {}, cancel: {}, requests } }
}
