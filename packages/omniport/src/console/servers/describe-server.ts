import type { Client } from '../../entries/client.js'
import type { ServerSettings, ServerStatus } from '../../entries/host.js'
import type { Faults, Json, JsonObject, Server } from '../contract.js'
import { adviceFor } from '../operations/to-failure.js'

export interface ServerParts {
  readonly status: ServerStatus
  readonly settings: ServerSettings
  readonly client: Client | undefined
  readonly counts: Server['counts']
  readonly faults: Faults
  readonly isAdded: boolean
  readonly isSigningIn: boolean
}

/** Describes a server for the page. */
export function describeServer({
  status,
  settings,
  client,
  counts,
  faults,
  isAdded,
  isSigningIn,
}: ServerParts): Server {
  const { name, state, reason, code, since, retryAt, source, revision, pid, tokens } = status
  const launch = describeLaunch(status.launch)
  const isDown = state === 'failed' || state === 'denied' || state === 'invalid' || state === 'lost'
  return {
    name,
    state,
    isSigningIn,
    ...(reason !== undefined && { reason }),
    ...(code !== undefined && { code }),
    ...(isDown && adviceFor(state === 'invalid' ? 'invalid_config' : code, launch.transport)),
    since,
    ...(retryAt !== undefined && { retryAt }),
    ...launch,
    ...(source !== undefined && { source }),
    isAdded,
    ...(revision !== undefined && { revision }),
    ...(settings.revision !== undefined && { chosenRevision: settings.revision }),
    ...describeClient(client),
    ...(pid !== undefined && { pid }),
    tokens,
    counts,
    faults,
  }
}

function describeLaunch(launch: ServerStatus['launch']): Pick<Server, 'transport' | 'launch' | 'launchNames' | 'cwd'> {
  if (launch.type === 'url') return { transport: 'http', launch: launch.url, launchNames: launch.headers }
  if (launch.type === 'program') return { transport: 'program', launch: '', launchNames: [] }
  const { command, args, env, cwd } = launch
  const words = [command, ...args].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)))
  return { transport: 'stdio', launch: words.join(' '), launchNames: env, ...(cwd !== undefined && { cwd }) }
}

function describeClient(client: Client | undefined): Pick<Server, 'info' | 'instructions' | 'capabilities'> {
  if (client === undefined) return {}
  const { name, version, title, icons, instructions } = client.server
  return {
    info: {
      name,
      version,
      ...(title !== undefined && { title }),
      ...(icons !== undefined && { icons: icons as unknown as Json }), // it came as JSON
    },
    ...(instructions !== undefined && { instructions }),
    capabilities: client.capabilities as JsonObject,
  }
}
