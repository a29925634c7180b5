import type { CalledTask } from '../../entries/client.js'
import type { Host, HostApp, LoadedHostSkill, ServerSettings } from '../../entries/host.js'
import type { Progress } from '../../entries/protocol.js'
import { UsageError } from '../actions/usage-error.js'
import type { Catalogue, LoadedApp, OperationRequest, WireComparison } from '../contract.js'
import { callInRevisions } from '../wires/call-in-revisions.js'

export interface RunContext {
  readonly host: Host
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly catalogueOf: (server: string) => Catalogue | undefined
  readonly skills: Map<string, LoadedHostSkill>
  readonly apps: Map<string, HostApp>
  /** The app that calls. */
  readonly app: HostApp | undefined
  readonly settingsOf: (server: string) => ServerSettings
  /** The id of the operation. */
  readonly id: string
  readonly onProgress: (progress: Progress) => void
  readonly onTask: (task: CalledTask<unknown>) => void
}

/** Does what an operation asks. Resolves with the result as it came; rejects as the host does. */
export async function runOperation(request: OperationRequest, context: RunContext): Promise<unknown> {
  const { host, signal, timeoutMs, onProgress } = context
  const options = { signal, timeoutMs, maxTimeoutMs: Math.max(timeoutMs, tenMinutes), onProgress }
  const { server } = request
  switch (request.kind) {
    case 'call':
      return callTool(request, context)
    case 'read':
      return host.readResource({ server, uri: request.uri }, { ...options, fresh: true })
    case 'get':
      return host.getPrompt({ server, name: request.prompt }, request.args, options)
    case 'load-skill': {
      const { text, findings } = await loadSkill(request, context)
      return { text, findings }
    }
    case 'read-skill-file':
      return readSkillFile(request, context)
    case 'load-app':
      return loadApp(request, context)
    case 'wire':
      return callInAllRevisions(request, context)
    case 'ping':
      await (await host.client(server)).ping(options)
      return {}
    case 'raw':
      return (await host.client(server)).request(request.method, request.params, options)
  }
}

type ToolCallRequest = Extract<OperationRequest, { readonly kind: 'call' }>

async function callTool(call: ToolCallRequest, context: RunContext): Promise<unknown> {
  const { host, app, signal, timeoutMs, catalogueOf, onProgress, onTask } = context
  const ms = call.timeoutMs ?? timeoutMs
  const options = {
    signal,
    timeoutMs: ms,
    // A task has no limit: it may take hours.
    ...(call.asTask === true ? { onTask } : { maxTimeoutMs: Math.max(ms, tenMinutes) }),
    onProgress,
    meta: call.meta,
    validateOutput: call.validateOutput,
  }
  if (app !== undefined) return app.callTool(call.tool, call.args, { signal, timeoutMs: ms, onProgress })
  const known = catalogueOf(call.server)?.tools?.find(({ name }) => name === call.tool)
  if (known?.isForApps === true) return host.callAppTool({ server: call.server, tool: call.tool }, call.args, options)
  const offered = known?.modelName ?? (await modelNameOf(call, host))
  return host.callTool(offered, call.args, options)
}

async function callInAllRevisions(
  { server, tool, args }: Extract<OperationRequest, { readonly kind: 'wire' }>,
  { host, signal, timeoutMs, settingsOf }: RunContext,
): Promise<WireComparison> {
  const known = (await host.knownTools(server, { signal })).find((each) => each.tool.tool === tool)
  if (known === undefined) throw new UsageError(`There is no tool ${tool} on ${server}`)
  if (known.isBlocked) throw new UsageError(`${tool} has changed, and is blocked until the change is approved`)
  return callInRevisions({ host, known, args, settings: settingsOf(server), signal, timeoutMs })
}

async function modelNameOf({ server, tool }: ToolCallRequest, host: Host): Promise<string> {
  const found = (await host.tools({ servers: [server] })).find((offered) => offered.tool === tool)
  if (found !== undefined) return found.name
  const change = host.changedTools.find((changed) => changed.server === server && changed.tool === tool)
  if (change?.isBlocked === true)
    throw new UsageError(`${tool} has changed, and is blocked until the change is approved`)
  throw new UsageError(`There is no tool ${tool} on ${server}`)
}

async function loadSkill(
  { server, uri }: { readonly server: string; readonly uri: string },
  { host, skills, signal, timeoutMs }: RunContext,
): Promise<LoadedHostSkill> {
  const loaded = await host.loadSkill({ server, uri }, { signal, timeoutMs })
  remember(skills, `${server} ${uri}`, loaded)
  return loaded
}

/** A skill that was not loaded yet is loaded first, which the person is asked about. */
async function readSkillFile(
  { server, uri, path }: Extract<OperationRequest, { readonly kind: 'read-skill-file' }>,
  context: RunContext,
): Promise<unknown> {
  const loaded = context.skills.get(`${server} ${uri}`) ?? (await loadSkill({ server, uri }, context))
  const { bytes, mimeType, text, findings } = await loaded.read(path, { signal: context.signal })
  const content = text === undefined ? { blob: Buffer.from(bytes).toString('base64') } : { text }
  return { uri: `${uri.slice(0, uri.lastIndexOf('/') + 1)}${path}`, mimeType, findings, ...content }
}

async function loadApp(
  { server, tool }: Extract<OperationRequest, { readonly kind: 'load-app' }>,
  { host, apps, id, signal }: RunContext,
): Promise<LoadedApp> {
  const app = await host.loadApp({ server, tool }, { signal })
  remember(apps, id, app)
  const { uri, html, csp, permissions, domain, prefersBorder } = app
  const json = { server, tool, uri, html, csp, permissions, domain, prefersBorder, toolDefinition: app.tool }
  return JSON.parse(JSON.stringify(json)) as LoadedApp
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > maxRemembered) map.delete(map.keys().next().value ?? '')
}

const maxRemembered = 100
const tenMinutes = 600_000
