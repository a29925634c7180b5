import { loadOnce } from '../async/load-once.js'
import { andThen, isPromise, type MaybePromise } from '../async/maybe-promise.js'
import type { RpcParams } from '../jsonrpc/messages/messages.js'
import { encodeImplementation } from '../protocol/content/encode-definition.js'
import type { Session } from '../protocol/exchange/session.js'
import type { MethodParams, SetLevelParams } from '../protocol/methods/method-params.js'
import type { Revision } from '../protocol/revisions/revision.js'
import { profileOf } from '../protocol/revisions/revision-profile.js'
import type { DefinitionRegistry } from './definitions/definition-registry.js'
import type { ExtensionRegistry } from './extensions/extension-registry.js'
import { type ListOptions, listDefinitions } from './lists/list-definitions.js'
import type { ChangePublisher } from './notifications/change-publisher.js'
import type { RootsChanges } from './notifications/roots-changes.js'
import type { AnyPrompt } from './prompts/prompt.js'
import type { PromptEntry } from './prompts/prompt-entry.js'
import { type HandlerRequest, runHandler } from './requests/run-handler.js'
import type { ResourceIndex } from './resources/resource-index.js'
import { type Features, serverCapabilities } from './server-capabilities.js'
import type { ServerServices } from './server-services.js'
import type { ServerTasks } from './tasks/server-tasks.js'
import { canListTasks } from './tasks/v2025/can-list-tasks.js'
import { findTool, toolHandler } from './tools/call-tool.js'
import type { AnyTool } from './tools/tool.js'
import type { ToolEntry } from './tools/tool-entry.js'

export interface ServerParts {
  readonly services: ServerServices
  readonly instructions: string | undefined
  readonly revisions: readonly Revision[]
  readonly tools: DefinitionRegistry<AnyTool, ToolEntry>
  readonly prompts: DefinitionRegistry<AnyPrompt, PromptEntry>
  readonly index: ResourceIndex
  readonly publisher: ChangePublisher
  /** Undefined: changes of roots are ignored. */
  readonly rootsChanges: RootsChanges | undefined
  readonly extensions: ExtensionRegistry
  readonly tasks: ServerTasks
  readonly lists: ListOptions
  readonly features: Features
}

/** Serves one method: gives its result in newest shape, or already encoded. */
export type Method<P extends RpcParams = RpcParams> = (call: HandlerRequest<P>) => MaybePromise<object>

/** The methods of the protocol in all revisions; the codec of a revision says which of them it has. */
export type Methods = {
  readonly [M in keyof MethodParams]: {
    /** The method is unknown to clients while the server does not have this. */
    readonly feature?: 'tools' | 'prompts' | 'resources' | 'subscriptions' | 'completions'
    readonly serve: Method<MethodParams[M]>
  }
}

export function createMethods(parts: ServerParts): Methods {
  const { tools, prompts, index, lists, tasks } = parts
  const { loadListResources, loadReadResource, loadGetPrompt, loadListen, loadSubscriptions } = createLoaders(parts)
  return {
    initialize: { serve: (call) => initialize(parts, call) },
    'server/discover': { serve: (call) => discover(parts, call) },
    ping: { serve: () => ({}) },
    'tools/list': {
      feature: 'tools',
      serve: (call) => listDefinitions('tools', () => tools.entries(), { ...lists, call }),
    },
    'tools/call': {
      feature: 'tools',
      serve(call) {
        const tool = findTool(tools, call)
        if (isPromise(tool))
          return tool.then((found) => tasks.call(found, call) ?? runHandler(found, call, toolHandler))
        return tasks.call(tool, call) ?? runHandler(tool, call, toolHandler)
      },
    },
    'resources/list': {
      feature: 'resources',
      serve: (call) => andThen(loadListResources(), ({ listResources }) => listResources(index, { ...lists, call })),
    },
    'resources/templates/list': {
      feature: 'resources',
      serve: (call) => listDefinitions('resourceTemplates', () => index.templates, { ...lists, call }),
    },
    'resources/read': {
      feature: 'resources',
      serve: (call) => andThen(loadReadResource(), ({ readResource }) => readResource(index, call)),
    },
    'resources/subscribe': {
      feature: 'subscriptions',
      serve: (call) => andThen(loadSubscriptions(), (subscriptions) => subscriptions.subscribe(call)),
    },
    'resources/unsubscribe': {
      feature: 'subscriptions',
      serve: (call) => andThen(loadSubscriptions(), (subscriptions) => subscriptions.unsubscribe(call)),
    },
    'prompts/list': {
      feature: 'prompts',
      serve: (call) => listDefinitions('prompts', () => prompts.entries(), { ...lists, call }),
    },
    'prompts/get': {
      feature: 'prompts',
      serve: (call) => andThen(loadGetPrompt(), ({ getPrompt }) => getPrompt(prompts, call)),
    },
    'completion/complete': {
      feature: 'completions',
      serve: async (call) => (await import('./completion/complete-argument.js')).completeArgument(parts, call),
    },
    'logging/setLevel': { serve: setLevel },
    'subscriptions/listen': {
      // Always a promise more, so that subscriptions that end together are answered in their order, the first one too.
      serve: async (call) => (await loadListen()).listen(parts, call),
    },
    ...tasks.methods,
  }
}

/** Of one server, so that each server answers its first requests in the same turns. */
function createLoaders({ index, services }: ServerParts) {
  return {
    loadListResources: loadOnce(() => import('./lists/list-resources.js')),
    loadReadResource: loadOnce(() => import('./resources/read-resource.js')),
    loadGetPrompt: loadOnce(() => import('./prompts/get-prompt.js')),
    loadListen: loadOnce(() => import('./notifications/listen.js')),
    loadSubscriptions: loadOnce(async () => {
      const { SessionSubscriptions } = await import('./resources/session-subscriptions.js')
      return new SessionSubscriptions(index, services)
    }),
  }
}

/** spec: basic/lifecycle#initialization */
function initialize(parts: ServerParts, { exchange }: HandlerRequest): object {
  const { services, instructions, features } = parts
  const { revision, session } = exchange
  addSession(parts, session)
  return {
    protocolVersion: revision,
    capabilities: serverCapabilities(features, {
      revision,
      publishesChanges: session !== undefined,
      listsTasks: canListTasks(exchange),
    }),
    serverInfo: encodeImplementation(services.info, profileOf(revision)),
    ...(instructions !== undefined && { instructions }),
  }
}

/** Notifies a session of changes from now on. Of several nodes that have it, each does. */
export function addSession({ publisher, features }: ServerParts, session: Session | undefined): void {
  if (session === undefined) return
  const declared = listKinds.filter((kind) => features[kind] && features.listChanged[kind])
  publisher.addSession(session, declared.slice()) // a copy has no room to grow, which would be kept for every session
}

const listKinds = ['tools', 'prompts', 'resources'] as const

/** spec: server/discover */
function discover({ instructions, revisions, features, lists }: ServerParts, { exchange }: HandlerRequest): object {
  return {
    supportedVersions: [...revisions].reverse(),
    capabilities: serverCapabilities(features, {
      revision: exchange.revision,
      publishesChanges: true,
      listsTasks: false,
    }),
    ...(instructions !== undefined && { instructions }),
    ...lists.hints,
  }
}

/** spec: server/utilities/logging#setting-log-level */
function setLevel({ params, exchange }: HandlerRequest<SetLevelParams>): object {
  if (exchange.session !== undefined) exchange.session.logLevel = params.level
  return {}
}
