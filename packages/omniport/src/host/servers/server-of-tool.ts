import type { CallOptions } from '../../client/call-options.js'
import type { Catalogue } from '../catalogue/catalogue.js'
import { findTool } from '../catalogue/find-tool.js'
import type { HostedServer } from './hosted-server.js'
import type { HostedServers } from './hosted-servers.js'

/**
 * Finds the server of a tool by the tool's name in the host. For an unknown name it loads the tools of all servers, as one that is
 * not ready may have it. Rejects with OmniportError `not_found`.
 */
export async function serverOfTool(
  name: string,
  { servers, catalogue }: { readonly servers: HostedServers; readonly catalogue: Catalogue },
  { signal }: CallOptions,
): Promise<HostedServer> {
  const findKnown = () => catalogue.resolve(name) ?? catalogue.resolveBlocked(name) ?? catalogue.resolveAppOnly(name)
  if (findKnown() === undefined) {
    await new Promise<void>((resolve, reject) => {
      const load = async (server: HostedServer) => {
        await server.loadTools()
        if (findKnown() !== undefined) resolve() // does not wait for the other servers
      }
      servers.gather({ signal }, load).then(() => resolve(), reject)
    })
  }
  const found = findKnown()
  if (found !== undefined) return servers.get(found.server)
  // The call to a former server rejects with the reason why it ended.
  const formerServer = servers.all.find((server) => server.hadTool(name))
  return formerServer ?? servers.get(findTool(name, catalogue).server)
}
