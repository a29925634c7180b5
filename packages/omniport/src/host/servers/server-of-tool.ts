import type { CallOptions } from '../../client/call-options.js'
import type { Catalogue } from '../catalogue/catalogue.js'
import { findTool } from '../catalogue/find-tool.js'
import { serverOfName } from '../catalogue/tool-names.js'
import type { HostedServer } from './hosted-server.js'
import type { HostedServers } from './hosted-servers.js'

export interface ToolOwners {
  readonly servers: HostedServers
  readonly catalogue: Catalogue
  /** True if the application chooses names, which then tell nothing of the server. */
  readonly isNamed: boolean
}

/**
 * Finds the server of a tool by the tool's name in the host. For an unknown name it loads the tools of the servers that can have
 * it, as one that is not ready may have it. Rejects with OmniportError `not_found`.
 */
export async function serverOfTool(
  name: string,
  { servers, catalogue, isNamed }: ToolOwners,
  { signal }: CallOptions,
): Promise<HostedServer> {
  const owner = isNamed ? undefined : serverOfName(name)
  const candidates = servers.all.filter((server) => owner === undefined || server.name === owner)
  if (catalogue.resolveKnown(name) === undefined) {
    await new Promise<void>((resolve, reject) => {
      const load = async (server: HostedServer) => {
        await server.loadTools()
        if (catalogue.resolveKnown(name) !== undefined) resolve() // does not wait for the other servers
      }
      servers.gather({ signal, servers: candidates.map((server) => server.name) }, load).then(() => resolve(), reject)
    })
  }
  const found = catalogue.resolveKnown(name)
  if (found !== undefined) return servers.get(found.server)
  // The call to a former server, or to one that was never ready, rejects with the reason why it ended or did not start.
  const missingServer = candidates.find((server) => server.hadTool(name) || (owner !== undefined && !server.isListed))
  return missingServer ?? servers.get(findTool(name, catalogue).server)
}
