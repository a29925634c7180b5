import { isNode } from '../../async/runtime/is-node.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import type { BrowserLauncher } from '../../auth/client/browser-launcher.js'
import type { ConnectionUse, HttpSender } from '../../transport/http-sender.js'
import type { SpawnServerOptions, StdioCommand } from '../../transport/stdio/process/spawn-server.js'
import type { SpawnedConnection } from '../../transport/stdio/process/spawned-connection.js'
import { FetchSender } from '../http/fetch-sender.js'

// What a client uses of the machine it runs on, loaded when it is needed. Bundles for browsers and workers have
// `platform-services.web.ts` in place of this file, so that nothing of Node is in them.

/** Starts a program that is a server. */
export async function startProgram(command: StdioCommand, options: SpawnServerOptions): Promise<SpawnedConnection> {
  const { spawnServer } = await import('../../transport/stdio/process/spawn-server.js')
  return spawnServer(command, options)
}

/** Opens the sender of HTTP requests: over connections of its own on Node, else with the global `fetch`. */
export async function openSender(limits: Readonly<Record<ConnectionUse, number>>): Promise<HttpSender> {
  if (!isNode()) return new FetchSender((input, init) => fetch(input, init))
  const { UndiciSender } = await import('../../transport/node/undici-sender.js')
  return new UndiciSender(limits)
}

/** Returns the browser launcher of this machine; undefined where this does not run on Node. */
export async function openBrowserLauncher(runtime: Runtime): Promise<BrowserLauncher | undefined> {
  if (!isNode()) return undefined
  const { createBrowserLauncher } = await import('../../auth/node/browser/create-browser-launcher.js')
  return createBrowserLauncher({ runtime })
}
