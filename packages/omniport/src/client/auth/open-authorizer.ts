import { isNode } from '../../async/runtime/is-node.js'
import type { HttpAuthorizer } from '../../transport/http-authorizer.js'
import type { ClientServices } from '../client-services.js'
import type { ClientAuthorization } from './pausable-authorization.js'

/**
 * What gives the requests to a server their credentials. All that this needs is loaded only here. Rejects with TypeError for
 * options that do not work together, or on this platform.
 */
export async function openAuthorizer(
  serverUrl: URL,
  authorization: ClientAuthorization,
  { info, report }: Pick<ClientServices, 'info' | 'report'>,
): Promise<HttpAuthorizer> {
  const [{ createAuthorizer }, { guardedFetch }, { isLoopbackHost }] = await Promise.all([
    import('../../auth/client/create-authorizer.js'),
    import('../../auth/node/ssrf-guard/guarded-fetch.js'),
    import('../../auth/ssrf-guard/is-loopback-host.js'),
  ])
  const { options, runtime } = authorization
  const { allowPrivateNetwork } = options
  const fetch = guardedFetch({ allowLoopback: isLoopbackHost(serverUrl.hostname), allowPrivateNetwork, runtime })
  const browser = await openBrowserLauncher(runtime)
  const waiting = <T>(work: () => Promise<T>) => authorization.withTimersPaused(work)
  return createAuthorizer({
    options,
    serverUrl,
    clientName: info.name,
    runtime,
    fetch,
    withTimeoutsPaused: waiting,
    browser,
    report,
  })
}

async function openBrowserLauncher(runtime: ClientAuthorization['runtime']) {
  if (!isNode()) return undefined
  const { createBrowserLauncher: createBrowserHand } = await import(
    '../../auth/node/browser/create-browser-launcher.js'
  )
  return createBrowserHand({ runtime })
}
