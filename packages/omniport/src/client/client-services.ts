import { defaultRuntime, type Runtime } from '../async/runtime/runtime.js'
import type { RpcId } from '../jsonrpc/messages/messages.js'
import type { Requester } from '../protocol/codec/codec.js'
import type { LogLevel } from '../protocol/exchange/log-level.js'
import type { Implementation } from '../protocol/exchange/peer.js'
import { createLimits, type Limits } from '../protocol/limits/limits.js'
import { tasksExtensionId } from '../protocol/meta/tasks-extension-id.js'
import { type ClientAuthorization, PausableAuthorization } from './auth/pausable-authorization.js'
import type { ConnectOptions } from './connect-options.js'
import { ClientExtensions } from './extensions/client-extensions.js'
import type { Capabilities } from './input/capabilities.js'
import { InputHandlers } from './input/input-handlers.js'
import { UrlElicitationCompletions } from './input/url-elicitation-completions.js'
import { ChangeStream } from './subscriptions/change-stream.js'
import { tasksExtension } from './tasks/extension/extension-task.js'
import { ProgressListeners } from './tasks/v2025/progress-listeners.js'
import { ToolHeaders } from './tools/tool-headers.js'

/** What all parts of one client share, on every connection it makes. */
export interface ClientServices {
  readonly info: Requester['info']
  /** What this client can be asked and takes part in, in newest shape. */
  readonly capabilities: Requester['capabilities']
  readonly inputHandlers: InputHandlers
  readonly extensions: ClientExtensions
  /** Who hears of progress of calls that became tasks. */
  readonly progressListeners: ProgressListeners
  /** What servers announced of pages that they had opened. */
  readonly completions: UrlElicitationCompletions
  /** Undefined: requests carry no credentials but those of the target. */
  readonly authorization: ClientAuthorization | undefined
  /** Aborted when there will be no connection any more. */
  readonly ended: AbortController
  readonly limits: Limits
  /** Its timers stand still while credentials are got. */
  readonly runtime: Runtime
  readonly timeoutMs: number
  readonly maxTimeoutMs: number
  /** Undefined: servers are not pinged. */
  readonly pingMs: number | undefined
  /** What servers announced, beside any subscription. */
  readonly changes: ChangeStream
  readonly onLog: ConnectOptions['onLog']
  readonly onStderr: ConnectOptions['onStderr']
  /** Whether tools are listed again when a call was refused for want of headers. */
  readonly autoRefresh: boolean
  /** The arguments that servers want as headers. */
  readonly toolHeaders: ToolHeaders
  /** The log messages asked for; undefined until then. */
  logLevel: LogLevel | undefined
  /** Rises, so that no id is used twice on any connection. spec: basic/index#requests */
  nextId(): RpcId
  /** Tells what no call can reject with. Never throws. */
  report(reason: unknown): void
}

/** The part of `options` that outlives a connection. @throws TypeError for a limit that is none, or extensions that clash. */
export function createClientServices(options: ConnectOptions): ClientServices {
  const limits = createLimits(options.limits)
  const { name = library.name, version = library.version, onLog, onStderr, onError } = options
  const report = (reason: unknown) => callOnError(onError, reason)
  const { runtime: given = defaultRuntime, auth } = options
  const inputHandlers = new InputHandlers(options, { clock: given, questionMs: limits.questionMs })
  const authorization = auth && new PausableAuthorization(auth, { runtime: given, limits, inputHandlers })
  const runtime = authorization?.pausableRuntime ?? given
  const tasks = options.tasks === false ? {} : { [tasksExtensionId]: tasksExtension({ runtime, limits }) }
  const extensions = new ClientExtensions({ ...options.extensions, ...tasks }, report)
  let lastId = 0
  return {
    info: { name, version },
    capabilities: {
      ...inputHandlers.capabilities,
      ...(options.tasks === true && declareHostedTasks(inputHandlers.capabilities)),
      extensions: extensions.settings,
    },
    inputHandlers,
    extensions,
    progressListeners: new ProgressListeners(),
    completions: new UrlElicitationCompletions(),
    authorization,
    ended: new AbortController(),
    limits,
    runtime,
    timeoutMs: options.timeoutMs ?? limits.timeoutMs,
    maxTimeoutMs: options.maxTimeoutMs ?? limits.maxTimeoutMs,
    pingMs: options.pingMs,
    changes: new ChangeStream(),
    onLog,
    onStderr,
    autoRefresh: options.autoRefresh ?? true,
    toolHeaders: new ToolHeaders(report),
    logLevel: undefined,
    nextId: () => {
      lastId += 1
      return lastId
    },
    report,
  }
}

/** A callback that throws has nobody left to tell. */
function callOnError(onError: ConnectOptions['onError'], reason: unknown): void {
  try {
    onError?.(reason instanceof Error ? reason : new Error(String(reason), { cause: reason }))
  } catch {}
}

/** How a client names itself where it is given no name. */
export const library: Implementation = Object.freeze({ name: 'omniport', version: '0.1.0' })

/**
 * What a client declares of the tasks it keeps: questions of the kinds that it answers. `capabilities` is what it answers, in
 * newest shape; where that is nothing there are no tasks.
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
