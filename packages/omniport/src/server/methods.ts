import type { RpcParams } from '../jsonrpc/messages/messages.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { encodeImplementation } from '../protocol/content/encode-definition.js'
import type { LogLevel } from '../protocol/exchange/log-level.js'
import type { Revision } from '../protocol/revisions/revision.js'
import { profileOf } from '../protocol/revisions/revision-profile.js'
import { truncate } from '../values/text/truncate.js'
import { completeArgument } from './completion/complete-argument.js'
import type { DefinitionRegistry } from './definitions/definition-registry.js'
import type { ExtensionRegistry } from './extensions/extension-registry.js'
import { type ListOptions, listDefinitions } from './lists/list-definitions.js'
import { listResources } from './lists/list-resources.js'
import type { ChangePublisher } from './notifications/change-publisher.js'
import { listen } from './notifications/listen.js'
import { subscribe, unsubscribe } from './notifications/subscribe.js'
import { getPrompt } from './prompts/get-prompt.js'
import type { AnyPrompt } from './prompts/prompt.js'
import type { PromptEntry } from './prompts/prompt-entry.js'
import type { HandlerRequest } from './requests/run-handler.js'
import { readResource } from './resources/read-resource.js'
import type { ResourceIndex } from './resources/resource-index.js'
import type { Method } from './router.js'
import { type Features, serverCapabilities } from './server-capabilities.js'
import type { ServerServices } from './server-services.js'
import type { ServerTasks } from './tasks/server-tasks.js'
import { canListTasks } from './tasks/v2025/can-list-tasks.js'
import { callTool } from './tools/call-tool.js'
import { checkParamHeaders } from './tools/check-param-headers.js'
import type { AnyTool } from './tools/tool.js'
import type { ToolEntry } from './tools/tool-entry.js'

/** The parts of a server that its methods work on. */
export interface ServerParts {
  readonly services: ServerServices
  readonly instructions: string | undefined
  readonly revisions: readonly Revision[]
  readonly tools: DefinitionRegistry<AnyTool, ToolEntry>
  readonly prompts: DefinitionRegistry<AnyPrompt, PromptEntry>
  readonly index: ResourceIndex
  readonly publisher: ChangePublisher
  readonly extensions: ExtensionRegistry
  readonly tasks: ServerTasks
  readonly lists: ListOptions
  /** As they are now, whenever they are looked at. */
  readonly features: Features
}

/** Every method a server has in any revision; which of them a revision knows, its codec says. */
export function createMethods(parts: ServerParts): ReadonlyMap<string, Method> {
  const { tools, prompts, index, services, lists, features } = parts
  const needs = (feature: 'tools' | 'prompts' | 'resources' | 'completions', method: Method): Method => {
    return (params, call) => {
      if (!features[feature]) throw RpcError.methodNotFound(call.message.method)
      return method(params, call)
    }
  }
  return new Map<string, Method>([
    ['initialize', (_params, call) => initialize(parts, call)],
    ['server/discover', (_params, call) => discover(parts, call)],
    ['ping', () => ({})],
    [
      'tools/list',
      needs('tools', (params, call) => listDefinitions('tools', tools.entries(), { ...lists, params, call })),
    ],
    [
      'tools/call',
      needs('tools', (params, call) => {
        const tool = findTool(tools, params, call)
        return parts.tasks.call(tool, params, call) ?? callTool(tool, params, call)
      }),
    ],
    ['resources/list', needs('resources', (params, call) => listResources(index, { ...lists, params, call }))],
    [
      'resources/templates/list',
      needs('resources', (params, call) =>
        listDefinitions('resourceTemplates', index.templates, { ...lists, params, call }),
      ),
    ],
    ['resources/read', needs('resources', (params, call) => readResource(index, params['uri'] as string, call))],
    ['resources/subscribe', needs('resources', (params, call) => subscribe(parts, params, call))],
    ['resources/unsubscribe', needs('resources', (params, call) => unsubscribe(params, call))],
    [
      'prompts/list',
      needs('prompts', (params, call) => listDefinitions('prompts', prompts.entries(), { ...lists, params, call })),
    ],
    ['prompts/get', needs('prompts', (params, call) => getPrompt(findPrompt(parts, params, call), params, call))],
    ['completion/complete', needs('completions', (params, call) => completeArgument({ prompts, index }, params, call))],
    ['logging/setLevel', setLevel],
    ['subscriptions/listen', (params, call) => listen({ ...parts, limits: services.limits }, params, call)],
    ...parts.tasks.methods,
  ])
}

/** spec: basic/lifecycle#initialization */
function initialize(
  { services, instructions, features, publisher }: ServerParts,
  { exchange }: HandlerRequest,
): object {
  const { revision, session } = exchange
  if (session !== undefined)
    publisher.addSession(
      session,
      listKinds.filter((kind) => features[kind]),
    )
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

/**
 * The tool that a call names.
 *
 * spec: server/tools#error-handling
 *
 * @throws RpcError -32602 when it is unknown or the caller may not see it, -32020 when headers say otherwise.
 */
export function findTool(tools: ServerParts['tools'], params: RpcParams, call: HandlerRequest): ToolEntry {
  const name = params['name'] as string // the method's check saw to that
  const tool = tools.get(name)
  if (!tool?.isVisible(call.exchange.principal)) throw RpcError.invalidParams(`Unknown tool: ${truncate(name)}`)
  checkParamHeaders(tool, params, call)
  return tool
}

function findPrompt({ prompts }: ServerParts, params: RpcParams, { exchange }: HandlerRequest): PromptEntry {
  const name = params['name'] as string // the method's check saw to that
  const prompt = prompts.get(name)
  if (prompt?.isVisible(exchange.principal)) return prompt
  throw RpcError.invalidParams(`Unknown prompt: ${truncate(name)}`)
}

/** spec: server/utilities/logging#setting-log-level */
function setLevel(params: RpcParams, { exchange }: HandlerRequest): object {
  if (exchange.session !== undefined) exchange.session.logLevel = params['level'] as LogLevel // the method's check saw to that
  return {}
}
