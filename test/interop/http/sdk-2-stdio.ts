import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** In place of the transport that starts a command: the command is the URL of a server that is there. */
export class StdioClientTransport extends StreamableHTTPClientTransport {
  constructor({ command }: { readonly command: string }) {
    super(new URL(command))
  }
}
