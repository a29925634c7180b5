import { fileURLToPath } from 'node:url'
import { createHost, loadConfig } from 'omniport/host'
/*ts import type { HostOptions } from 'omniport/host'*/

/** Opens a host over the servers of mcp.json. Nothing starts and nothing is called unless `ask` allows it. */
export async function openHost(ask /*ts: HostOptions['ask']*/) {
  const config = await loadConfig(fileURLToPath(new URL('mcp.json', import.meta.url)))
  return createHost({ ...config, policy: () => 'ask', ask })
}
