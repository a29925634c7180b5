import { isVisibleTo } from '../../protocol/apps/is-visible-to.js'
import type { Tool } from '../../protocol/model/tool.js'
import type { Tools } from '../../server/server.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { truncate } from '../../values/text/truncate.js'
import type { ListOptions } from '../call-options.js'
import type { Client } from '../client.js'
import type { AppServer, LoadedApp } from './loaded-app.js'
import { readApp } from './read-app.js'

/**
 * Loads the app of a tool, the user interface that its server provides. The page is read by `resources/read` and checked, with what it
 * declares; `callTool` and `readResource` of the result are what its view may use. For a program with one server: a host asks the
 * person, pins and writes down as well, see `Host.loadApp`.
 *
 * `connect` needs `apps: true` for servers that offer apps only to clients that declare them.
 *
 * Rejects with OmniportError `not_found` for a tool that is not there, `unsupported` for one without an app, and `invalid_result` for what is not the page of
 * an app, or declares what no page may have, such as a domain that is no origin.
 *
 * spec: SEP-1865#resource-discovery
 */
export async function loadApp<T extends Tools>(
  client: Client<T>,
  tool: string | Tool,
  options?: ListOptions,
): Promise<LoadedApp> {
  const untyped = client as object as Client // names and arguments are checked below, and by the server
  const found = typeof tool === 'string' ? await findTool(untyped, tool, options) : tool
  return Object.freeze({ ...(await readApp(untyped, found, options)), ...createAppServer(untyped) })
}

function createAppServer(client: Client): AppServer {
  return {
    listTools: async () => (await client.listTools()).filter((tool) => isVisibleTo('app', tool)),
    async callTool(name, args = {}, options) {
      const tool = await findTool(client, name, options)
      if (!isVisibleTo('app', tool)) {
        throw new OmniportError('denied', `${truncate(name)} cannot be called: its server does not offer it to apps`)
      }
      return client.callTool(name, args, options)
    },
    readResource: (uri, options) => client.readResource(uri, options),
  }
}

async function findTool(client: Client, name: string, options: ListOptions | undefined): Promise<Tool> {
  const { signal, timeoutMs, maxTimeoutMs } = options ?? {}
  const tools = await client.listTools({ signal, timeoutMs, maxTimeoutMs })
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) throw new OmniportError('not_found', `The server has no tool ${truncate(String(name))}`)
  return tool
}
