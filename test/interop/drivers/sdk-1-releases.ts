import process from 'node:process'
import type { Client } from 'mcp-sdk-current/client'
import type { StdioClientTransport } from 'mcp-sdk-current/client/stdio.js'
import type {
  StreamableHTTPClientTransport,
  StreamableHTTPClientTransportOptions,
} from 'mcp-sdk-current/client/streamableHttp.js'
import type * as types from 'mcp-sdk-current/types.js'
import type { Command } from 'omniport/client'
import type { Revision } from '../../wire/revisions.js'

/** A release of the first major version of the SDK. */
export interface Sdk1Release {
  readonly name: string
  /** The newest it knows. */
  readonly revision: Revision
  readonly load: () => Promise<Sdk1>
}

/** What is used of it as a client; typed as the last release, which the others agree with. */
export interface Sdk1 {
  readonly Client: typeof Client
  readonly StdioClientTransport: typeof StdioClientTransport
  /** Its way to an endpoint of Streamable HTTP; the oldest takes the endpoints beside it. */
  readonly openTransport: (url: URL, options?: StreamableHTTPClientTransportOptions) => StreamableHTTPClientTransport
  readonly types: Pick<typeof types, 'CreateMessageRequestSchema' | 'ListRootsRequestSchema'> &
    Partial<Pick<typeof types, 'ElicitRequestSchema'>>
}

/** One release of every revision. */
export const sdk1Releases: readonly Sdk1Release[] = [
  release('1.8.0', '2024-11-05', async () => {
    const { SSEClientTransport } = await import('mcp-sdk-2024/client/sse.js')
    return {
      ...(await import('mcp-sdk-2024/client/index.js')),
      ...(await import('mcp-sdk-2024/client/stdio.js')),
      types: await import('mcp-sdk-2024/types.js'),
      openTransport: (url) => new SSEClientTransport(new URL('/sse', url)),
    }
  }),
  release('1.12.3', '2025-03-26', async () => {
    const { StreamableHTTPClientTransport } = await import('mcp-sdk-2025-03/client/streamableHttp.js')
    return {
      ...(await import('mcp-sdk-2025-03/client/index.js')),
      ...(await import('mcp-sdk-2025-03/client/stdio.js')),
      types: await import('mcp-sdk-2025-03/types.js'),
      openTransport: (url, options) => new StreamableHTTPClientTransport(url, options),
    }
  }),
  release('1.22.0', '2025-06-18', async () => {
    const { StreamableHTTPClientTransport } = await import('mcp-sdk-2025-06/client/streamableHttp.js')
    return {
      ...(await import('mcp-sdk-2025-06/client/index.js')),
      ...(await import('mcp-sdk-2025-06/client/stdio.js')),
      types: await import('mcp-sdk-2025-06/types.js'),
      openTransport: (url, options) => new StreamableHTTPClientTransport(url, options),
    }
  }),
  release('1.32.2', '2025-11-25', async () => {
    const { StreamableHTTPClientTransport } = await import('mcp-sdk-current/client/streamableHttp.js')
    return {
      ...(await import('mcp-sdk-current/client')),
      ...(await import('mcp-sdk-current/client/stdio.js')),
      types: await import('mcp-sdk-current/types.js'),
      openTransport: (url, options) => new StreamableHTTPClientTransport(url, options),
    }
  }),
]

/** Its way to a server that is started. */
export function startWith({ StdioClientTransport }: Sdk1, { command, args = [] }: Command): StdioClientTransport {
  return new StdioClientTransport({ command, args: [...args], env: { PATH: process.env['PATH'] ?? '' } })
}

/** The classes of each release have private members, so that to the compiler they are not alike. */
interface Unlike {
  readonly Client: unknown
  readonly StdioClientTransport: unknown
  readonly types: object
  readonly openTransport: (url: URL, options?: object) => object
}

function release(name: string, revision: Revision, load: () => Promise<Unlike>): Sdk1Release {
  return { name, revision, load: load as unknown as Sdk1Release['load'] }
}
