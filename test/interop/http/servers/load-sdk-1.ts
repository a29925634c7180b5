import type { Sdk1Streamable } from './host-sessions.js'

/** Loads a release of the first major version that serves Streamable HTTP. */
export async function loadSdk1(name: keyof typeof releases): Promise<Sdk1Streamable> {
  return (await releases[name]()) as unknown as Sdk1Streamable // they are typed apart, and used alike
}

const releases = {
  '1.12.3': async () => ({
    ...(await import('mcp-sdk-2025-03/server/mcp.js')),
    ...(await import('mcp-sdk-2025-03/server/completable.js')),
    ...(await import('mcp-sdk-2025-03/server/streamableHttp.js')),
    types: await import('mcp-sdk-2025-03/types.js'),
  }),
  '1.22.0': async () => ({
    ...(await import('mcp-sdk-2025-06/server/mcp.js')),
    ...(await import('mcp-sdk-2025-06/server/completable.js')),
    ...(await import('mcp-sdk-2025-06/server/streamableHttp.js')),
    types: await import('mcp-sdk-2025-06/types.js'),
  }),
  '1.32.2': async () => ({
    ...(await import('mcp-sdk-current/server/mcp.js')),
    ...(await import('mcp-sdk-current/server/completable.js')),
    ...(await import('mcp-sdk-current/server/streamableHttp.js')),
    types: await import('mcp-sdk-current/types.js'),
  }),
}
