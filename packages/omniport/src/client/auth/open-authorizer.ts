import type { HttpAuthorizer } from '../../transport/http-authorizer.js'
import type { ClientServices } from '../client-services.js'
import { openBrowserLauncher } from '../platform/platform-services.js'
import type { ClientAuthorization } from './pausable-authorization.js'

/** Creates the authorizer; its modules load only here. Rejects with TypeError for options that do not work together. */
export async function openAuthorizer(
  serverUrl: URL,
  authorization: ClientAuthorization,
  { info, report, intercept }: Pick<ClientServices, 'info' | 'report'> & Partial<Pick<ClientServices, 'intercept'>>,
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
  return createAuthorizer({
    options,
    serverUrl,
    clientName: info.name,
    runtime,
    fetch: intercept?.authFetch?.(fetch) ?? fetch,
    withTimeoutsPaused: (work) => authorization.withTimeoutsPaused(work),
    browser,
    report,
  })
}
