import type { Runtime } from '../../../async/runtime/runtime.js'
import type { BrowserLauncher } from '../../client/browser-launcher.js'
import { listenForRedirect } from './listen-for-redirect.js'
import { openBrowser } from './open-browser.js'

/** Creates the browser launcher of this machine, with the redirect on one of its ports. */
export function createBrowserLauncher({ runtime }: { readonly runtime: Runtime }): BrowserLauncher {
  return {
    open: (url) => openBrowser(url, { runtime }),
    listen: listenForRedirect,
  }
}
