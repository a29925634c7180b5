import type { Runtime } from '../../../async/runtime/runtime.js'
import type { BrowserLauncher } from '../../client/browser-launcher.js'
import { listenForRedirect } from './listen-for-redirect.js'
import { openBrowser } from './open-browser.js'

/** Creates the way to the person at this machine: its browser, and a port of it to come back to. */
export function createBrowserLauncher({ runtime }: { readonly runtime: Runtime }): BrowserLauncher {
  return {
    open: (url) => openBrowser(url, { runtime }),
    listen: listenForRedirect,
  }
}
