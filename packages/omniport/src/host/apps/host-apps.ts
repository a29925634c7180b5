import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import type { AppServer } from '../../client/apps/loaded-app.js'
import { type AppPage, readApp } from '../../client/apps/read-app.js'
import type { CallOptions } from '../../client/call-options.js'
import type { Tool } from '../../protocol/model/tool.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { truncate } from '../../values/text/truncate.js'
import { findAppOwner } from '../catalogue/find-tool.js'
import type { HostTool } from '../catalogue/host-tool.js'
import { denialReason } from '../consent/decisions/denial-reason.js'
import { redactUrl } from '../consent/requests/redact-url.js'
import type { Host } from '../host.js'
import type { HostServices } from '../host-services.js'
import type { HostedServer } from '../servers/hosted-server.js'
import type { HostedServers } from '../servers/hosted-servers.js'
import type { HostApp } from './host-app.js'

/** The apps of all servers of a host. `Host` documents the methods and their errors. */
export class HostApps {
  readonly #services: HostServices
  readonly #servers: HostedServers
  readonly #host: Pick<Host, 'callAppTool' | 'readResource'>

  constructor(services: HostServices, servers: HostedServers, host: Pick<Host, 'callAppTool' | 'readResource'>) {
    this.#services = services
    this.#servers = servers
    this.#host = host
  }

  /** Nothing of the page is given to the caller before it was allowed and written down. */
  async load({ server: name, tool }: Pick<HostTool, 'server' | 'tool'>, options: CallOptions = {}): Promise<HostApp> {
    const server = this.#servers.get(name)
    const abort = new LinkedAbortController(options.signal, server.supervisor.ending)
    const wait = { ...options, signal: abort.signal }
    try {
      await server.ensureCurrentTools(wait)
      const found = findAppOwner({ server: name, tool }, this.#services.catalogue)
      const page = await this.#read(server, found, wait)
      await this.#approve(server, { tool: found, page, signal: abort.signal })
      return Object.freeze({ ...page, server: name, tool: found, ...this.#serverFor(server) })
    } finally {
      abort.unlink()
    }
  }

  #read(server: HostedServer, tool: HostTool, options: CallOptions): Promise<AppPage> {
    return server.supervisor.use(async (client) => {
      const readResource: typeof client.readResource = async (uri, given) => {
        await this.#services.audit.append({ type: 'resource', server: server.name, uri: redactUrl(uri) })
        return client.readResource(uri, given)
      }
      return readApp({ readResource }, { name: tool.tool, _meta: tool._meta }, options)
    }, options.signal)
  }

  /** spec: SEP-1865#security-implications */
  async #approve(
    server: HostedServer,
    { tool, page, signal }: { readonly tool: HostTool; readonly page: AppPage; readonly signal: AbortSignal },
  ): Promise<void> {
    const { consent, audit } = this.#services
    const { html, ...declared } = page
    const app = { ...declared, bytes: new TextEncoder().encode(html).length }
    const request = { type: 'app', server: server.name, tool, app } as const
    const { answer, by } = await consent.decide(request, { launch: server.launch, signal })
    if (answer === 'deny') {
      throw new OmniportError('denied', `The app of ${truncate(tool.tool)} was not loaded: ${denialReason(by)}`)
    }
    const { uri, definition, csp = {}, permissions = {} } = page
    await audit.append({
      type: 'app',
      server: server.name,
      tool: tool.tool,
      uri: redactUrl(uri),
      definition,
      domains: [...new Set(Object.values(csp).flat())],
      permissions: Object.keys(permissions),
    })
  }

  /** A view belongs to the server that it came from, and not to another that has its name later. spec: SEP-1865#visibility */
  #serverFor(server: HostedServer): AppServer {
    const { name } = server
    const assertSame = () => {
      if (this.#servers.all.includes(server)) return
      throw new OmniportError('closed', `The server ${truncate(name)} of this app was removed or replaced`)
    }
    return {
      listTools: async () => {
        assertSame()
        await server.ensureCurrentTools()
        return this.#services.catalogue.toolsForApps(name).map(toListed)
      },
      callTool: async (tool, args = {}, options) => {
        assertSame()
        return this.#host.callAppTool({ server: name, tool }, args, options)
      },
      readResource: async (uri, options) => {
        assertSame()
        return this.#host.readResource({ server: name, uri }, options)
      },
    }
  }
}

/** The tool as its server lists it. */
function toListed({ server: _server, tool, definition: _definition, tokens: _tokens, ...listed }: HostTool): Tool {
  return { ...listed, name: tool }
}
